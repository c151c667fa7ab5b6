/** Level 3, second part: changes of an application or a password. The record after a change is the one of a sign-in. */

import { recordIn } from '../../../functions/gateway/host/adapter.ts';
import { FLAG_OF } from '../../../src/domain/application/fields.ts';
import { fromRecord } from '../../../src/domain/application/record.ts';
import { mergeRecord } from '../../../src/domain/application/record-update.ts';
import { APPLICATION_ENDPOINTS } from '../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../src/domain/application/values.ts';
import { type Check, type CheckContext, isTokenRefused, type StoredPerson, tokenOf } from '../check.ts';
import { assert, assertNoHarm, type Consequence, Harm, received, Undecided } from '../finding.ts';
import type { HostReply } from '../host-client.ts';
import { linksOf } from '../people.ts';
import { assertDone, assertSuccess, isDone } from '../responses.ts';
import { assertTokenRefused } from './signing-in.ts';

const INCOMPLETE: Consequence = {
  effect: 'worsens',
  means:
    'The change is stored. Until the next sign-in the portal shows the previous values of what the response lacks.',
};

/** Answers that a change of one answer has changed as well, and files that it lost. */
function sideEffects(
  { type, record: before }: StoredPerson,
  after: StoredPerson['record'],
  changed: readonly string[],
  origin: string,
): string[] {
  const [then, now] = [fromRecord(type, before), fromRecord(type, after)];
  const files = (values: ApplicationValues) => linksOf(values, origin).map(({ field }) => field);
  const kept = files(now);
  const lost = files(then).filter((field) => !kept.includes(field));
  const isText = (value: unknown) => typeof value === 'string' || Array.isArray(value);
  const texts = (values: ApplicationValues, name: string) =>
    JSON.stringify(values[name as keyof ApplicationValues], (key, value) => (key === 'path' ? undefined : value));
  const other = Object.keys(then).filter(
    (name) =>
      !changed.includes(name) &&
      isText(then[name as keyof ApplicationValues]) &&
      texts(then, name) !== texts(now, name),
  );
  return [...new Set([...lost, ...other])].filter((name) => !Object.values<string>(FLAG_OF).includes(name));
}

const change: Check = {
  name: 'change',
  level: 3,
  effect: 'stops',
  means: 'Applicants can’t send requested changes.',
  mend: 'Store what was sent, keep every answer and file that was not, and respond with 200 and {data: record}. A relative’s unchanged file is named by the path of its link.',
  async run(context) {
    const person = context.person('specialist');
    await context.signIn(person);
    const { record: before } = person;
    const changes = { petitioner_position: 'Deputy director' };
    const reply = await context.update(person, changes);
    assertDone(APPLICATION_ENDPOINTS[person.type].update, reply);
    const record = await context.currentRecord(person);
    const lost = sideEffects(person, record, Object.keys(changes), context.origin);
    person.record = record;
    if (lost.length > 0)
      throw new Harm(
        `a change of petitioner_position also changed or removed ${lost.join(', ')}`,
        'A change loses answers and files that the applicant did not touch.',
      );
    const { petitioner_position: after } = record;
    // A host may return less than it stores.
    assert(
      after === undefined || after === changes.petitioner_position,
      `the changed answer: expected "${changes.petitioner_position}", received ${JSON.stringify(after)}`,
    );
    const shown = mergeRecord(before, { sent: changes, texts: {}, returned: recordIn('updateSpecialist', reply.body) });
    const differing = sideEffects({ ...person, record: shown }, record, [], context.origin);
    assert(
      differing.length === 0,
      `after the change pages show other answers than after the next sign-in: ${differing.join(', ')}`,
      INCOMPLETE,
    );
  },
};

const emptied: Check = {
  name: 'emptied-list',
  level: 3,
  effect: 'worsens',
  means: 'Relatives or trips that an applicant removed are still in the application.',
  mend: 'Empty a list whose flag is "no".',
  async run(context) {
    const person = context.person('specialist');
    await context.signIn(person);
    const reply = await context.update(person, { relatives_check: 'no', formatted_relatives: [] });
    assertDone(APPLICATION_ENDPOINTS[person.type].update, reply);
    person.record = await context.currentRecord(person);
    const { formatted_relatives, relatives_check } = person.record;
    assert((formatted_relatives ?? []).length === 0, 'the relatives are still in the record');
    assert(relatives_check !== 'yes', 'relatives_check is not "no"');
  },
};

