/** What an applicant changed, as officers see it: in the differences, the history and the log. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { APPLICATION_PATHS } from '../../fixtures/applicants.ts';
import {
  tokenOf as applicantToken,
  createApplication,
  formOf,
  newEmail,
  relative,
  validValues,
} from '../admin/support/applications.ts';
import { call, migrate } from '../admin/support/host.ts';
import { SAMPLES } from '../admin/support/samples.ts';
import { bindings, officer } from './support/desk.ts';
import { serveKeys } from './support/officers.ts';

const ARROW = '<span aria-hidden="true">→</span><span class="visually-hidden"> becomes</span>';

beforeAll(migrate);
beforeEach(() => serveKeys());

const anna = await officer('anna@office.example');
type Values = ReturnType<typeof validValues>;

/** Applies, then changes the application. */
async function changed(before: Partial<Values>, after: Partial<Values>): Promise<string> {
  const values = validValues({ email: newEmail(), ...before });
  const { id } = await createApplication({ type: 'founder', values });
  const options = { token: await applicantToken(id), body: formOf('founder', { ...values, ...after }), method: 'POST' };
  const response = await call(`${APPLICATION_PATHS.founder}/${id}`, options);
  expect(response.status, await response.clone().text()).toBe(200);
  return id;
}

/** The section of a page, up to the end of its card. */
async function section(path: string, id: string): Promise<string> {
  const page = await anna.page(path);
  const start = page.indexOf(`<h2 id="${id}">`);
  return start === -1 ? '' : page.slice(start, page.indexOf('</section>', start));
}

const opened = (html: string) =>
  [...html.matchAll(/class="scans__open" href="([^"]+)"/g)].map(([, path]) => path ?? '');

it('a replaced scan and the new one open from the differences, with the policy of scans, while the version is stored', async () => {
  const id = await changed({}, { file4: SAMPLES.passportPng });
  for (const path of [`/applications/${id}`, `/applications/${id}/changes`]) {
    const files = opened(await section(path, 'changes'));
    expect(files).toHaveLength(2);
    for (const file of files) {
      const response = await anna.get(file);
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Security-Policy')).toBe(
        "default-src 'none'; frame-ancestors 'self'; sandbox",
      );
      await response.arrayBuffer();
    }
  }
  const [replaced = ''] = opened(await section(`/applications/${id}/changes`, 'changes'));
  await bindings.DB.batch(
    [
      'DELETE FROM files WHERE applicant_id = ? AND replaced_in IS NOT NULL',
      'DELETE FROM application_versions WHERE applicant_id = ?',
    ].map((sql) => bindings.DB.prepare(sql).bind(id)),
  );
  expect((await anna.get(replaced)).status).toBe(404);
  expect(await section(`/applications/${id}`, 'changes')).toBe('');
});

it('the scan that the first of 1100 changes replaced opens from the differences', async () => {
  const id = await changed({}, { file4: SAMPLES.passportPng });
  const { file } = (await bindings.DB.prepare(
    "SELECT id AS file FROM files WHERE applicant_id = ? AND field = 'file4' AND replaced_in = 1",
  )
    .bind(id)
    .first<{ file: string }>()) ?? { file: '' };
  await bindings.DB.prepare(
    `WITH RECURSIVE nth AS (SELECT 2 AS version UNION ALL SELECT version + 1 FROM nth WHERE version < 1100)
     INSERT INTO application_versions (applicant_id, version, fields, changed, asked, replaced_at)
     SELECT id, nth.version, fields, '["surname"]', NULL, created_at + nth.version FROM applicants, nth WHERE id = ?`,
  )
    .bind(id)
    .run();
  let html = '';
  for (let path: string | undefined = `/applications/${id}/changes`; path; ) {
    html = await anna.page(path);
    path = /<a href="([^"]+)">Next entries/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(opened(html)).toContain(`/files/${file}`);
  expect((await anna.get(`/files/${file}`)).status).toBe(200);
});

