/** Level 2, first half: the host stores an application completely or not at all, once per address, and returns it unchanged. */

import { createHash } from 'node:crypto';
import { readCreatedId, recordIn } from '../../../functions/gateway/host/adapter.ts';
import { readList, readObject } from '../../../functions/gateway/host/values.ts';
import { propertyOf } from '../../../src/domain/api/json.ts';
import { fieldsOf, LISTS, type ListName } from '../../../src/domain/application/fields.ts';
import { fromRecord } from '../../../src/domain/application/record.ts';
import {
  APPLICATION_ENDPOINTS,
  APPLICATION_TYPES,
  type ApplicationType,
} from '../../../src/domain/application/types.ts';
import type { Check, CheckContext } from '../check.ts';
import {
  assert,
  assertNoHarm,
  type Consequence,
  Finding,
  Harm,
  NoResponse,
  NotChecked,
  Profiled,
  received,
  Undecided,
} from '../finding.ts';
import { type Person, pathOf } from '../people.ts';
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
    // Any 2xx means stored. The record is the one of the sign-in: what applicants see from then on.
    const record = await context.recordOf(person);
    if (record) context.savePerson({ ...person, record });
    assertSuccess(APPLICATION_ENDPOINTS[type].create, reply, STORED);
    const [expected, email] = [person.email, recordIn(APPLICATION_ENDPOINTS[type].create, reply.body)?.email];
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
    const { email } = context.person('founder');
    // Pages show a refusal of the address at the address.
    if ((await context.host.call('checkEmail', {}, { json: { email } })).fields.includes('email')) return;
    assert(
      await context.exists(email),
      'checkEmail: expected {"exists": true} for an address with an application, received false',
    );
  },
};

const onePerAddress: Check = {
  name: 'one-per-address',
  level: 2,
  effect: 'worsens',
  means: 'An applicant who applies again does not read that there is an application already.',
  mend: 'Respond with 409 to a creation for an address that has an application.',
  async run(context) {
    const { person, reply: first } = await context.createNew('founder');
    const other = { ...person, key: crypto.randomUUID(), password: `${person.password} again` };
    const reply = await context.create(other);
    const what = 'an application for an address that has one';
    if (isDone(reply)) {
      const [before, after] = [readCreatedId(first.body), readCreatedId(reply.body)];
      assertNoHarm(
        isDone(await context.login(other)),
        `${what} was stored, and its password signs in`,
        'A stranger who knows an address takes over its account, or hides its application.',
      );
      assertNoHarm(
        before !== null && after !== null && before !== after,
        `${what} was stored beside it: ${before} and ${after}`,
        'Two applications have the same address, and its owner can sign in to only one of them.',
      );
    }
    const names = reply.error?.errors ?? {};
    const isNamed = reply.status === 409 || reply.code === 'validation_failed' || 'email' in names;
    assert(!isDone(reply) && isNamed, `${what}: expected 409, received ${received(reply)}`);
  },
};

const UNCHECKED: Consequence = {
  effect: 'worsens',
  means: 'The host stores any application: only the applicant’s browser checks that it is complete.',
};

const refusedApplication: Check = {
  name: 'refused-whole',
  level: 2,
  effect: 'worsens',
  means: 'An applicant whose application is incomplete does not read which answer is missing.',
  mend: 'Respond with 422 to an application without a required field, and store nothing.',
  async run(context) {
    const person = context.newPerson('founder');
    const reply = await context.create(person, { changes: { surname: '' } });
    assert(!isDone(reply), `an application without a surname: received ${received(reply)}`, UNCHECKED);
    await assertNothingStored(context, person);
    assert(
      reply.code === 'validation_failed',
      `an application without a surname: expected 422, received ${received(reply)}`,
    );
  },
};

/** Sends the complete application of a person whose first one was refused. @throws Harm, or Undecided if that is refused too */
export async function assertNothingStored(context: CheckContext, person: Person): Promise<void> {
  const reply = await context.create({ ...person, key: crypto.randomUUID() });
  if (isDone(reply)) return;
  const control = await context.create(context.newPerson(person.type));
  if (!isDone(control)) throw new Undecided(`a complete application is refused too: ${received(control)}`);
  throw new Harm(
    `after a refusal the complete application of the same address: received ${received(reply)}`,
    'After a refusal part of the application is stored and its address is taken: the applicant can’t send it again.',
  );
}

