/** The prerendered form before hydration accepts edits, and keeps them and the draft. */
import { DRAFT_MARKER_KEY } from '../../../src/domain/application/steps.ts';
import { investor } from '../support/applicants.ts';
import { storedRecord } from '../support/device.ts';
import { fillControl } from '../support/fill.ts';
import { box, errorSummary, languageLink, partLink, saveButton } from '../support/form.ts';
import { holdScripts, openBeforeLaterScripts } from '../support/hold.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { stayOnReload } from '../support/leaving.ts';
import { words } from '../support/locale-words.ts';
import { expect, type Page, test, waitForHydration } from '../support/portal.ts';
import { RELEASE } from '../support/stages.ts';

const NAME = '/ru/application/name';
const STAY = '/ru/application/investor';
const PHOTO = '/ru/application/photo';
const chosen = (page: Page, name: string) => box(page, name).locator('option:checked');
const keepDraft = (page: Page) => storeFinishedDraft(page, investor('kept@example.org'));

/** A form with a draft is hidden until the draft is loaded; without a marker of a draft it accepts edits at once. */
const hideSign = (page: Page) => page.addInitScript((key) => localStorage.removeItem(key), DRAFT_MARKER_KEY);

/**
 * Opens a part without its scripts and waits until it is visible: at "commit" Chromium may not have made it the active page
 * of the tab, and refuses a reload.
 * @returns lets the scripts load
 */
async function openHeld(page: Page, address: string): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return release;
}

test('edits made before hydration are kept, handled like later ones, and stored in the draft', async ({ page }) => {
  await hideSign(page);
  let release = await openHeld(page, `${NAME}?type=investor`);
  await box(page, 'surname').pressSequentially('karimova5');
  await fillControl(page, 'gender', 'female');
  await box(page, 'date_birth.day').fill('7');
  await box(page, 'date_birth.month').fill('11');
  await box(page, 'name').pressSequentially('Diloza');
  for (const _ of 'za') await page.keyboard.press('ArrowLeft');
  release();
  await expect(box(page, 'surname')).toHaveValue('Karimova');
  await expect(page.locator('[name="gender"][value="female"]')).toBeChecked();
  await expect(box(page, 'date_birth.month')).toHaveValue('11');
  await expect(box(page, 'name')).toBeFocused();
  await page.keyboard.type('n');
  await expect(box(page, 'name')).toHaveValue('Dilonza');

  const chosenFile = { step1Data: { resume_file: { name: 'resume.pdf' } } };
  const typing: [address: string, type: () => Promise<unknown>][] = [
    [PHOTO, () => fillControl(page, 'resume_file', 'resume.pdf')],
    [STAY, () => box(page, 'validity_time').selectOption('6')],
    ['/ru/application/investor/project', () => box(page, 'activity').fill('Центр\nданных')],
    ['/ru/application/investor/travel', () => fillControl(page, 'last_trips_check', 'yes')],
  ];
  for (const [address, type] of typing) {
    release = await openHeld(page, address);
    await type();
    release();
    await waitForHydration(page);
    // A file is read before it is stored; until then only this page has it.
    if (address === PHOTO) await expect.poll(() => storedRecord(page)).toMatchObject(chosenFile);
  }
  const typed = {
    type: 'investor',
    step1Data: {
      surname: 'Karimova',
      name: 'Dilonza',
      gender: 'female',
      date_birth: { day: '7', month: '11', year: '' },
      resume_file: { name: 'resume.pdf' },
    },
    step2Data: { validity_time: '6', activity: 'Центр\nданных', last_trips_check: 'yes' },
  };
  await expect.poll(() => storedRecord(page)).toMatchObject(typed);
});

test('a draft is in the form once it is hydrated, also after a reload and a language switch before that', async ({
  page,
}) => {
  const { record } = await keepDraft(page);
  let release = await openHeld(page, NAME);
  await page.reload({ waitUntil: 'commit' });
  for (const locale of ['en', 'ru'] as const) {
    await languageLink(page, locale).click();
    await page.waitForURL(`**/${locale}/application/name`, { waitUntil: 'commit' });
  }
  release();
  await expect(box(page, 'surname')).toHaveValue("O'Connor-Łukasz");
  await expect(page.locator('[name="gender"][value="female"]')).toBeChecked();
  await expect(box(page, 'date_birth.year')).toHaveValue('1990');

  release = await openHeld(page, STAY);
  release();
  await expect(chosen(page, 'validity_time')).toHaveText('12 месяцев');
  await expect(chosen(page, 'formatted_address.region')).toHaveText('город Ташкент');
  const { step2Data } = record as { step2Data: { formatted_address: { district: string } } };
  await expect(box(page, 'formatted_address.district')).toHaveValue(step2Data.formatted_address.district);
  await page.goBack();
  await expect(box(page, 'surname')).toHaveValue("O'Connor-Łukasz");
  expect(await storedRecord(page), 'nothing that was filled in counts as typed').toEqual(record);
});

