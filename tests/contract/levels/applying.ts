/** Level 2, first half: an application is stored whole or not at all, once for an address, and comes back as it was sent. */
import { fieldsOf, LISTS, type ListName } from '../../../src/domain/application/fields.ts';
import { fromRecord, readData } from '../../../src/domain/application/record.ts';
import {
  APPLICATION_ENDPOINTS,
  APPLICATION_TYPES,
  type ApplicationType,
} from '../../../src/domain/application/types.ts';
import { seeSuccess } from '../answers.ts';
import type { Check } from '../check.ts';
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
    see(code === 'email_taken' || code === 'conflict', `${status} for an address that has an application`);
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

export const APPLYING = [
  ...[newAddress, ...APPLICATION_TYPES.map(create), answersKept, knownAddress, onePerAddress, refusedWhole],
];
