/** The desk's command line with its own state: database, bucket and mail folder of a running portal. */
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apply } from '../support/apply.ts';
import { desk, deskRefusal } from '../support/desk.ts';
import { words } from '../support/locale-words.ts';
import { mailsTo } from '../support/mail.ts';
import { expect, test } from '../support/portal.ts';

interface Listed {
  id: string;
  status: string;
  type: string;
}

test('the desk command lists applications, saves an archive, sets allowed statuses and refuses others', async ({
  baseURL,
}) => {
  const { id, email } = await apply(baseURL ?? '', 'en', 'investor');
  const ofType = JSON.parse(await desk('list', '--type', 'investor', '--status', 'submitted', '--json')) as Listed[];
  expect(ofType.map((row) => row.id)).toContain(id);
  expect(ofType.every(({ type, status }) => type === 'investor' && status === 'submitted')).toBe(true);
  const archive = join(await mkdtemp(join(tmpdir(), 'it-visa-desk-')), 'all.zip');
  await desk('export', id, '--save', archive);
  expect((await readFile(archive)).includes(`${words('en', 'forms', 'papers.file4')} of `)).toBe(true);
  expect((await stat(archive)).mode & 0o777, 'only the operator may read it').toBe(0o600);

  const refused = words('en', 'admin', 'office.problems.statusRefused');
  expect(await deskRefusal('set', id, 'approved')).toBe(`${refused}
`);
  expect(JSON.parse(await deskRefusal('set', id, 'rejected', '--json'))).toMatchObject({ code: 'reasonNeeded', id });
  const done = JSON.parse(await desk('set', id, 'in_review', '--now', '--json')) as {
    mail: { sent: boolean; file: string };
  };
  expect(done).toMatchObject({ id, status: 'in_review', mail: { sent: true } });
  // Both forms of the mail, with the portal's sender.
  const lastMail = (await mailsTo(email)).at(-1);
  for (const form of [lastMail?.text, lastMail?.html])
    expect(form).toContain(words('en', 'admin', 'mail.status.in_review'));
  expect(lastMail?.html).toMatch(/^<!doctype html><html lang="en">/);
});
