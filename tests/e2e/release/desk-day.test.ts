/**
 * A day of an office in the browser: twenty applications of one person, three officers, and every refusal. With FOUR_EYES, Anna
 * approves and Bekzod issues; Gulnora reads what both have read. The long stage has the decisions, conflicts, lost sessions and
 * the erasure.
 */
import { runDueCrons } from '../../../functions/local/crons.ts';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { valuesOf } from '../support/applicants.ts';
import { apply } from '../support/apply.ts';
import { expectAccessible, startDesk, type WebDesk } from '../support/officers.ts';
import { FIXTURE } from '../support/passport-photo.ts';
import { expect, expectedErrors, type Page, test } from '../support/portal.ts';
import { LONG } from '../support/stages.ts';

// Refused forms and decisions.
expectedErrors.push(/status of (?:403|404|409|422)/);
test.describe.configure({ mode: 'serial' });

const APPLICATIONS = 20;
/** The application whose passport scan is a readable photo. */
const SCANNED = 15;
let desk: WebDesk;
let origin = '';
const ids: string[] = [];
const emails: string[] = [];

test.beforeAll(async ({ baseURL }) => {
  desk = await startDesk({ FOUR_EYES: 'yes' });
  origin = baseURL ?? '';
  for (let nth = 0; nth < APPLICATIONS; nth += 1) {
    const type = APPLICATION_TYPES[nth % APPLICATION_TYPES.length] ?? 'founder';
    const scan = nth === SCANNED ? 'passport-photo.jpg' : '';
    const { id, email } = await apply(origin, 'en', type, { address: `203.0.113.${100 + nth}`, scan });
    ids.push(id);
    emails.push(email);
  }
});
test.afterAll(() => desk.stop());

const pathOf = (id: string, rest = '') => `${desk.origin}/applications/${id}${rest}`;
const idOf = (nth: number) => ids[nth] ?? '';

type OfficerName = Parameters<WebDesk['enter']>[1];

async function enter(page: Page, officer: OfficerName): Promise<void> {
  await desk.enter(page, officer);
  await page.goto(`${desk.origin}/?lng=en`);
}

/** Decides on the page of an application, after `fill` has filled in the form; every doubt is checked. */
async function decide(page: Page, id: string, decision: string, fill: () => Promise<void> = async () => {}) {
  await page.goto(pathOf(id));
  await page.getByRole('navigation', { name: 'Decisions' }).getByRole('link', { name: decision, exact: true }).click();
  await expect(page.getByRole('button', { name: 'Look at the mail' })).toBeVisible();
  for (const doubt of await page.getByLabel(/I have checked this/).all()) await doubt.check();
  await fill();
  await page.getByRole('button', { name: 'Look at the mail' }).click();
  await expect(page.getByRole('article')).toBeVisible();
  await page.getByRole('button', { name: /^Confirm: / }).click();
  await expect(page.getByText('The decision is recorded.')).toBeVisible();
}

/** Decides, and lets the decision take effect without its ten minutes. */
async function decideNow(page: Page, id: string, decision: string, fill?: () => Promise<void>) {
  await decide(page, id, decision, fill);
  await letTakeEffect(page, id);
}

async function letTakeEffect(page: Page, id: string) {
  await page.getByRole('button', { name: 'Send now' }).click();
  await runDueCrons(new URL(origin).port, 1);
  await page.goto(pathOf(id));
  await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0);
}

async function comment(page: Page, text: string) {
  await page.getByLabel('Comment for the applicant').click();
  await page.getByLabel('Comment for the applicant').fill(text);
}

async function refuse(page: Page, text: string) {
  await page.getByLabel('Reason of the refusal').selectOption('qualification');
  await comment(page, text);
}

/** The alert with a text, beside that about the same person. */
const alertWith = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

