/** The prerendered form before its scripts are there: it can be typed into, and nothing of that is lost. */
import { storedRecord } from './support/device.ts';
import { holdScripts } from './support/hold.ts';
import { stayOnReload } from './support/leaving.ts';
import { expect, type Page, test } from './support/portal.ts';

const FORM = '/ru/application?type=specialist';

/** Opens the form without its scripts. @returns lets them come */
async function openHeld(page: Page): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto(FORM, { waitUntil: 'commit' });
  return release;
}

const alive = (page: Page) => expect(page.locator('[data-early]')).toHaveCount(0);

test('what is typed and chosen before the scripts come is kept, goes the way of any typing, and reaches the draft', async ({
  page,
}) => {
  const release = await openHeld(page);
  const surname = page.locator('[name="surname"]');
  await surname.pressSequentially('karimova5');
  await page.locator('label[for="gender.female"]').click();
  await page.locator('[name="date_birth.day"]').fill('7');
  await page.locator('[name="date_birth.month"]').fill('11');
  await page.locator('[name="resume_file"]').setInputFiles('tests/fixtures/resume.pdf');
  await page.locator('[name="name"]').pressSequentially('Diloza');
  for (const _ of 'za') await page.keyboard.press('ArrowLeft');
  release();
  await alive(page);

  await expect(surname).toHaveValue('Karimova');
  await expect(page.locator('[name="gender"][value="female"]')).toBeChecked();
  await expect(page.locator('[name="date_birth.month"]')).toHaveValue('11');
  await expect(page.locator('#resume_file-about')).toContainText('resume.pdf');
  await expect(page.locator('[name="name"]')).toBeFocused();
  await page.keyboard.type('n');
  await expect(page.locator('[name="name"]')).toHaveValue('Dilonza');
  await expect
    .poll(() => storedRecord(page))
    .toMatchObject({
      type: 'specialist',
      step1Data: {
        surname: 'Karimova',
        name: 'Dilonza',
        gender: 'female',
        date_birth: { day: '7', month: '11', year: '' },
        resume_file: { name: 'resume.pdf' },
      },
    });
});

test('who leaves with what nothing can save yet is asked; who stays loses nothing, and is not asked again', async ({
  page,
}) => {
  const release = await openHeld(page);
  const surname = page.locator('[name="surname"]');
  await surname.pressSequentially('Karimova');
  const asked = await stayOnReload(page);
  await expect(surname).toHaveValue('Karimova');

  release();
  await alive(page);
  await expect(page.locator('.draft-bar[data-state="saved"]')).toBeVisible();
  await page.reload();
  await expect(surname).toHaveValue('Karimova');
  expect(asked).toHaveLength(1);
});

test('a form that is sent before its scripts come is judged when they have come, and puts nothing into the address', async ({
  page,
}) => {
  const release = await openHeld(page);
  await page.locator('[name="surname"]').fill('Karimova');
  await page.keyboard.press('Enter');
  await page.locator('.step-form [data-early-submit]').click();
  expect(page.url()).not.toContain('Karimova');
  release();
  await expect(page.locator('.error-summary')).toBeFocused();
  await expect(page.locator('[name="surname"]')).toHaveValue('Karimova');
  expect(page.url()).not.toContain('Karimova');
});
