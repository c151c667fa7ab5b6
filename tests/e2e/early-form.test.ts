/** The prerendered form before its scripts are there: it can be typed into, and nothing of that is lost. */
import { storedRecord } from './support/device.ts';
import { fillControl } from './support/fill.ts';
import { box, mistakes, stepButton } from './support/form.ts';
import { holdScripts } from './support/hold.ts';
import { stayOnReload } from './support/leaving.ts';
import { expect, type Page, test } from './support/portal.ts';

/** Opens the form without its scripts. @returns lets them come */
async function openHeld(page: Page): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto('/ru/application?type=specialist', { waitUntil: 'commit' });
  // As a person begins: with the box in sight, by a press on it.
  await box(page, 'surname').click();
  return release;
}

test('what is typed and chosen before the scripts come is kept, goes the way of any typing, and reaches the draft', async ({
  page,
}) => {
  const release = await openHeld(page);
  await box(page, 'surname').pressSequentially('karimova5');
  await fillControl(page, 'gender', 'female');
  await box(page, 'date_birth.day').fill('7');
  await box(page, 'date_birth.month').fill('11');
  await fillControl(page, 'resume_file', 'resume.pdf');
  await box(page, 'name').pressSequentially('Diloza');
  for (const _ of 'za') await page.keyboard.press('ArrowLeft');
  release();

  await expect(box(page, 'surname')).toHaveValue('Karimova');
  await expect(page.locator('[name="gender"][value="female"]')).toBeChecked();
  await expect(box(page, 'date_birth.month')).toHaveValue('11');
  await expect(box(page, 'resume_file')).toHaveAccessibleDescription(/resume\.pdf/);
  await expect(box(page, 'name')).toBeFocused();
  await page.keyboard.type('n');
  await expect(box(page, 'name')).toHaveValue('Dilonza');
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
  await box(page, 'surname').pressSequentially('Karimova');
  const asked = await stayOnReload(page);
  await expect(box(page, 'surname')).toHaveValue('Karimova');

  release();
  await expect.poll(() => storedRecord(page)).toMatchObject({ step1Data: { surname: 'Karimova' } });
  await page.reload();
  await expect(box(page, 'surname')).toHaveValue('Karimova');
  expect(asked).toHaveLength(1);
});

test('a form that is sent before its scripts come is judged when they have come, and puts nothing into the address', async ({
  page,
}) => {
  const release = await openHeld(page);
  await box(page, 'surname').fill('Karimova');
  await page.keyboard.press('Enter');
  await stepButton(page, 'ru').click();
  release();
  await expect(mistakes(page, 'ru')).toBeFocused();
  await expect(box(page, 'surname')).toHaveValue('Karimova');
  expect(page.url()).not.toContain('Karimova');
});
