import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { seeSuccess } from '../answers.ts';
import { type Check, REFUSED } from '../check.ts';
import { type Consequence, seeStatus } from '../finding.ts';
import type { HostReply } from '../host-client.ts';

const LESS: Consequence = {
  effect: 'worsens',
  means: 'Applicants can sign in. Answers that the record lacks are shown as unknown.',
};

const signIn: Check = {
  name: 'sign-in',
  level: 2,
  effect: 'stops',
  means: 'Applicants can’t open their account.',
  mend: 'Respond to POST /user-login with 200 and {token, object}; a token has 20 to 4096 characters (docs/decisions/token-format.md).',
  async run(bench) {
    const answers: HostReply[] = [];
    for (const type of APPLICATION_TYPES) {
      const person = bench.person(type);
      const reply = await bench.login(person);
      bench.takeSignIn(person, reply);
      answers.push(reply);
    }
    for (const reply of answers) seeSuccess('login', reply, LESS);
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
  async run(bench) {
    const { email } = bench.person('investor');
    const password = 'not the password of anybody';
    const wrong = await bench.login({ email, password });
    seeStatus(wrong, [401], 'login with a wrong password', wrong.status < 300 ? null : UNCLEAR);
    const unknown = await bench.login({ email: bench.newPerson('investor').email, password });
    seeStatus(unknown, [wrong.status], 'login with an unknown address');
  },
};

const signOut: Check = {
  name: 'sign-out',
  level: 2,
  effect: 'unsafe',
  means: 'The next user of the computer can continue in the account.',
  mend: 'Respond to POST /user-logout with 200, and reject the token from then on.',
  async run(bench) {
    const person = bench.person('investor');
    const token = await bench.signIn({ ...person });
    const out = await bench.host.call('logout', {}, { token });
    seeSuccess('logout', out);
    const again = await bench.update(person, person.values, { token });
    seeStatus(again, REFUSED, 'a change with a token that was signed out');
  },
};

const TELLS: Consequence = { effect: 'unsafe', means: 'A stranger learns who has applied.' };

const resetCode: Check = {
  name: 'reset-code',
  level: 2,
  effect: 'stops',
  means: 'Applicants who forgot the password can’t reset it.',
  mend: 'Respond to POST /forgot-password-token with the same 200 for a known and an unknown address.',
  async run(bench) {
    const known = await bench.host.call('requestResetCode', {}, { json: { email: bench.person('founder').email } });
    seeSuccess('requestResetCode', known);
    const { email } = bench.newPerson('founder');
    const unknown = await bench.host.call('requestResetCode', {}, { json: { email } });
    seeStatus(unknown, [known.status], 'requestResetCode for an unknown address', TELLS);
  },
};

const wrongResetCode: Check = {
  name: 'wrong-reset-code',
  level: 2,
  effect: 'unsafe',
  means: 'An attacker who guesses a code sets a new password for another applicant.',
  mend: 'Respond with 422 to a wrong code, and with 410 to one that is too old or was tried five times; the password stays.',
  async run(bench) {
    const person = bench.person('founder');
    const json = { email: person.email, code: '000000' };
    const tried = [
      await bench.host.call('checkResetCode', {}, { json }),
      await bench.host.call('resetPassword', {}, { json: { ...json, password: `another ${person.password}` } }),
    ];
    for (const one of tried) seeStatus(one, [410, 422], 'a wrong code');
    seeStatus(await bench.login(person), [200], 'login with the password after a wrong code');
  },
};

export const SIGNING_IN = [signIn, wrongPassword, signOut, resetCode, wrongResetCode];
