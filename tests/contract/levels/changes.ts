/** Level 3, second third: changing an application or a password. */
import { FLAG_OF } from '../../../src/domain/application/fields.ts';
import { fromRecord, readWriteResponse } from '../../../src/domain/application/record.ts';
import { APPLICATION_ENDPOINTS } from '../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../src/domain/application/values.ts';
import { seeDone, seeSuccess } from '../answers.ts';
import { type Bench, type Check, REFUSED, tokenOf } from '../check.ts';
import { type Consequence, NotChecked, see, seeStatus } from '../finding.ts';
import { linksOf, type Person } from '../people.ts';

type Kept = ReturnType<Bench['person']>;

/** The values as the form of a change would hold them. */
const valuesOf = ({ type, record, values }: Kept): ApplicationValues => ({
  ...fromRecord(type, record),
  read_check: values.read_check,
});

/** Sends a change and takes over the record that comes back. @throws Finding */
async function changed(bench: Bench, person: Kept, changes: Partial<ApplicationValues>): Promise<ApplicationValues> {
  const reply = await bench.update(person, { ...valuesOf(person), ...changes });
  seeDone(APPLICATION_ENDPOINTS[person.type].update, reply);
  // What the answer lacks is as it was known before.
  const record = readWriteResponse(reply.body);
  if (record) person.record = mergeTold(person.record, reply.body, record);
  seeSuccess(APPLICATION_ENDPOINTS[person.type].update, reply, LESS);
  return fromRecord(person.type, person.record);
}

const LESS: Consequence = {
  effect: 'worsens',
  means:
    'The change is stored. Until the next sign-in the portal shows the previous values of what the response lacks.',
};

/** The known record with what the answer names. */
function mergeTold(known: Kept['record'], body: unknown, record: Kept['record']): Kept['record'] {
  const named = Object.keys((body as { data: object }).data) as (keyof Kept['record'])[];
  // A question that is answered tells of its list, too, which is left out where there is none.
  for (const [name, flag] of Object.entries(FLAG_OF))
    if (named.includes(flag)) named.push(name as keyof Kept['record']);
  return { ...known, ...Object.fromEntries(named.map((name) => [name, record[name]])), id: record.id };
}

function signedIn(bench: Bench, type: Person['type']): Kept {
  const person = bench.person(type);
  if (person.token === undefined) throw new NotChecked('it needs sign-in to hold');
  return person;
}

const change: Check = {
  name: 'change',
  level: 3,
  effect: 'stops',
  means: 'Applicants can’t send requested changes, or lose files that they did not change.',
  mend: 'Store what was sent, keep every file that was not, and respond with 200 and {data: record}. A relative’s unchanged file is named by the path of its link.',
  async run(bench) {
    const person = signedIn(bench, 'specialist');
    const before = linksOf(fromRecord(person.type, person.record), bench.origin).map(({ field }) => field);
    const after = await changed(bench, person, { petitioner_position: 'Deputy director' });
    see(
      after.petitioner_position === 'Deputy director',
      `the changed answer: expected "Deputy director", received ${JSON.stringify(after.petitioner_position)}`,
    );
    const kept = linksOf(after, bench.origin).map(({ field }) => field);
    const lost = before.filter((field) => !kept.includes(field));
    see(lost.length === 0, `${lost.join(', ')}: files that were not sent are gone`);
  },
};

const emptied: Check = {
  name: 'emptied-list',
  level: 3,
  effect: 'worsens',
  means: 'Relatives or trips that an applicant removed are still in the application.',
  mend: 'Empty a list whose flag is "no".',
  async run(bench) {
    const after = await changed(bench, signedIn(bench, 'specialist'), {
      relatives_check: 'no',
      formatted_relatives: [],
    });
    see(after.formatted_relatives.length === 0, 'the relatives are still there');
    see(after.relatives_check === 'no', 'the flag is the old one');
  },
};

const anotherId: Check = {
  name: 'another-applicant',
  level: 3,
  effect: 'unsafe',
  means: 'An applicant reads or changes another applicant’s application.',
  mend: 'Respond with 403 to any :id other than the token’s own, whether it exists or not.',
  async run(bench) {
    const own = tokenOf(signedIn(bench, 'specialist'));
    const other = bench.person('founder');
    const update = await bench.update(other, valuesOf(other), own);
    seeStatus(update, REFUSED, 'a change of another applicant’s application');
    const json = { new_password: `another ${other.password}` };
    const params = { type: other.type, id: other.record.id };
    const reply = await bench.host.call('changePassword', params, { ...own, json });
    seeStatus(reply, REFUSED, 'a change of another applicant’s password');
    seeStatus(await bench.login(other), [200], 'login with another applicant’s password afterwards');
  },
};

const newPassword: Check = {
  name: 'new-password',
  level: 3,
  effect: 'unsafe',
  means: 'After a change of the password the old one still works, or a stranger’s session continues.',
  mend: 'Respond to POST /change-password/:type/:id with 200, revoke all other tokens of the applicant, and accept only the new password.',
  async run(bench) {
    const person = signedIn(bench, 'investor');
    const elsewhere = await bench.signIn({ ...person });
    const old = person.password;
    await bench.signIn(person);
    const { password } = bench.newPerson('investor');
    const json = { new_password: password, current_password: old };
    const params = { type: person.type, id: person.record.id };
    const reply = await bench.host.call('changePassword', params, { ...tokenOf(person), json });
    seeSuccess('changePassword', reply);
    person.password = password;
    seeStatus(await bench.login({ ...person, password: old }), [401], 'login with the old password');
    const stranger = await bench.update(person, person.values, { token: elsewhere });
    seeStatus(stranger, REFUSED, 'another token of the applicant after a new password');
    await bench.signIn(person);
  },
};

export const CHANGES = [change, emptied, anotherId, newPassword];