test('a part saved before the names of districts are loaded keeps its district', async ({ page }) => {
  const { record } = await keepDraft(page);
  const allButDistricts = /^(?!.*districts)/;
  const release = await openBeforeLaterScripts(page, STAY, allButDistricts);
  await expect(box(page, 'formatted_address.district')).toHaveAttribute('aria-busy');
  await saveButton(page, 'ru').click();
  await expect(page).not.toHaveURL(new RegExp(`${STAY}$`));
  const { step2Data } = record as { step2Data: { formatted_address: unknown } };
  await expect
    .poll(() => storedRecord(page))
    .toMatchObject({
      step2Data: { formatted_address: step2Data.formatted_address },
    });
  release();
});

test("edits made before hydration replace the draft's values field by field", async ({ page }) => {
  await keepDraft(page);
  await hideSign(page);
  let release = await openHeld(page, NAME);
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

  release = await openHeld(page, STAY);
  await box(page, 'formatted_address.region').selectOption({ label: 'Бухарская область' });
  release();
  await expect
    .poll(() => storedRecord(page))
    .toMatchObject({ step2Data: { formatted_address: { region: '3', district: '', street: 'ул. Амира Темура, 15' } } });
  await expect(chosen(page, 'formatted_address.region')).toHaveText('Бухарская область');
  await expect(box(page, 'formatted_address.street')).toHaveValue('ул. Амира Темура, 15');
});

/** Blocks the device's database. @returns unblocks it */
async function holdDevice(page: Page): Promise<() => Promise<void>> {
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
      releaseDevice: () => {
        held = false;
        for (const release of waiting) release();
      },
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { releaseDevice: () => void }).releaseDevice());
}

test('a notice says that the draft is being opened while the device is slow', RELEASE, async ({ page }) => {
  await keepDraft(page);
  const release = await holdDevice(page);
  const opening = page.getByText(words('ru', 'application', 'draft.loading'));
  await page.goto(NAME);
  await expect(opening).toBeVisible();
  await expect(box(page, 'surname')).toBeHidden();
  await release();
  await expect(box(page, 'surname')).toBeVisible();
  await expect(box(page, 'surname')).toHaveValue("O'Connor-Łukasz");
  await expect(opening).toHaveCount(0);
});

test('an edit made while the device is slow keeps its place in the form', async ({ page }) => {
  const release = await holdDevice(page);
  await page.goto(`${NAME}?type=investor`);
  await waitForHydration(page);
  await box(page, 'surname').fill('Karimova');
  await release();
  await expect.poll(() => storedRecord(page)).toMatchObject({ type: 'investor', step1Data: { surname: 'Karimova' } });
  await expect(partLink(page, 'project', 'ru')).toBeVisible();
  await expect(box(page, 'surname')).toHaveValue('Karimova');
});

test('leaving with unsaved edits asks for confirmation once, and staying keeps them', async ({ page }) => {
  const release = await openHeld(page, `${NAME}?type=investor`);
  await box(page, 'surname').pressSequentially('Karimova');
  const asked = await stayOnReload(page);
  await expect(box(page, 'surname')).toHaveValue('Karimova');

  release();
  await expect.poll(() => storedRecord(page)).toMatchObject({ step1Data: { surname: 'Karimova' } });
  await page.reload();
  await expect(box(page, 'surname')).toHaveValue('Karimova');
  expect(asked).toHaveLength(1);
});

test('a part saved before hydration is validated after it, and the URL stays without answers', async ({ page }) => {
  const release = await openHeld(page, `${NAME}?type=investor`);
  await box(page, 'surname').fill('Karimova');
  await page.keyboard.press('Enter');
  await saveButton(page, 'ru').click();
  release();
  await expect(errorSummary(page, 'ru')).toBeFocused();
  await expect(box(page, 'surname')).toHaveValue('Karimova');
  expect(page.url()).not.toContain('Karimova');
});
