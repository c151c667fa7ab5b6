/**
 * After an application was sent, on a phone: the desk requests changes, the applicant makes them, the desk approves and
 * issues the visa. Then D1, R2 and the mails are compared.
 */

import { readFile } from 'node:fs/promises';
import { signInByCall } from './support/account.ts';
import { changeLink, mainOf, saveChangedPart, sendButton } from './support/account-page.ts';
import { apply } from './support/apply.ts';
import { decide, mailsTo } from './support/desk.ts';
import { fixture } from './support/fill.ts';
import { containing } from './support/form.ts';
import { words } from './support/locale-words.ts';
import { expect, open, type Storage, sha256, test } from './support/portal.ts';

const NOTE = 'Пришлите чёткую копию паспорта';

interface StoredFile {
  id: string;
  field: string;
  name: string;
}

const filesOf = ({ DB }: Storage, id: string) =>
  DB.prepare('SELECT id, field, name FROM files WHERE applicant_id = ? ORDER BY field, id').all(
    id,
  ) as unknown as StoredFile[];
const fieldsOf = ({ DB }: Storage, id: string) => {
  const row = DB.prepare('SELECT fields FROM applicants WHERE id = ?').get(id);
  return JSON.parse(String(row?.fields ?? '{}')) as Record<string, unknown>;
};

test('an applicant makes the requested changes, an officer accepts them and issues the visa', async ({
  page,
  storage,
  baseURL,
}) => {
  const locale = 'ru';
  const t = (path: string) => words(locale, 'auth', path);
  const main = mainOf(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.setExtraHTTPHeaders({ 'CF-Connecting-IP': '203.0.113.72' });
  const applied = await apply(baseURL ?? '', locale);
  const filesBefore = filesOf(storage, applied.id);
  const fieldsBefore = fieldsOf(storage, applied.id);
  const { DB } = storage;
  const portal = { DB, origin: baseURL ?? '' };
  await decide(portal, applied.id, 'changes_requested', { note: NOTE, fields: ['petitioner_position', 'file4'] });

  await signInByCall(page, applied);
  await open(page, locale, '/profile');
  await expect(main).toContainText(NOTE);
  await open(page, locale, '/profile/status');
  await expect(main).toContainText(NOTE);
  const label = (name: string) => words(locale, 'forms', `fields.${name}.label`);
  await expect(page.getByRole('link', { name: t('person.change.start_changes_requested') })).toBeVisible();
  await expect(page.getByRole('link', { name: label('file4') })).toBeVisible();
  await page.getByRole('link', { name: label('petitioner_position') }).click();
  await page.waitForURL(`**/${locale}/profile/application/specialist#change:petitioner_position`);
  const position = main.locator('[name=petitioner_position]');
  const passportField = main.locator('[name=file4]');
  const mark = main.getByText(words(locale, 'forms', 'asked'), { exact: true });
  await expect(position).toBeFocused();
  await expect(position).toHaveAccessibleDescription(containing(words(locale, 'forms', 'asked')));
  await expect(mark).toHaveCount(1);
  await position.fill('Главный инженер');
  await saveChangedPart(page, locale);

  await changeLink(page, 'passport', locale).click();
  await expect(passportField).toBeFocused();
  await expect(passportField).toHaveAccessibleDescription(containing(words(locale, 'forms', 'asked')));
  await expect(mark).toHaveCount(1);
  await passportField.setInputFiles(fixture('certificate.pdf'));
  await expect(main).toContainText('certificate.pdf');
  await saveChangedPart(page, locale);
  await expect(main.getByRole('status').filter({ hasText: label('petitioner_position') })).toContainText(
    label('file4'),
  );
  await sendButton(page, t('person.change.submit')).click();
  await expect(page.getByText(t('person.change.saved_in_review'))).toBeVisible();
  await expect(main).toContainText('Главный инженер');
  await expect(position).toHaveCount(0);

  const fieldsAfter = fieldsOf(storage, applied.id);
  const filesAfter = filesOf(storage, applied.id);
  const changed = Object.keys(fieldsAfter).filter(
    (name) => JSON.stringify(fieldsAfter[name]) !== JSON.stringify(fieldsBefore[name]),
  );
  expect(changed.sort()).toEqual(['file4', 'petitioner_position']);
  expect(filesAfter.filter(({ field }) => field !== 'file4')).toEqual(
    filesBefore.filter(({ field }) => field !== 'file4'),
  );
  const isNew = ({ id }: StoredFile) => !filesBefore.some((before) => before.id === id);
  const [passport, ...others] = filesAfter.filter(isNew);
  expect(passport).toMatchObject({ field: 'file4', name: 'certificate.pdf' });
  expect(others).toEqual([]);
  const object = await storage.FILES.get(passport?.id ?? '');
  const chosen = new Uint8Array(await readFile(fixture('certificate.pdf')));
  expect(await sha256((await object?.arrayBuffer()) ?? new ArrayBuffer(0))).toBe(await sha256(chosen));
  // The earlier file stays with its version.
  const replaced = filesBefore.find(({ field }) => field === 'file4');
  expect(await storage.FILES.get(replaced?.id ?? '')).not.toBeNull();

  await decide(portal, applied.id, 'approved');
  await decide(portal, applied.id, 'visa_issued', { from: '2027-01-01', to: '2027-12-31' });
  const code = String(DB.prepare('SELECT code FROM visas WHERE applicant_id = ?').get(applied.id)?.code);
  await open(page, locale, '/profile/status');
  await page.getByRole('button', { name: t('data.refresh') }).click();
  await expect(main).toContainText(t('stages.visa_issued.title'));
  await page.goto(`/${locale}/employee-visa/${code}`);
  await expect(main).toContainText('Анна');
  await expect(main).toContainText('2027');

  const mail = (path: string) => words(locale, 'admin', `mail.${path}`, { id: applied.id });
  for (const phrase of ['status.changes_requested', 'status.in_review', 'status.approved', 'visa.intro'].map(mail)) {
    await expect
      .poll(async () => (await mailsTo(applied.email)).filter((text) => text.includes(phrase)).length)
      .toBe(1);
  }
  expect((await mailsTo(applied.email)).join()).toContain(NOTE);
});