it('more than a page of changes is read in pages, each after the version that replaced it', async () => {
  const values = validValues({ email: newEmail(), surname: 'Paged' });
  const { id } = await createApplication({ type: 'founder', values });
  // Together more than a page of the store.
  const added = bindings.DB.prepare(
    `INSERT INTO application_versions (applicant_id, version, fields, changed, asked, replaced_at)
     VALUES (?, ?, ?, '["surname"]', NULL, ?)`,
  );
  await bindings.DB.batch(
    Array.from({ length: 12 }, (_, nth) =>
      added.bind(id, 101 + nth, JSON.stringify({ surname: `Paged${nth}`, activity: 'x'.repeat(500_000) }), nth),
    ),
  );
  const paths: string[] = [];
  const sides: string[] = [];
  for (let path: string | undefined = `/applications/${id}/changes`; path; ) {
    const html: string = await anna.page(path);
    paths.push(path);
    sides.push(...[...html.matchAll(/class="written">(Paged\d*)</g)].map(([, name]) => name ?? ''));
    path = /<a href="([^"]+)">Next entries/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(paths.join()).toContain('before=');
  expect(sides).toEqual(
    Array.from({ length: 12 }, (_, nth) => [`Paged${11 - nth}`, nth === 0 ? 'Paged' : `Paged${12 - nth}`]).flat(),
  );
});

it("a relative's replaced scan opens from the differences", async () => {
  const id = await changed(
    { formatted_relatives: [relative()] },
    { formatted_relatives: [relative({ marriage_or_birth_document_file: SAMPLES.passportPng })] },
  );
  expect(opened(await section(`/applications/${id}/changes`, 'changes'))).toHaveLength(2);
});

it('of a long list only the entries that differ are shown', async () => {
  const relatives = [...'abcde'].map((letter, nth) =>
    relative({ name: `Person${letter}`, relativePassport: `N765432${nth}` }),
  );
  const id = await changed(
    { formatted_relatives: relatives },
    { formatted_relatives: relatives.with(4, relative({ name: 'Changedname', relativePassport: 'N7654324' })) },
  );
  const shown = await section(`/applications/${id}`, 'changes');
  for (const name of ['Persone', 'Changedname']) expect(shown).toContain(name);
  for (const name of ['Persona', 'Persond']) expect(shown).not.toContain(name);
});

it('of a long text the part that differs is shown, and a link to all of it', async () => {
  const text = (end: string) => `${'Seminars and conferences. '.repeat(20)}${end}`;
  const id = await changed({ previos_trips: text('In Samarkand.') }, { previos_trips: text('In Bukhara.') });
  const shown = await section(`/applications/${id}`, 'changes');
  expect(shown).toContain('In Samarkand.');
  expect(shown).toContain('In Bukhara.');
  expect(shown).not.toContain(text('In Bukhara.'));
  expect(shown).toContain(`href="/applications/${id}/changes?skip=0"`);
  expect(await section(`/applications/${id}/changes`, 'changes')).toContain(text('In Bukhara.'));
});

it('the history shows old beside new, also for a change that leaves the status as it was, and the log names what changed', async () => {
  const id = await changed({ surname: 'Oldname' }, { surname: 'Newname' });
  const shown = `Surname: <span class="soft">Oldname</span> ${ARROW} Newname`;
  for (const path of [`/applications/${id}`, `/applications/${id}/history`])
    expect(await section(path, 'history')).toContain(shown);
  for (const path of [`/applications/${id}`, `/applications/${id}/log`])
    expect(await section(path, 'log')).toMatch(/Applicant changed Surname/);
  expect(await anna.page('/log')).toMatch(/Applicant changed Surname/);
});

it('an answer that was kept against the photo of a passport is marked at its field, with what the photo shows', async () => {
  const marks = [
    'passport_number|FA1234568|FA1234567|kept',
    'formatted_relatives.0.name|Max|MAKS|kept',
    'surname|Old|NEW|kept',
  ];
  const values = { passport_number: 'FA1234568', formatted_relatives: [relative({ name: 'Max' })] };
  const id = await changed({}, { ...values, surname: 'New', relatives_check: 'yes', photo_kept: marks.join('\n') });
  const page = await anna.page(`/applications/${id}`);
  const shown = [...page.matchAll(/The photo of the passport shows something else[^(]*\(([^)]*)\)/g)];
  expect(shown.map(([, photo]) => photo)).toEqual(['FA1234567', 'MAKS']);
  expect(page).not.toContain('Not asked for: Answers that differ');
});