const anotherId: Check = {
  name: 'another-applicant',
  level: 3,
  effect: 'worsens',
  means: 'The response to a change at another number looks like a success.',
  mend: 'Respond with 403 to any :id other than the token’s own, whether it exists or not.',
  async run(context) {
    const person = context.person('specialist');
    const token = await context.signIn(person);
    const other = context.person('founder');
    await assertTokenRefused(context, other, token, {
      what: 'a change of another applicant’s application',
      means: 'An applicant changes another applicant’s application.',
    });
    const json = { new_password: `another ${other.password}` };
    const params = { type: other.type, id: other.record.id };
    const reply = await context.host.call('changePassword', params, { token, json });
    assertNoHarm(
      isDone(await context.login({ email: other.email, password: json.new_password })),
      'a change of another applicant’s password set it',
      'An applicant takes over another applicant’s account.',
    );
    if (isTokenRefused(reply)) return;
    assertPasswordTaken(reply);
    if (!isDone(await context.login(person))) person.password = json.new_password;
    assert(
      false,
      `a change of another applicant’s password: expected 403, received ${received(reply)}; that password stayed`,
    );
  },
};

/** @throws Undecided if the host asks more of a password than the sample has */
function assertPasswordTaken(reply: HostReply): void {
  if (reply.code === 'validation_failed' && reply.fields.some((name) => /password/.test(name)))
    throw new Undecided(`the sample’s new password was refused: ${received(reply)}`);
}

const newPassword: Check = {
  name: 'new-password',
  level: 3,
  effect: 'stops',
  means: 'Applicants can’t change their password.',
  mend: 'Respond to POST /change-password/:type/:id with 200, revoke all other tokens of the applicant, and accept only the new password.',
  async run(context) {
    const person = context.person('investor');
    const elsewhere = await context.signIn({ ...person });
    await context.signIn(person);
    const { password } = context.newPerson('investor');
    const json = { new_password: password, current_password: person.password };
    const params = { type: person.type, id: person.record.id };
    const reply = await context.host.call('changePassword', params, { ...tokenOf(person), json });
    assertPasswordTaken(reply);
    assertSuccess('changePassword', reply);
    const old = person.password;
    person.password = password;
    assertNoHarm(
      isDone(await context.login({ ...person, password: old })),
      'the old password signs in after a change',
      'Who knows the old password keeps the account.',
    );
    await context.signIn(person);
    await assertTokenRefused(context, person, elsewhere, {
      what: 'a change with a token from before the new password',
      means: 'A stranger’s session continues after a new password.',
    });
  },
};

export const CHANGES = [change, emptied, anotherId, newPassword];

/** Finds out which settings of the profile fit the host, where no check asks; nothing here is a failure. */
export async function discover(context: CheckContext): Promise<void> {
  const person = await context.createStored('founder');
  const first = tokenOf(person);
  await context.signIn(person);
  const form = new FormData();
  form.append('name', 'Another');
  if (person.record.version !== undefined) form.append('version', String(person.record.version));
  const id: 'updateFounder' = 'updateFounder';
  const byFirst = await context.host.call(id, { id: person.record.id }, { form, ...first });
  if (isTokenRefused(byFirst)) context.learn({ one_session: true });
  const reply = isDone(byFirst)
    ? byFirst
    : await context.host.call(id, { id: person.record.id }, { form, ...tokenOf(person) });
  const record = await context.currentRecord(person);
  const isKept = sideEffects(person, record, ['name'], context.origin).length === 0;
  if (isDone(reply) && record.name === 'Another' && isKept) context.learn({ update: 'changed' });
  const partial = context.newPerson('founder');
  const relatives = partial.values.formatted_relatives.map((one) => ({ ...one, birth_of_date: '1990' }));
  const created = await context.create(partial, { changes: { formatted_relatives: relatives } });
  if (!isDone(created)) return;
  const login = await context.login(partial);
  if (/"birth_of_date\\?":\s*\\?"1990\\?"/.test(new TextDecoder().decode(login.bytes)))
    context.learn({ partial_dates: true });
}