/** The spelling that may end a host is tried last; of two that work it is the usual one. */
const LIST_FORMS = ['file6', 'file6[0]', 'file6[]'] as const;

/** Runs last of those that create applications, since a host may end at a name that it does not know. */
export const listFiles: Check = {
  name: 'list-files',
  level: 2,
  effect: 'worsens',
  means: 'Applicants don’t see which files of their relatives have arrived.',
  mend: 'Store each file of a relative, in the order of the relatives, and return it in the record.',
  async run(context) {
    const found: string[] = [];
    let whole: (typeof LIST_FORMS)[number] | null = null;
    for (const form of LIST_FORMS) {
      const kept = await keptListFiles(context, form);
      found.push(`${form}: ${typeof kept === 'number' ? `${kept} of 4` : kept}`);
      if (kept === 4) whole = form;
      if (whole === 'file6') break;
    }
    const seen = `files of two relatives that came back, by their name: ${found.join(', ')}`;
    if (whole) context.learn({ list_files: whole });
    if (whole === 'file6') return;
    if (whole) throw new Profiled(seen, 'list_files');
    if (!found.some((one) => / [1-3] of 4$/.test(one))) throw new Finding(`${seen}; so it is unknown which are stored`);
    throw new Harm(seen, 'Passports and certificates of relatives are lost, and the applicant reads “sent”.');
  },
};

/** Sends an application with two relatives. @returns how many of their four files open from the record, or why it is unknown */
async function keptListFiles(context: CheckContext, form: (typeof LIST_FORMS)[number]): Promise<number | string> {
  const person = context.newPerson('founder');
  const [one] = person.values.formatted_relatives;
  if (!one) throw new NotChecked('requires a relative in the sample');
  const names = ['passport.pdf', 'letter.pdf', 'birth.pdf', 'certificate.pdf'] as const;
  const [a, b, c, d] = names.map((name) => context.file(name));
  const second = { name: 'Second', kinship: 'wife', relativePassport: 'N7654399' } as const;
  const relatives = [
    { ...one, file6: a ?? null, marriage_or_birth_document_file: b ?? null },
    { ...one, ...second, file6: c ?? null, marriage_or_birth_document_file: d ?? null },
  ];
  const what = `an application with files named ${form}`;
  const changes = { formatted_relatives: relatives };
  try {
    const reply = await context.create(person, { changes, listFiles: form, what });
    if (!isDone(reply) && form === LIST_FORMS[0])
      throw new Undecided(`an application with two relatives was refused: ${received(reply)}`);
    if (!isDone(reply)) return `refused with ${reply.status}`;
    return names.length - (await missingFiles(context, person, names)).size;
  } catch (error) {
    if (error instanceof NoResponse) return context.host.endedAt === null ? 'no response' : 'the host ended';
    if (error instanceof NotChecked && form !== LIST_FORMS[0]) return 'not tried';
    throw error;
  }
}

/** The digests of files of relatives that no reference in the record opens. */
async function missingFiles(context: CheckContext, person: Person, names: readonly string[]): Promise<Set<string>> {
  const missing = new Set(names.map((name) => digest(context.files(name).bytes)));
  const record = readObject(propertyOf((await context.login(person)).body, 'object')) ?? {};
  // The four fields of the application itself hold other documents.
  const places = Object.entries(record).flatMap(([name, value]) => (OF_RELATIVES.test(name) ? [value] : []));
  for (const reference of places.flatMap(textsIn)) {
    const path = pathOf(reference, context.origin);
    if (path === null) continue;
    const { status, bytes } = await context.host.get(path);
    if (status === 200) missing.delete(digest(bytes));
  }
  return missing;
}

/** Properties of a record that hold relatives' files, also where a host keeps the name of a part. */
const OF_RELATIVES = /^(?:formatted_relatives|file6|marriage_or_birth_document_file)(?:\[\d*\])?$/;

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
/** All texts of a value, and of JSON in a text. */
function textsIn(value: unknown): string[] {
  if (isObject(value)) return Object.values(value).flatMap(textsIn);
  if (typeof value !== 'string') return [];
  const packed = readList(value) ?? readObject(value);
  return packed ? textsIn(packed) : [value];
}

export const APPLYING = [
  newAddress,
  ...APPLICATION_TYPES.map(create),
  ...[answersReturned, knownAddress, onePerAddress, refusedApplication],
];
