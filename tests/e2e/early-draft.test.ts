/** A form with a draft, whose scripts or whose device take their time. */
import { investor } from './support/applicants.ts';
import { storedRecord } from './support/device.ts';
import { fillControl } from './support/fill.ts';
import { box, containing, heading, languageLink, stepLink } from './support/form.ts';
import { holdScripts } from './support/hold.ts';
import { keepFinished } from './support/kept-draft.ts';
import { words } from './support/locale-words.ts';
import { expect, hydrated, type Page, test } from './support/portal.ts';

const PERSON = '/ru/application';
const VISIT = '/ru/application/investor';

const keepDraft = (page: Page, change: Record<string, unknown> = {}) =>
  keepFinished(page, investor('kept@example.org'), { stepStatus: 2, ...change });
const chosen = (page: Page, name: string) => box(page, name).locator('option:checked');
const say = (key: string, values: Record<string, string> = {}) => words('ru', 'application', key, values);

/**
 * Opens a page whose scripts are held back, and waits until it is on the screen: at "commit" Chromium may not have made
 * it the tab's active page, and refuses a reload.
 * @returns lets the scripts come
 */
async function openHeld(page: Page, address: string): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return release;
}

test('a reload, a change of language and of the step before the scripts come lose nothing of it', async ({ page }) => {
  const { record } = await keepDraft(page);
  const release = await openHeld(page, PERSON);
  await page.reload({ waitUntil: 'commit' });
  await languageLink(page, 'en').click();
  await page.waitForURL('**/en/application', { waitUntil: 'commit' });
  await languageLink(page, 'ru').click();
  await page.waitForURL('**/ru/application', { waitUntil: 'commit' });
  release();
  await expect(box(page, 'file4')).toHaveAccessibleDescription(/passport\.pdf/);
  await expect(box(page, 'surname')).toHaveValue("O'Connor-Łukasz");
  await expect(page.locator('[name="gender"][value="female"]')).toBeChecked();
  await expect(box(page, 'date_birth.year')).toHaveValue('1990');
  await expect(chosen(page, 'citizenship')).toHaveText('Польша');
  await expect(box(page, 'phone')).toHaveValue('+48 512 345 678');
  expect(await storedRecord(page), 'nothing that was filled in counts as typed').toEqual(record);

  await stepLink(page, 'visit', 'ru').click();
  await expect(heading(page, say('visit.title'))).toBeVisible();
  await expect(chosen(page, 'validity_time')).toHaveText('12 месяцев');
  await expect(chosen(page, 'formatted_address.region')).toHaveText('город Ташкент');
  const { step2Data } = record as { step2Data: { formatted_address: { district: string } } };
  await expect(box(page, 'formatted_address.district')).toHaveValue(step2Data.formatted_address.district);
  await expect(box(page, 'formatted_address.street')).toHaveValue('ул. Амира Темура, 15');
  await expect(box(page, 'activity')).toHaveValue('Строим центр обработки данных.\nВкладываем в оборудование.');
  const count = words('ru', 'forms', 'longtext.count', { used: '57', max: '2000' });
  await expect(box(page, 'activity')).toHaveAccessibleDescription(containing(count));
  await expect(box(page, 'read_check')).toBeChecked();
  const relative = words('ru', 'forms', 'lists.formatted_relatives.item', { number: '1' });
  await expect(page.getByRole('group', { name: containing(relative) })).toBeVisible();
  await expect(box(page, 'file')).toHaveAccessibleDescription(/bank\.pdf/);
});

test('what is typed and chosen before the scripts come wins over it, field by field', async ({ page }) => {
  await keepDraft(page);
  let release = await openHeld(page, PERSON);
  await fillControl(page, 'gender', 'male');
  await box(page, 'date_birth.day').fill('9');
  await box(page, 'name').fill('Дилноза');
  release();
  const step1Data = { name: 'Дилноза', surname: "O'Connor-Łukasz", gender: 'male', citizenship: 'PL' };
  await expect
    .poll(() => storedRecord(page))
    .toMatchObject({ step1Data: { ...step1Data, date_birth: { day: '9', month: '02', year: '1990' } } });
  await expect(page.locator('[name="gender"][value="male"]')).toBeChecked();
  await expect(box(page, 'surname')).toHaveValue("O'Connor-Łukasz");

  release = await openHeld(page, VISIT);
  await box(page, 'formatted_address.region').selectOption({ label: 'Бухарская область' });
  await page.getByText(words('ru', 'forms', 'fields.read_check.label')).click();
  release();
  await expect
    .poll(() => storedRecord(page))
    .toMatchObject({ step2Data: { read_check: 'no', formatted_address: { region: '3', district: '' } } });
  await expect(box(page, 'read_check')).not.toBeChecked();
  await expect(chosen(page, 'formatted_address.region')).toHaveText('Бухарская область');
  await expect(box(page, 'formatted_address.district')).toHaveValue('');
});

test('while the device takes its time, the page says that the draft is being opened', async ({ page }) => {
  await keepDraft(page);
  await page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    let held = true;
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...asked) {
      const request = open.apply(this, asked);
      request.addEventListener('success', (event) => {
        if (!held) return;
        event.stopImmediatePropagation();
        waiting.push(() => request.dispatchEvent(new Event('success')));
      });
      return request;
    };
    Object.assign(globalThis, {
      letDeviceAnswer: () => {
        held = false;
        for (const answer of waiting) answer();
      },
    });
  });
  await page.goto(PERSON);
  await hydrated(page);
  await expect(page.getByText(say('draft.loading'))).toBeVisible();
  await expect(box(page, 'surname')).toBeHidden();
  await page.evaluate(() => (globalThis as unknown as { letDeviceAnswer: () => void }).letDeviceAnswer());
  await expect(box(page, 'surname')).toBeVisible();
  await expect(box(page, 'surname')).toHaveValue("O'Connor-Łukasz");
  await expect(page.getByText(say('draft.loading'))).toHaveCount(0);
});

test('one of another type, and one whose first step is not saved: step 2 says so in place of its form', async ({
  page,
}) => {
  await keepDraft(page);
  await page.goto('/ru/application/founder');
  const types = { asked: say('types.founder.title'), chosen: say('types.investor.title') };
  await expect(page.getByText(say('obstacles.other_type.title', types))).toBeVisible();
  await expect(box(page, 'petitioner_name')).toHaveCount(0);
  await page.getByRole('link', { name: say('obstacles.other_type.keep', types) }).click();
  await expect(box(page, 'project')).toHaveValue('Центр обработки данных');

  await keepDraft(page, { stepStatus: 0 });
  await page.goto(VISIT);
  await expect(page.getByText(say('obstacles.person_missing.title'))).toBeVisible();
  await expect(box(page, 'project')).toHaveCount(0);
});
