/** The prerendered form before hydration accepts edits, and keeps them and the draft. */
import { DRAFT_MARKER_KEY } from '../../../src/domain/application/steps.ts';
import { investor } from '../support/applicants.ts';
import { storedRecord } from '../support/device.ts';
import { fillControl } from '../support/fill.ts';
import { box, saveButton } from '../support/form.ts';
import { holdScripts, openBeforeLaterScripts } from '../support/hold.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { expect, type Page, test, waitForHydration } from '../support/portal.ts';

const NAME = '/ru/application/name';
const STAY = '/ru/application/investor';
const PHOTO = '/ru/application/photo';
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