test(
  'an officer assigns applications, sends them to review, approves, refuses and asks for changes',
  LONG,
  async ({ page }) => {
    await enter(page, 'anna');
    await page.getByRole('link', { name: /^Unassigned/ }).click();
    for (const id of ids.slice(0, 4)) {
      await page.goto(pathOf(id));
      await page.getByRole('button', { name: 'Assign to me' }).click();
      await expect(page.getByText('Assigned to you')).toBeVisible();
    }
    await page.goto(`${desk.origin}/?queue=mine`);
    for (const id of ids.slice(0, 4)) await expect(page.getByRole('main')).toContainText(id);
    const [approved, refused, questioned] = [[idOf(0), idOf(6), idOf(7)], idOf(8), idOf(9)];
    for (const id of [...approved, refused, questioned, idOf(14)]) await decideNow(page, id, 'Send to review');
    for (const id of [idOf(0), idOf(7)]) await decideNow(page, id, 'Approve');
    await decide(page, refused, 'Refuse', () => refuse(page, 'The certificate is missing.'));
    await decide(page, questioned, 'Ask for changes', async () => {
      await page.getByLabel('Passport number', { exact: true }).check();
      await comment(page, 'The number can’t be read.');
    });
  },
);

test('the approving officer cannot issue a visa, and another one can, with checked dates', LONG, async ({ page }) => {
  await enter(page, 'anna');
  await page.goto(pathOf(idOf(0), '/decision/visa_issued'));
  await expect(page.getByRole('main')).toContainText('another officer must issue');
  await enter(page, 'bekzod');
  await page.goto(pathOf(idOf(0), '/decision/visa_issued'));
  const dates = { from: page.getByLabel('First day'), to: page.getByLabel('Last day') };
  const asked = { from: await dates.from.inputValue(), to: await dates.to.inputValue() };
  expect(asked.from).toMatch(/^\d{4}-\d\d-\d\d$/);
  await dates.from.fill('2020-01-01');
  await dates.to.fill('2126-01-01');
  await page.getByRole('button', { name: 'Look at the mail' }).click();
  await expect(alertWith(page, 'Check this and confirm it.')).toBeVisible();
  for (const doubt of [/begins in the past/, /longer than the applicant asked for/, /ends after the passport/])
    await expect(page.getByLabel(doubt)).not.toBeChecked();
  await expectAccessible(page);
  // The typed dates are kept in the tab.
  await decideNow(page, idOf(0), 'Issue the visa', async () => {
    await dates.from.fill(asked.from);
    await dates.to.fill(asked.to);
  });
  await decide(page, idOf(0), 'Revoke the visa', () => comment(page, 'Issued by mistake.'));
});

test('a search belongs to its tab, keeps its words out of addresses, and leads from case to case', async ({ page }) => {
  await enter(page, 'anna');
  const addresses: string[] = [];
  const search = async (tab: Page, text: string) => {
    tab.on('framenavigated', (frame) => addresses.push(frame.url()));
    await tab.getByRole('searchbox').fill(text);
    await tab.getByRole('button', { name: 'Find' }).click();
    await expect(tab.getByText(`Found for “${text}”`)).toBeVisible();
  };
  const { surname = '' } = valuesOf('');
  await search(page, surname);
  const tab = await page.context().newPage();
  await tab.goto(desk.origin);
  await search(tab, idOf(1));
  await expect(tab.getByRole('main').getByRole('listitem')).toHaveCount(1);
  // Case after case of the first tab's results.
  const results = page.getByRole('main').locator('.rows').getByRole('listitem');
  await expect(results).toHaveCount(APPLICATIONS);
  const [first, second] = await results
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  await results.first().getByRole('link').click();
  await expect(page).toHaveURL(first ?? '');
  await page.getByRole('link', { name: 'Next of the results' }).click();
  await expect(page).toHaveURL(second ?? '');
  await page.getByRole('link', { name: 'Back to the results' }).click();
  await expect(results).toHaveCount(APPLICATIONS);
  for (const address of [second, first]) {
    await page.goBack();
    await expect(page).toHaveURL(address ?? '');
    await expect(page.getByRole('navigation', { name: 'Decisions' })).toBeVisible();
  }
  await page.goBack();
  await expect(results).toHaveCount(APPLICATIONS);
  await expect(page.getByRole('searchbox')).toHaveValue(surname);
  for (const address of addresses)
    expect(decodeURIComponent(address).toLowerCase()).not.toContain(surname.toLowerCase());
  await tab.close();
});

