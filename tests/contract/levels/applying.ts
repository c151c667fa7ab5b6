/** Level 2, first half: the host stores an application completely or not at all, once per address, and returns it unchanged. */
import { fieldsOf, LISTS, type ListName } from '../../../src/domain/application/fields.ts';
import { fromRecord, readWriteResponse } from '../../../src/domain/application/record.ts';
import {
  APPLICATION_ENDPOINTS,
  APPLICATION_TYPES,
  type ApplicationType,
} from '../../../src/domain/application/types.ts';
import type { Check } from '../check.ts';
import { assert, assertStatus, type Consequence, received } from '../finding.ts';
import type { Person } from '../people.ts';
import { assertDone, assertSuccess, isDone } from '../responses.ts';

const newAddress: Check = {
  name: 'new-address',
  level: 2,
  effect: 'worsens',
  means: 'A new applicant reads that the address already has an application, or can’t continue.',
  mend: 'Respond to POST /check-email with 200 and {"exists": false} for an address without an application.',
  async run(context) {
    assert(
      !(await context.exists(context.newPerson('founder').email)),
      'checkEmail: expected {"exists": false} for a new address, received true',
    );
  },
};

const STORED: Consequence = {
  effect: 'worsens',
  means:
    'The application is stored, and the portal shows that. It shows a number only where the response has one as id or data.id, and no next steps with dates.',
};

/** The check for one type of application. */
const create = (type: ApplicationType): Check => ({
  name: `create-${type}`,
  level: 2,
  effect: 'stops',
  means: `No ${type} can apply; the application stays in the applicant’s browser.`,
  mend: 'Accept the multipart body of docs/api.md, store it whole, and respond with 201 and {data: record}.',
  async run(context) {
    const person = context.newPerson(type);
    const reply = await context.create(person);
    assertDone(APPLICATION_ENDPOINTS[type].create, reply);
    // Any 2xx means stored, so later checks use the record even if this one fails.
    const record = await context.recordOf(person, reply);
    if (record) context.savePerson({ ...person, record });
    assertSuccess(APPLICATION_ENDPOINTS[type].create, reply, STORED);
    const [expected, email] = [person.email, readWriteResponse(reply.body)?.email];
    assert(email === expected, `the record: expected the address ${expected}, received ${email}`);
  },
});

const answersReturned: Check = {
  name: 'answers-kept',
  level: 2,
  effect: 'worsens',
  means: 'Applicants see the missing answers as “unknown”, and must enter them again to change them.',
  mend: 'Return each answer in the record as it was sent, under its name in docs/api.md.',
  async run(context) {
    for (const type of APPLICATION_TYPES) {
      const lost = changedAnswers(context.person(type));
      assert(
        lost.length === 0,
        `${type}: ${lost.slice(0, SHOWN).join('; ')}${lost.length > SHOWN ? `; and ${lost.length - SHOWN} more` : ''}`,
      );
    }
  },
};

/** The number of answers that a finding shows. */
const SHOWN = 5;

/** Returns the answers that differ in the record, except files, which other checks compare. */
function changedAnswers({ type, values, record }: Person): string[] {
  const kept = record ? fromRecord(type, record) : values;
  const isDifferent = (sent: unknown, held: unknown) =>
    JSON.stringify(comparable(sent)) !== JSON.stringify(comparable(held));
  return fieldsOf(type)
    .filter(({ kind }) => !['file', 'photo', 'consent'].includes(kind))
    .filter(({ name }) => isDifferent(values[name], kept[name]))
    .map(({ name }) => `${name} (expected ${shown(values[name])}, received ${shown(kept[name])})`);
}

/** A value as a finding shows it; it belongs to a test applicant. */
function shown(value: unknown): string {
  const text = JSON.stringify(comparable(value)) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const LIST_FILES = new Set(
  (Object.keys(LISTS) as ListName[]).flatMap((list) =>
    Object.entries(LISTS[list].item).flatMap(([name, { kind }]) => (kind === 'file' ? [name] : [])),
  ),
);

/** Returns a value without its files and with its properties sorted. */
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
  means: 'An applicant fills in a second application, and only at the end reads that it can’t be sent.',
  mend: 'Respond to POST /check-email with {"exists": true} for an address that has an application.',
  async run(context) {
    assert(
      await context.exists(context.person('founder').email),
      'checkEmail: expected {"exists": true} for an address with an application, received false',
    );
  },
};

const onePerAddress: Check = {
  name: 'one-per-address',
  level: 2,
  effect: 'unsafe',
  means: 'Two applications have the same address, and its owner can sign in to only one of them.',
  mend: 'Respond with 409 to a creation for an address that has an application.',
  async run(context) {
    const { person } = await context.createNew('founder');
    const reply = await context.create({ ...person, key: crypto.randomUUID() });
    const what = 'an application for an address that has one';
    assert(!isDone(reply), `${what}: expected 409, received ${received(reply)}`);
    // With another status the portal cannot name the reason.
    assert(reply.status === 409, `${what}: expected 409, received ${received(reply)}`, {
      effect: 'worsens',
      means: 'An applicant who applies again does not read that there is an application already.',
    });
  },
};

const UNCHECKED: Consequence = {
  effect: 'worsens',
  means: 'The host stores any application: only the applicant’s browser checks that it is complete.',
};

const refusedApplication: Check = {
  name: 'refused-whole',
  level: 2,
  effect: 'unsafe',
  means:
    'After a refusal part of the application is stored and its address is taken: the applicant can’t send it again.',
  mend: 'Respond with 422 to an application without a required field, and store nothing.',
  async run(context) {
    const person = context.newPerson('founder');
    const reply = await context.create(person, { changes: { surname: '' } });
    assertStatus(reply, [422], 'an application without a surname', isDone(reply) ? UNCHECKED : null);
    assert(!(await context.exists(person.email)), 'the address of a refused application is taken');
  },
};

export const APPLYING = [
  ...[newAddress, ...APPLICATION_TYPES.map(create), answersReturned, knownAddress, onePerAddress, refusedApplication],
];
