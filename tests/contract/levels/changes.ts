/** Level 3, second part: changes of an application or a password. */
import { FLAG_OF } from '../../../src/domain/application/fields.ts';
import { fromRecord, readWriteResponse } from '../../../src/domain/application/record.ts';
import { APPLICATION_ENDPOINTS } from '../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../src/domain/application/values.ts';
import { type Check, type CheckContext, TOKEN_REFUSED, tokenOf } from '../check.ts';
import { assert, assertStatus, type Consequence, NotChecked } from '../finding.ts';
import { linksOf, type Person } from '../people.ts';
import { assertDone, assertSuccess } from '../responses.ts';

type StoredPerson = ReturnType<CheckContext['person']>;

/** The values of the form that changes an application. */
const valuesOf = ({ type, record, values }: StoredPerson): ApplicationValues => ({
  ...fromRecord(type, record),
  read_check: values.read_check,
});

/** Sends a change and updates the person's record from the response. @throws Finding */
async function sendChange(
  context: CheckContext,
  person: StoredPerson,
  changes: Partial<ApplicationValues>,
): Promise<ApplicationValues> {
  const reply = await context.update(person, { ...valuesOf(person), ...changes });
  assertDone(APPLICATION_ENDPOINTS[person.type].update, reply);
  // Fields that the response lacks keep their previous values.
  const record = readWriteResponse(reply.body);
  if (record) person.record = mergeReturned(person.record, reply.body, record);
  assertSuccess(APPLICATION_ENDPOINTS[person.type].update, reply, INCOMPLETE);
  return fromRecord(person.type, person.record);
}

const INCOMPLETE: Consequence = {
  effect: 'worsens',
  means:
    'The change is stored. Until the next sign-in the portal shows the previous values of what the response lacks.',
};

/** Returns the known record with the fields that the response contains. */
function mergeReturned(
  known: StoredPerson['record'],
  body: unknown,
  record: StoredPerson['record'],
): StoredPerson['record'] {
  const named = Object.keys((body as { data: object }).data) as (keyof StoredPerson['record'])[];
  // A flag in the response also sets its list, since hosts leave out an empty one.
  for (const [name, flag] of Object.entries(FLAG_OF))
    if (named.includes(flag)) named.push(name as keyof StoredPerson['record']);
  return { ...known, ...Object.fromEntries(named.map((name) => [name, record[name]])), id: record.id };
}

function signedIn(context: CheckContext, type: Person['type']): StoredPerson {
  const person = context.person(type);
  if (person.token === undefined) throw new NotChecked('requires sign-in to pass');
  return person;
}

const change: Check = {
  name: 'change',
  level: 3,
  effect: 'stops',
  means: 'Applicants can’t send requested changes, or lose files that they did not change.',
  mend: 'Store what was sent, keep every file that was not, and respond with 200 and {data: record}. A relative’s unchanged file is named by the path of its link.',
  async run(context) {
    const person = signedIn(context, 'specialist');
    const before = linksOf(fromRecord(person.type, person.record), context.origin).map(({ field }) => field);
    const after = await sendChange(context, person, { petitioner_position: 'Deputy director' });
    assert(
      after.petitioner_position === 'Deputy director',
      `the changed answer: expected "Deputy director", received ${JSON.stringify(after.petitioner_position)}`,
    );
    const kept = linksOf(after, context.origin).map(({ field }) => field);
    const lost = before.filter((field) => !kept.includes(field));
    assert(lost.length === 0, `${lost.join(', ')}: unchanged files are missing in the record`);
  },
};

const emptied: Check = {
  name: 'emptied-list',
  level: 3,
  effect: 'worsens',
  means: 'Relatives or trips that an applicant removed are still in the application.',
  mend: 'Empty a list whose flag is "no".',
  async run(context) {
    const after = await sendChange(context, signedIn(context, 'specialist'), {
      relatives_check: 'no',
      formatted_relatives: [],
    });
    assert(after.formatted_relatives.length === 0, 'the relatives are still in the record');
    assert(after.relatives_check === 'no', 'relatives_check is not "no"');
  },
};

const anotherId: Check = {
  name: 'another-applicant',
  level: 3,
  effect: 'unsafe',
  means: 'An applicant reads or changes another applicant’s application.',
  mend: 'Respond with 403 to any :id other than the token’s own, whether it exists or not.',
  async run(context) {
    const own = tokenOf(signedIn(context, 'specialist'));
    const other = context.person('founder');
    const update = await context.update(other, valuesOf(other), own);
    assertStatus(update, TOKEN_REFUSED, 'a change of another applicant’s application');
    const json = { new_password: `another ${other.password}` };
    const params = { type: other.type, id: other.record.id };
    const reply = await context.host.call('changePassword', params, { ...own, json });
    assertStatus(reply, TOKEN_REFUSED, 'a change of another applicant’s password');
    assertStatus(await context.login(other), [200], 'login with another applicant’s password afterwards');
  },
};

const newPassword: Check = {
  name: 'new-password',
  level: 3,
  effect: 'unsafe',
  means: 'After a change of the password the old one still works, or a stranger’s session continues.',
  mend: 'Respond to POST /change-password/:type/:id with 200, revoke all other tokens of the applicant, and accept only the new password.',
  async run(context) {
    const person = signedIn(context, 'investor');
    const elsewhere = await context.signIn({ ...person });
    const old = person.password;
    await context.signIn(person);
    const { password } = context.newPerson('investor');
    const json = { new_password: password, current_password: old };
    const params = { type: person.type, id: person.record.id };
    const reply = await context.host.call('changePassword', params, { ...tokenOf(person), json });
    assertSuccess('changePassword', reply);
    person.password = password;
    assertStatus(await context.login({ ...person, password: old }), [401], 'login with the old password');
    const stranger = await context.update(person, person.values, { token: elsewhere });
    assertStatus(stranger, TOKEN_REFUSED, 'another token of the applicant after a new password');
    await context.signIn(person);
  },
};

export const CHANGES = [change, emptied, anotherId, newPassword];
