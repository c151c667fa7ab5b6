import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { expectSuccess } from '../answers.ts';
import { type Check, REFUSED } from '../check.ts';
import { type Consequence, expectStatus } from '../finding.ts';
import type { Told } from '../host-client.ts';

const LESS: Consequence = {
  effect: 'worsens',
  means: 'Applicants sign in. What the record lacks is shown as unknown.',
};

const signIn: Check = {
  name: 'sign-in',
  level: 2,
  effect: 'stops',
  means: 'Applicants can’t open their account.',
  mend: 'Answer POST /user-login with 200 and {token, object}; a token has 20 to 4096 characters (docs/decisions/token-format.md).',
  async run(bench) {
    const answers: Told[] = [];
    for (const type of APPLICATION_TYPES) {
      const person = bench.person(type);
      const told = await bench.login(person);
      bench.takeSignIn(person, told);
      answers.push(told);
    }
    for (const told of answers) expectSuccess('login', told, LESS);
  },
};

const UNCLEAR: Consequence = {
  effect: 'worsens',
  means: 'Somebody who mistypes the password is not told so.',
};

const wrongPassword: Check = {
  name: 'wrong-password',
  level: 2,
  effect: 'unsafe',
  means: 'A stranger learns who has applied, or gets in.',
  mend: 'Answer a sign-in that fails with 401, the same for a wrong password and an unknown address.',
  async run(bench) {
    const { email } = bench.person('investor');
    const password = 'not the password of anybody';
    const wrong = await bench.login({ email, password });
    expectStatus(wrong, [401], 'login with a wrong password', wrong.status < 300 ? null : UNCLEAR);
    const unknown = await bench.login({ email: bench.newPerson('investor').email, password });
    expectStatus(unknown, [wrong.status], 'login with an unknown address');
  },
};

const signOut: Check = {
  name: 'sign-out',
  level: 2,
  effect: 'unsafe',
  means: 'Whoever sits down at the computer next goes on in the account.',
  mend: 'Answer POST /user-logout with 200, and refuse that token from then on.',
  async run(bench) {
    const person = bench.person('investor');
    const token = await bench.signIn({ ...person });
    const out = await bench.host.call('logout', {}, { token });
    expectSuccess('logout', out);
    const again = await bench.update(person, person.values, { token });
    expectStatus(again, REFUSED, 'a change with a token that was signed out');
  },
};

const TELLS: Consequence = { effect: 'unsafe', means: 'A stranger learns who has applied.' };

const resetCode: Check = {
  name: 'reset-code',
  level: 2,
  effect: 'stops',
  means: 'Whoever forgot the password has no way back.',
  mend: 'Answer POST /forgot-password-token with the same 200 for a known and an unknown address.',
  async run(bench) {
    const known = await bench.host.call('requestResetCode', {}, { json: { email: bench.person('founder').email } });
    expectSuccess('requestResetCode', known);
    const { email } = bench.newPerson('founder');
    const unknown = await bench.host.call('requestResetCode', {}, { json: { email } });
    expectStatus(unknown, [known.status], 'requestResetCode for an unknown address', TELLS);
  },
};

const wrongResetCode: Check = {
  name: 'wrong-reset-code',
  level: 2,
  effect: 'unsafe',
  means: 'Whoever guesses sets a new password for somebody else.',
  mend: 'Answer a wrong code with 422, and with 410 once it is too old or was tried five times; the password stays.',
  async run(bench) {
    const person = bench.person('founder');
    const json = { email: person.email, code: '000000' };
    const tried = [
      await bench.host.call('checkResetCode', {}, { json }),
      await bench.host.call('resetPassword', {}, { json: { ...json, password: `another ${person.password}` } }),
    ];
    for (const one of tried) expectStatus(one, [410, 422], 'a wrong code');
    expectStatus(await bench.login(person), [200], 'login with the password after a wrong code');
  },
};

export const SIGNING_IN = [signIn, wrongPassword, signOut, resetCode, wrongResetCode];
