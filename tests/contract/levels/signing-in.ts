import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { type Check, TOKEN_REFUSED } from '../check.ts';
import { assertStatus, type Consequence } from '../finding.ts';
import type { HostReply } from '../host-client.ts';
import { assertSuccess } from '../responses.ts';

const INCOMPLETE: Consequence = {
  effect: 'worsens',
  means: 'Applicants can sign in. Answers that the record lacks are shown as unknown.',
};

const signIn: Check = {
  name: 'sign-in',
  level: 2,
  effect: 'stops',
  means: 'Applicants can’t open their account.',
  mend: 'Respond to POST /user-login with 200 and {token, object}; a token has 20 to 4096 characters (docs/decisions/tokens.md).',
  async run(context) {
    const replies: HostReply[] = [];
    for (const type of APPLICATION_TYPES) {
      const person = context.person(type);
      const reply = await context.login(person);
      context.applySignIn(person, reply);
      replies.push(reply);
    }
    for (const reply of replies) assertSuccess('login', reply, INCOMPLETE);
  },
};

const UNCLEAR: Consequence = {
  effect: 'worsens',
  means: 'An applicant who mistypes the password does not read that it is wrong.',
};

const wrongPassword: Check = {
  name: 'wrong-password',
  level: 2,
  effect: 'unsafe',
  means: 'A stranger learns who has applied, or gets into an account.',
  mend: 'Respond to a failed sign-in with 401, the same for a wrong password and an unknown address.',
  async run(context) {
    const { email } = context.person('investor');
    const password = 'not the password of anybody';
    const wrong = await context.login({ email, password });
    assertStatus(wrong, [401], 'login with a wrong password', wrong.status < 300 ? null : UNCLEAR);
    const unknown = await context.login({ email: context.newPerson('investor').email, password });
    assertStatus(unknown, [wrong.status], 'login with an unknown address');
  },
};

const signOut: Check = {
  name: 'sign-out',
  level: 2,
  effect: 'unsafe',
  means: 'The next user of the computer can continue in the account.',
  mend: 'Respond to POST /user-logout with 200, and reject the token from then on.',
  async run(context) {
    const person = context.person('investor');
    const token = await context.signIn({ ...person });
    const out = await context.host.call('logout', {}, { token });
    assertSuccess('logout', out);
    const again = await context.update(person, person.values, { token });
    assertStatus(again, TOKEN_REFUSED, 'a change with a token that was signed out');
  },
};

const REVEALS: Consequence = { effect: 'unsafe', means: 'A stranger learns who has applied.' };

const resetCode: Check = {
  name: 'reset-code',
  level: 2,
  effect: 'stops',
  means: 'Applicants who forgot the password can’t reset it.',
  mend: 'Respond to POST /forgot-password-token with the same 200 for a known and an unknown address.',
  async run(context) {
    const known = await context.host.call('requestResetCode', {}, { json: { email: context.person('founder').email } });
    assertSuccess('requestResetCode', known);
    const { email } = context.newPerson('founder');
    const unknown = await context.host.call('requestResetCode', {}, { json: { email } });
    assertStatus(unknown, [known.status], 'requestResetCode for an unknown address', REVEALS);
  },
};

const wrongResetCode: Check = {
  name: 'wrong-reset-code',
  level: 2,
  effect: 'unsafe',
  means: 'An attacker who guesses a code sets a new password for another applicant.',
  mend: 'Respond with 422 to a wrong code, and with 410 to one that is too old or was tried five times; the password stays.',
  async run(context) {
    const person = context.person('founder');
    const json = { email: person.email, code: '000000' };
    const tried = [
      await context.host.call('checkResetCode', {}, { json }),
      await context.host.call('resetPassword', {}, { json: { ...json, password: `another ${person.password}` } }),
    ];
    for (const one of tried) assertStatus(one, [410, 422], 'a wrong code');
    assertStatus(await context.login(person), [200], 'login with the password after a wrong code');
  },
};

export const SIGNING_IN = [signIn, wrongPassword, signOut, resetCode, wrongResetCode];
