/** Level 2: applying, signing in and out, and a forgotten password. */

import { fieldsOf, LISTS, type ListName } from '../../../src/domain/application/fields.ts';
import { fromRecord, readData } from '../../../src/domain/application/record.ts';
import {
  APPLICATION_ENDPOINTS,
  APPLICATION_TYPES,
  type ApplicationType,
} from '../../../src/domain/application/types.ts';
import { seeSuccess } from '../answers.ts';
import { type Check, isTokenRefused } from '../check.ts';
import { see } from '../finding.ts';
import type { Person } from '../people.ts';

const newAddress: Check = {
  name: 'new-address',
  level: 2,
  means: 'A new applicant is told that there is an application already, or can’t go on.',
  mend: 'Answer POST /check-email with 200 and {"exists": false} for an address without an application.',
  async run(bench) {
    see(!(await bench.exists(bench.newPerson('founder').email)), 'checkEmail: an address that is new is said to exist');
  },
};

/** One for each type of application. */
const create = (type: ApplicationType): Check => ({
  name: `create-${type}`,
  level: 2,
  means: `No ${type} can apply; the application stays in the applicant’s browser.`,
  mend: 'Take the multipart body of docs/api.md, store it whole, and answer with 201 and {data: record}.',
  async run(bench) {
    const person = bench.newPerson(type);
    const told = await bench.create(person);
    seeSuccess(APPLICATION_ENDPOINTS[type].create, told);
    const record = readData(told.body);
    see(record?.email === person.email, 'email of the record is another one');
    bench.keep({ ...person, record });
  },
});

const answersKept: Check = {
  name: 'answers-kept',
  level: 2,
  means: 'Whoever is asked to change an application finds answers missing or changed, and has to give them again.',
  mend: 'Give each answer back in the record under its name in docs/api.md, as it was sent.',
  async run(bench) {
    for (const type of APPLICATION_TYPES) {
      const lost = lostAnswers(bench.person(type));
      see(lost.length === 0, `${type}: ${lost.join(', ')} of the record are not what was sent`);
    }
  },
};

/** Names of the fields whose value in the record is another than that which was sent; files are looked at apart. */
function lostAnswers({ type, values, record }: Person): string[] {
  const kept = record ? fromRecord(type, record) : values;
  const isOther = (sent: unknown, held: unknown) =>
    JSON.stringify(comparable(sent)) !== JSON.stringify(comparable(held));
  return fieldsOf(type)
    .filter(({ kind }) => !['file', 'photo', 'consent'].includes(kind))
    .filter(({ name }) => isOther(values[name], kept[name]))
    .map(({ name }) => name);
}

const LIST_FILES = new Set(
  (Object.keys(LISTS) as ListName[]).flatMap((list) =>
    Object.entries(LISTS[list].item).flatMap(([name, { kind }]) => (kind === 'file' ? [name] : [])),
  ),
);

/** A value without its files, its properties in one order. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !LIST_FILES.has(name));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const knownAddress: Check = {
  name: 'known-address',
  level: 2,
  means: 'An applicant fills in a second application and learns at its end that it can’t be sent.',
  mend: 'Answer POST /check-email with {"exists": true} for an address that has an application.',
  async run(bench) {
    see(
      await bench.exists(bench.person('founder').email),
      'checkEmail: an address with an application is said to be new',
    );
  },
};

const onePerAddress: Check = {
  name: 'one-per-address',
  level: 2,
  means: 'Two applications have one address, and its owner can sign in to one of them only.',
  mend: 'Refuse to create with an address that has an application: 409.',
  async run(bench) {
    const { status, code } = await bench.create({ ...bench.person('founder'), key: crypto.randomUUID() });
    see(code === 'email_taken', `${status} for an address that has an application`);
  },
};

const refusedWhole: Check = {
  name: 'refused-whole',
  level: 2,
  means: 'After a refusal half an application is stored, and its address is taken: the applicant can’t send it again.',
  mend: 'Refuse an application without a required field with 422, and store nothing of it.',
  async run(bench) {
    const person = bench.newPerson('founder');
    const { status, code } = await bench.create(person, { changes: { surname: '' } });
    see(code === 'validation_failed', `${status} for an application without a surname`);
    see(!(await bench.exists(person.email)), 'the address of a refused application is taken');
  },
};

const signIn: Check = {
  name: 'sign-in',
  level: 2,
  means: 'Applicants can’t open their account.',
  mend: 'Answer POST /user-login with 200 and {token, object}; a token has 20 to 2048 characters (docs/decisions/token-format.md).',
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

export const SIGNING_IN = [
  ...[newAddress, ...APPLICATION_TYPES.map(create), answersKept, knownAddress, onePerAddress, refusedWhole],
  ...[signIn, wrongPassword, signOut, resetCode, wrongResetCode],
];
