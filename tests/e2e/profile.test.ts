/**
 * What comes after an application was sent, in a window of each size: the desk asks for changes, the applicant makes them,
 * the desk approves and issues the visa. Then D1, R2 and the mails are held against what was done.
 */
import { readFile } from 'node:fs/promises';
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { PASSWORD } from './support/applicants.ts';
import { type Applied, apply } from './support/apply.ts';
import { desk, mailsTo } from './support/desk.ts';
import { fillControl, fixture } from './support/fill.ts';
import { words } from './support/locale-words.ts';
import { expect, open, type Page, type Storage, sha256, test } from './support/portal.ts';

const WINDOWS: Record<Locale, { width: number; height: number }> = {
  ru: { width: 1280, height: 900 },
  en: { width: 390, height: 844 },
};
const NOTE = { ru: 'Пришлите чёткую копию паспорта', en: 'Send a sharper copy of your passport' };

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

async function signIn(page: Page, locale: Locale, { email }: Applied): Promise<void> {
  await open(page, locale, '/auth/login');
  await fillControl(page, 'email', email);
  await fillControl(page, 'password', PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL(`**/${locale}/profile`);
}

for (const locale of ['ru', 'en'] as const) {
  test(`changes are asked for, made and accepted, and the visa is issued (${locale})`, async ({
    page,
    storage,
    baseURL,
  }) => {
    test.setTimeout(120_000);
    const t = (path: string) => words(locale, 'auth', path);
    await page.setViewportSize(WINDOWS[locale]);
    await page.setExtraHTTPHeaders({ 'CF-Connecting-IP': '203.0.113.72' });
    const applied = await apply(baseURL ?? '', locale);
    const filesBefore = filesOf(storage, applied.id);
    const fieldsBefore = fieldsOf(storage, applied.id);
    await desk('set', applied.id, 'changes_requested', '--note', NOTE[locale], '--fields', 'petitioner_position,file4');

    await signIn(page, locale, applied);
    await expect(page.locator('main')).toContainText(NOTE[locale]);
    await page.goto(`/${locale}/profile/status`);
    await expect(page.locator('main')).toContainText(NOTE[locale]);
    const label = (name: string) => words(locale, 'forms', `fields.${name}.label`);
    await expect(page.getByRole('link', { name: t('person.change.open') })).toBeVisible();
    await expect(page.getByRole('link', { name: label('file4') })).toBeVisible();
    await page.getByRole('link', { name: label('petitioner_position') }).click();
    await page.waitForURL(`**/${locale}/profile/application/specialist#change:petitioner_position`);
    const position = page.locator('[name=petitioner_position]');
    await expect(position).toBeFocused();
    await expect(position).toHaveAccessibleDescription(new RegExp(words(locale, 'forms', 'asked')));
    await expect(page.locator('.asked-mark')).toHaveCount(2);

    await fillControl(page, 'petitioner_position', 'Главный инженер');
    await page.locator('[name="file4"]').setInputFiles(fixture('certificate.pdf'));
    await expect(page.locator('main')).toContainText('certificate.pdf');
    await expect(page.locator('.change-bar')).toContainText(label('file4'));
    await page.locator('.change-bar button[type=submit]').click();
    await expect(page.getByText(t('person.change.savedBack'))).toBeVisible();
    await expect(page.locator('main')).toContainText('Главный инженер');
    await expect(page.locator('[name="petitioner_position"]')).toHaveCount(0);

    const fieldsAfter = fieldsOf(storage, applied.id);
    const filesAfter = filesOf(storage, applied.id);
    const changed = Object.keys(fieldsAfter).filter(
      (name) => JSON.stringify(fieldsAfter[name]) !== JSON.stringify(fieldsBefore[name]),
    );
    expect(changed.sort()).toEqual(['file4', 'petitioner_position']);
    expect(filesAfter.filter(({ field }) => field !== 'file4')).toEqual(
      filesBefore.filter(({ field }) => field !== 'file4'),
    );
    const passport = filesAfter.find(({ field }) => field === 'file4');
    expect(passport?.name).toBe('certificate.pdf');
    const object = await storage.FILES.get(passport?.id ?? '');
    const chosen = new Uint8Array(await readFile(fixture('certificate.pdf')));
    expect(await sha256((await object?.arrayBuffer()) ?? new ArrayBuffer(0))).toBe(await sha256(chosen));
    const replaced = filesBefore.find(({ field }) => field === 'file4');
    expect(await storage.FILES.get(replaced?.id ?? '')).toBeNull();

    await desk('set', applied.id, 'approved');
    const issued = await desk('visa', applied.id, '--from', '2027-01-01', '--to', '2027-12-31');
    const code = /employee-visa\/([\w-]+)/.exec(issued)?.[1];
    await page.goto(`/${locale}/profile/status`);
    await page.getByRole('button', { name: t('data.refresh') }).click();
    await expect(page.locator('main')).toContainText(t('stages.visa_issued.title'));
    await page.goto(`/${locale}/employee-visa/${code}`);
    await expect(page.locator('main')).toContainText('Анна');
    await expect(page.locator('main')).toContainText('2027');

    const told = (status: string) => words(locale, 'admin', `mail.status.${status}`);
    for (const status of ['changes_requested', 'in_review', 'approved', 'visa_issued']) {
      await expect
        .poll(async () => (await mailsTo(applied.email)).filter((mail) => mail.includes(told(status))).length)
        .toBe(1);
    }
    expect((await mailsTo(applied.email)).join()).toContain(NOTE[locale]);
  });
}
