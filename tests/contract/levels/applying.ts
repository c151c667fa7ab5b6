/** Level 2, first half: an application is stored whole or not at all, once for an address, and comes back as it was sent. */
import { fieldsOf, LISTS, type ListName } from '../../../src/domain/application/fields.ts';
import { fromRecord, readWriteResponse } from '../../../src/domain/application/record.ts';
import {
  APPLICATION_ENDPOINTS,
  APPLICATION_TYPES,
  type ApplicationType,
} from '../../../src/domain/application/types.ts';
import { isDone, seeDone, seeSuccess } from '../answers.ts';
import type { Check } from '../check.ts';
import { type Consequence, received, see, seeStatus } from '../finding.ts';
import type { Person } from '../people.ts';

const newAddress: Check = {
  name: 'new-address',
  level: 2,
  effect: 'worsens',
  means: 'A new applicant is told that there is an application already, or can’t go on.',
  mend: 'Answer POST /check-email with 200 and {"exists": false} for an address without an application.',
  async run(bench) {
    see(!(await bench.exists(bench.newPerson('founder').email)), 'checkEmail: an address that is new is said to exist');
  },
};

const STORED: Consequence = {
  effect: 'worsens',
  means:
    'The application is stored, and the portal says so. It shows a number only where id or data.id has one, and no next steps with dates.',
};

/** One for each type of application. */
const create = (type: ApplicationType): Check => ({
  name: `create-${type}`,
  level: 2,
  effect: 'stops',
  means: `No ${type} can apply; the application stays in the applicant’s browser.`,
  mend: 'Take the multipart body of docs/api.md, store it whole, and answer with 201 and {data: record}.',
  async run(bench) {
    const person = bench.newPerson(type);
    const told = await bench.create(person);
    seeDone(APPLICATION_ENDPOINTS[type].create, told);
    // Any 2xx means stored: what follows works with what did come back.
    const record = await bench.recordOf(person, told);
    if (record) bench.keep({ ...person, record });
    seeSuccess(APPLICATION_ENDPOINTS[type].create, told, STORED);
    const [expected, email] = [person.email, readWriteResponse(told.body)?.email];
    see(email === expected, `the record: expected the address ${expected}, received ${email}`);
  },
});

const answersKept: Check = {
  name: 'answers-kept',
  level: 2,
  effect: 'worsens',
  means:
    'Whoever opens or changes an application sees the missing answers as “unknown”, and gives again what is to be changed.',
  mend: 'Give each answer back in the record under its name in docs/api.md, as it was sent.',
  async run(bench) {
    for (const type of APPLICATION_TYPES) {
      const lost = lostAnswers(bench.person(type));
      see(
        lost.length === 0,
        `${type}: ${lost.slice(0, SHOWN).join('; ')}${lost.length > SHOWN ? `; and ${lost.length - SHOWN} more` : ''}`,
      );
    }
  },
};

/** Answers that a finding shows. */
const SHOWN = 5;

/** The answers whose value in the record is another than that which was sent; files are looked at apart. */
function lostAnswers({ type, values, record }: Person): string[] {
  const kept = record ? fromRecord(type, record) : values;
  const isOther = (sent: unknown, held: unknown) =>
    JSON.stringify(comparable(sent)) !== JSON.stringify(comparable(held));
  return fieldsOf(type)
    .filter(({ kind }) => !['file', 'photo', 'consent'].includes(kind))
    .filter(({ name }) => isOther(values[name], kept[name]))
    .map(({ name }) => `${name} (expected ${shown(values[name])}, received ${shown(kept[name])})`);
}

/** A value of a made-up applicant. */
function shown(value: unknown): string {
  const text = JSON.stringify(comparable(value)) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
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
  effect: 'worsens',
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
  effect: 'unsafe',
  means: 'Two applications have one address, and its owner can sign in to one of them only.',
  mend: 'Refuse to create with an address that has an application: 409.',
  async run(bench) {
    const { person } = await bench.stored('founder');
    const told = await bench.create({ ...person, key: crypto.randomUUID() });
    const what = 'an application for an address that has one';
    see(!isDone(told), `${what}: expected 409, received ${received(told)}`);
    // Refused in another way, so that the portal can't say why.
    see(told.status === 409, `${what}: expected 409, received ${received(told)}`, {
      effect: 'worsens',
      means: 'Somebody who applies twice is not told that there is an application already.',
    });
  },
};

const UNCHECKED: Consequence = {
  effect: 'worsens',
  means: 'The host stores what it is sent: only the applicant’s browser checks that an application is complete.',
};

const refusedWhole: Check = {
  name: 'refused-whole',
  level: 2,
  effect: 'unsafe',
  means: 'After a refusal half an application is stored, and its address is taken: the applicant can’t send it again.',
  mend: 'Refuse an application without a required field with 422, and store nothing of it.',
  async run(bench) {
    const person = bench.newPerson('founder');
    const told = await bench.create(person, { changes: { surname: '' } });
    seeStatus(told, [422], 'an application without a surname', isDone(told) ? UNCHECKED : null);
    see(!(await bench.exists(person.email)), 'the address of a refused application is taken');
  },
};

export const APPLYING = [
  ...[newAddress, ...APPLICATION_TYPES.map(create), answersKept, knownAddress, onePerAddress, refusedWhole],
];
