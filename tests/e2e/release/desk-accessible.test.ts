/** Every page of the desk is accessible, in both languages, wide and narrow: also lists of all queues, and refusals. */
import { apply } from '../support/apply.ts';
import { expectAccessible, startDesk, type WebDesk } from '../support/officers.ts';
import { printPage } from '../support/pdf.ts';
import { expect, expectedErrors, type Page, test } from '../support/portal.ts';

// The pages of refusals.
expectedErrors.push(/status of (?:403|404|422)/);
test.describe.configure({ mode: 'serial' });

const VIEWS = [
  ['ru', 375],
  ['en', 1440],
] as const;
let desk: WebDesk;
let id = '';
let reviewed = '';

test.beforeAll(async ({ baseURL, storage }) => {
  desk = await startDesk({ RETENTION_MONTHS: '1' });
  ({ id } = await apply(baseURL ?? '', 'en', 'founder', { address: '203.0.113.140' }));
  const closed = await apply(baseURL ?? '', 'ru', 'founder', { address: '203.0.113.141' });
  ({ id: reviewed } = await apply(baseURL ?? '', 'ru', 'founder', { address: '203.0.113.142' }));
  const run = (sql: string, ...values: (string | number)[]) => storage.DB.prepare(sql).run(...values);
  run("UPDATE applicants SET status = 'rejected', created_at = 1 WHERE id = ?", closed.id);
  run("UPDATE status_history SET status = 'rejected', created_at = 1 WHERE applicant_id = ?", closed.id);
  run("UPDATE applicants SET status = 'in_review' WHERE id = ?", reviewed);
  run("UPDATE status_history SET status = 'in_review' WHERE applicant_id = ?", reviewed);
  run("INSERT INTO deletion_requests (applicant_id, id, asked_at) VALUES (?, 'D-AXE', 1)", id);
  run(
    `INSERT INTO application_versions (applicant_id, version, fields, changed, asked, replaced_at)
     SELECT id, 0, json_set(fields, '$.surname', 'Before', '$.file4', fields ->> '$.photo'), '["surname", "file4"]', '["file4"]', 1 FROM applicants WHERE id = ?`,
    id,
  );
  run(
    `INSERT INTO messages (id, key, applicant_id, name, number, locale, text, sender, sent_at)
     VALUES ('Q-AXE', 'axe', ?, '', '', 'en', ?, '', 1)`,
    ...[id, 'When will I hear? '.repeat(100)],
  );
  run("INSERT INTO note_templates VALUES (900, 'rejected', 'A title', 'Текст', 'A text', 1)");
  for (let nth = 0; nth < 20; nth += 1)
    run("INSERT INTO notes (applicant_id, text, by, at) VALUES (?, ?, 'anna', 1)", id, 'A long note. '.repeat(60));
});
test.afterAll(() => desk.stop());

/** Opens a path of the desk in each view. */
async function visitAll(page: Page, path: string, status: number): Promise<void> {
  for (const [lng, width] of VIEWS) {
    await page.setViewportSize({ width, height: 900 });
    const response = await page.goto(`${desk.origin}${path}${path.includes('?') ? '&' : '?'}lng=${lng}`);
    expect(response?.status(), path).toBe(status);
    await expectAccessible(page);
  }
}

test('pages of an application, with its long lists and differences, are accessible', async ({ page }) => {
  test.slow();
  await desk.enter(page, 'bekzod');
  const sections = ['', '/changes', '/files', '/history', '/notes', '/messages', '/log', '/answers?part=stay'];
  for (const section of sections) await visitAll(page, `/applications/${id}${section}`, 200);
  const changes = page.getByRole('heading', { name: 'What the applicant changed' }).locator('..');
  await page.goto(`${desk.origin}/applications/${id}/changes`);
  await changes.getByRole('link', { name: /^Open/ }).first().click();
  await expect(page.getByRole('status').first()).toHaveText('');
});

test('decisions and the erasure are accessible', async ({ page }) => {
  test.slow();
  await desk.enter(page, 'bekzod');
  await visitAll(page, `/applications/${reviewed}/decision/approved`, 200);
  for (const rest of ['/personal', '/decision/rejected']) await visitAll(page, `/applications/${id}${rest}`, 200);
});

test('queues, searches, messages and templates are accessible', async ({ page }) => {
  test.slow();
  await desk.enter(page, 'bekzod');
  await visitAll(page, '/', 200);
  for (const queue of ['unassigned', 'overdue', 'deletion', 'retention']) await visitAll(page, `/?queue=${queue}`, 200);
  for (const path of ['/mails', '/mails?all', '/messages', '/messages?all', '/messages/Q-AXE'])
    await visitAll(page, path, 200);
  for (const path of ['/statistics', '/log', '/templates', '/templates?edit=900', '/help'])
    await visitAll(page, path, 200);
  await page.goto(`${desk.origin}/`);
  await page.getByRole('searchbox').fill(id);
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/\/search\/[\da-f-]{36}$/);
  await expect(page.getByRole('main')).toContainText(id);
  await visitAll(page, new URL(page.url()).pathname, 200);
});

test('pages of refusals are accessible', async ({ page }) => {
  await desk.enter(page, 'anna');
  await visitAll(page, `/applications/${id}/personal`, 403);
  await visitAll(page, '/applications/ITV-0000000000', 404);
  await visitAll(page, '/nowhere', 404);
  await visitAll(page, '/statistics?from=2026-02-01&to=2026-01-01', 422);
});

test('the skip link of a list leads to its first case, and queues fold at 200 %', async ({ page }) => {
  await desk.enter(page, 'bekzod');
  await page.goto(`${desk.origin}/?queue=unassigned&lng=en`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator('.rows').getByRole('button').first()).toBeFocused();
  await expect(page.getByRole('link', { name: /^With colleagues/ })).toBeVisible();
  // 1280 pixels at 200 %.
  await page.setViewportSize({ width: 640, height: 400 });
  await expect(page.getByRole('link', { name: /^With colleagues/ })).toBeHidden();
  await page.locator('summary').filter({ visible: true }).click();
  await page.getByRole('link', { name: /^With colleagues/ }).click();
  await expect(page).toHaveURL(/queue=colleagues/);
});

test('a case prints on at most four sheets, as answers, files by name, history and notes', async ({ page }) => {
  await desk.enter(page, 'bekzod');
  await page.goto(`${desk.origin}/applications/${id}?lng=en`);
  await page.emulateMedia({ media: 'print' });
  for (const title of ['Passport', 'Trips', 'What the applicant changed', 'History', 'Notes'])
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  await expect(page.getByText(/passport\.pdf/).first()).toBeVisible();
  for (const control of ['button', 'textbox', 'combobox', 'checkbox', 'navigation'] as const)
    await expect(page.getByRole(control)).toHaveCount(0);
  await page.emulateMedia({ media: null });
  expect((await printPage(page)).pages).toBeLessThanOrEqual(4);
});
