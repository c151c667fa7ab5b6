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
  const told = await bench.update(person, { ...valuesOf(person), ...changes });
  seeDone(APPLICATION_ENDPOINTS[person.type].update, told);
  // What the answer lacks is as it was known before.
  const record = readWriteResponse(told.body);
  if (record) person.record = mergeTold(person.record, told.body, record);
  seeSuccess(APPLICATION_ENDPOINTS[person.type].update, told, LESS);
  return fromRecord(person.type, person.record);
}

const LESS: Consequence = {
  effect: 'worsens',
  means: 'The change is taken. What the answer lacks the portal shows as it knew it before, until the next sign-in.',
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
  means: 'Whoever is asked for a change can’t send it, or loses files that were not to change.',
  mend: 'Take what was sent, keep every file that was not, and answer with 200 and {data: record}. A relative’s file that stays is named by the path of its link.',
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
  means: 'Relatives or trips that an applicant has taken back are still in the application.',
  mend: 'Hold none of a list whose flag is "no".',
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
  means: 'An applicant reads or changes somebody else’s application.',
  mend: 'Refuse any :id that is not the token’s own with 403, whether it exists or not.',
  async run(bench) {
    const own = tokenOf(signedIn(bench, 'specialist'));
    const other = bench.person('founder');
    const update = await bench.update(other, valuesOf(other), own);
    seeStatus(update, REFUSED, 'a change of another applicant’s application');
    const json = { new_password: `another ${other.password}` };
    const params = { type: other.type, id: other.record.id };
    const told = await bench.host.call('changePassword', params, { ...own, json });
    seeStatus(told, REFUSED, 'a change of another applicant’s password');
    seeStatus(await bench.login(other), [200], 'login with another applicant’s password afterwards');
  },
};

const newPassword: Check = {
  name: 'new-password',
  level: 3,
  effect: 'unsafe',
  means: 'A password that somebody else knows stays good, or a stranger’s session goes on after it was changed.',
  mend: 'Answer POST /change-password/:type/:id with 200, end every other token of the applicant, and take the new password from then on.',
  async run(bench) {
    const person = signedIn(bench, 'investor');
    const elsewhere = await bench.signIn({ ...person });
    const old = person.password;
    await bench.signIn(person);
    const { password } = bench.newPerson('investor');
    const json = { new_password: password, current_password: old };
    const params = { type: person.type, id: person.record.id };
    const told = await bench.host.call('changePassword', params, { ...tokenOf(person), json });
    seeSuccess('changePassword', told);
    person.password = password;
    seeStatus(await bench.login({ ...person, password: old }), [401], 'login with the old password');
    const stranger = await bench.update(person, person.values, { token: elsewhere });
    seeStatus(stranger, REFUSED, 'another token of the applicant after a new password');
    await bench.signIn(person);
  },
};

export const CHANGES = [change, emptied, anotherId, newPassword];
