import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { seeSuccess } from '../answers.ts';
import { type Check, isTokenRefused } from '../check.ts';
import { see } from '../finding.ts';

const signIn: Check = {
  name: 'sign-in',
  level: 2,
  means: 'Applicants can’t open their account.',
  mend: 'Answer POST /user-login with 200 and {token, object}; a token has 20 to 4096 characters (docs/decisions/token-format.md).',
  async run(bench) {
    for (const type of APPLICATION_TYPES) {
      await bench.signIn(bench.person(type));
    }
  },
};

const wrongPassword: Check = {
  name: 'wrong-password',
  level: 2,
  means: 'A stranger learns who has applied, or gets in.',
  mend: 'Answer a sign-in that fails with 401, the same for a wrong password and an unknown address.',
  async run(bench) {
    const { email } = bench.person('investor');
    const password = 'not the password of anybody';
    const wrong = await bench.login({ email, password });
    see(wrong.code === 'invalid_credentials', `login: ${wrong.status} with a wrong password`);
    const unknown = await bench.login({ email: bench.newPerson('investor').email, password });
    see(
      unknown.status === wrong.status,
      `login: ${unknown.status} for an unknown address, ${wrong.status} for a known one`,
    );
  },
};

const signOut: Check = {
  name: 'sign-out',
  level: 2,
  means: 'Whoever sits down at the computer next goes on in the account.',
  mend: 'Answer POST /user-logout with 200, and refuse that token from then on.',
  async run(bench) {
    const person = bench.person('investor');
    const token = await bench.signIn({ ...person });
    const out = await bench.host.call('logout', {}, { token });
    seeSuccess('logout', out);
    const again = await bench.update(person, person.values, { token });
    see(isTokenRefused(again), `a change with a token that was signed out is answered with ${again.status}`);
  },
};

const resetCode: Check = {
  name: 'reset-code',
  level: 2,
  means: 'Whoever forgot the password has no way back, or a stranger learns who has applied.',
  mend: 'Answer POST /forgot-password-token with the same 200 for a known and an unknown address.',
  async run(bench) {
    const known = await bench.host.call('requestResetCode', {}, { json: { email: bench.person('founder').email } });
    seeSuccess('requestResetCode', known);
    const { email } = bench.newPerson('founder');
    const unknown = await bench.host.call('requestResetCode', {}, { json: { email } });
    see(unknown.status === 200, `requestResetCode: ${unknown.status} for an unknown address, 200 for a known one`);
  },
};

const wrongResetCode: Check = {
  name: 'wrong-reset-code',
  level: 2,
  means: 'Whoever guesses sets a new password for somebody else.',
  mend: 'Answer a wrong code with 422, and with 410 once it is too old or was tried five times; the password stays.',
  async run(bench) {
    const person = bench.person('founder');
    const json = { email: person.email, code: '000000' };
    const tried = [
      await bench.host.call('checkResetCode', {}, { json }),
      await bench.host.call('resetPassword', {}, { json: { ...json, password: `another ${person.password}` } }),
    ];
    for (const { status } of tried) see([410, 422].includes(status), `${status} for a wrong code`);
    see((await bench.login(person)).status === 200, 'the password is another one after a wrong code');
  },
};

export const SIGNING_IN = [signIn, wrongPassword, signOut, resetCode, wrongResetCode];