test('an officer uses templates, notes, mails, statistics and the log', async ({ page }) => {
  await enter(page, 'anna');
  await page.goto(`${desk.origin}/templates`);
  await page.getByLabel('Name').fill('Dark scan');
  await page.getByLabel('For the decision').selectOption('changes_requested');
  await page.getByLabel('Text in English').fill('The scan is too dark.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.goto(pathOf(idOf(15)));
  await page.getByRole('button', { name: 'Dark scan' }).click();
  await expect(page.getByLabel('Comment for the applicant')).toHaveValue('The scan is too dark.');
  await page.goto(pathOf(idOf(15)));
  await page.getByLabel('New note').fill('Called the company.');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await expect(page.getByText('Called the company.')).toBeVisible();
  await page.goto(`${desk.origin}/mails?all`);
  await page
    .getByRole('row')
    .filter({ hasText: idOf(15) })
    .getByRole('button', { name: /^Send again/ })
    .first()
    .click();
  await expect(page.getByText('The mail goes out within a minute.')).toBeVisible();
  await page.goto(`${desk.origin}/statistics`);
  await expect(page.getByRole('img', { name: /^Received\./ })).toBeVisible();
  await page.goto(`${desk.origin}/log`);
  await expect(page.getByRole('main')).toContainText('issued the visa');
});

test('an officer reads the passport from its scan in the browser, and compares it with the answers', async ({
  page,
}) => {
  await enter(page, 'anna');
  await page.goto(pathOf(idOf(SCANNED)));
  await expect(page.getByRole('table').filter({ hasText: FIXTURE.surname ?? '' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Read the passport' }).click();
  const read = page.getByRole('table').filter({ hasText: FIXTURE.surname ?? '' });
  await expect(read).toBeVisible();
  for (const value of [FIXTURE.passport_number, FIXTURE.date_birth]) await expect(read).toContainText(value ?? '');
  await expect(read.locator('[data-differs]')).not.toHaveCount(0);
  await expectAccessible(page);
});

/** Counts the clicks of work, and the documents with them. */
async function clicksOf(page: Page, work: () => Promise<void>): Promise<{ clicks: number; pages: number }> {
  await page.evaluate(() => localStorage.removeItem('clicks'));
  await work();
  const clicks = (await page.evaluate(() => localStorage.getItem('clicks') ?? '')).split(' ').filter(Boolean);
  return { clicks: clicks.length, pages: new Set(clicks).size };
}

test('clicks: changes in three parts take six on two pages, other decisions at most five on three', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const note = () =>
      localStorage.setItem('clicks', `${localStorage.getItem('clicks') ?? ''} ${performance.timeOrigin}`);
    addEventListener('pointerdown', note, true);
  });
  await enter(page, 'anna');
  const confirm = async () => {
    await page.getByRole('button', { name: 'Look at the mail' }).click();
    await page.getByRole('button', { name: /^Confirm: / }).click();
    await expect(page.getByText('The decision is recorded.')).toBeVisible();
  };
  await page.goto(pathOf(idOf(19), '?queue=unassigned&at=0'));
  const asked = await clicksOf(page, async () => {
    for (const name of ['Passport number', 'Phone', 'Arrival date'])
      await page.getByRole('checkbox', { name, exact: true }).check();
    await comment(page, 'Please correct these.');
    await confirm();
  });
  expect(asked).toEqual({ clicks: 6, pages: 2 });
  const next = await clicksOf(page, async () => {
    await page.getByRole('link', { name: 'Next application of the list' }).click();
    await expect(page.getByRole('navigation', { name: 'Decisions' })).toBeVisible();
  });
  expect(next).toEqual({ clicks: 1, pages: 1 });
  const handed = await clicksOf(page, async () => {
    await page.goto(pathOf(idOf(14)));
    await page.getByLabel('Hand over to').selectOption('bekzod@office.example');
    await page.getByRole('button', { name: 'Hand over' }).click();
    await expect(page.getByText('The application was handed over.')).toBeVisible();
  });
  // And two to choose the officer.
  expect(handed).toEqual({ clicks: 1, pages: 1 });
  // One of them checks that this is the same person.
  expect(await clicksOf(page, () => decide(page, idOf(14), 'Approve'))).toEqual({ clicks: 4, pages: 3 });
  await letTakeEffect(page, idOf(14));
  // And two to choose the reason.
  const refused = await clicksOf(page, () => decide(page, idOf(6), 'Refuse', () => refuse(page, 'No income.')));
  expect(refused).toEqual({ clicks: 4, pages: 3 });
  await enter(page, 'bekzod');
  const issued = await clicksOf(page, () => decide(page, idOf(14), 'Issue the visa'));
  expect(issued.pages).toBe(3);
  // Three, and one for each doubt about the dates.
  expect(issued.clicks).toBeLessThanOrEqual(5);
});

test('a typed text outlives other actions of the page, and is forgotten when it was sent', LONG, async ({ page }) => {
  await enter(page, 'anna');
  await page.goto(pathOf(idOf(15)));
  const [note, message] = [page.getByLabel('New note'), page.getByLabel('Write to the applicant')];
  await note.fill('Half a note');
  await message.fill('Half a message');
  await page.getByRole('button', { name: 'Assign to me' }).first().click();
  await expect(page.getByText('The application is yours.')).toBeVisible();
  for (const [area, text] of [
    [note, 'Half a note'],
    [message, 'Half a message'],
  ] as const)
    await expect(area).toHaveValue(text);
  const tab = await page.context().newPage();
  await tab.goto(pathOf(idOf(15)));
  await tab.getByLabel('New note').fill('In the other tab');
  await page.getByRole('button', { name: 'Release' }).click();
  await tab.getByRole('button', { name: 'Release' }).click();
  await expect(alertWith(tab, 'anna@office.example assigned this application at')).toBeVisible();
  await expect(tab.getByLabel('New note')).toHaveValue('In the other tab');
  await tab.close();
  await page.getByRole('button', { name: 'Add the note' }).click();
  await expect(page.getByText('The note is added.')).toBeVisible();
  await expect(note).toHaveValue('');
  await expect(message).toHaveValue('Half a message');
});

test('a text that was emptied before the script of the page ran stays empty', LONG, async ({ page }) => {
  await enter(page, 'anna');
  await page.goto(pathOf(idOf(15)));
  const note = page.getByLabel('New note');
  await note.fill('x'.repeat(4001));
  await page.getByRole('button', { name: 'Add the note' }).click();
  await expect(alertWith(page, 'The text has 4001 characters.')).toBeVisible();
  const ready = Promise.withResolvers<void>();
  await page.route('**/assets/typed.js', async (route) => {
    await ready.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Add the note' }).click({ noWaitAfter: true });
  await expect(note).toHaveValue('x'.repeat(4001));
  await note.fill('');
  const loaded = page.waitForEvent('load');
  ready.resolve();
  await loaded;
  await expect(note).toHaveValue('');
});

test('a comment outlives a lost session, and is sent after signing in again', LONG, async ({ page }) => {
  await enter(page, 'anna');
  await page.goto(pathOf(idOf(3), '/decision/rejected'));
  await refuse(page, 'The degree is missing.');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Look at the mail' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  const tab = await page.context().newPage();
  await desk.enter(tab, 'anna');
  await tab.close();
  await page.getByRole('button', { name: 'Then continue here' }).click();
  await expect(page.getByRole('article')).toContainText('The degree is missing.');
});

test('the desk works without scripts, except the scan viewer', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await desk.enter(page, 'anna');
  await page.goto(`${pathOf(idOf(18))}?lng=en`);
  await expect(page.getByRole('heading', { name: 'Machine-readable lines' })).toBeHidden();
  await decide(page, idOf(18), 'Send to review');
  await context.close();
});
