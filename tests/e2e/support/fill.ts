/** Fills in a form of the portal by control names, like a person: focus, type, choose. */
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright/test';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import type { Typed } from './applicants.ts';
import { words } from './locale-words.ts';

/** Returns the path of a file in tests/fixtures. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
}

/** Types every value; for a list, each item is opened, filled in and saved. */
export async function fill(page: Page, values: Typed, prefix = ''): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    const name = prefix + key;
    if (typeof value === 'string') await fillControl(page, name, value);
    else await fillList(page, name, value);
  }
}

/** Adds items to a list in which an empty one is open. */
async function fillList(page: Page, list: string, items: Typed[]): Promise<void> {
  const locale = (await page.locator('html').getAttribute('lang')) as Locale;
  const press = (key: string) =>
    page
      .locator(`[id="${list}"]`)
      .getByRole('button', { name: words(locale, 'forms', `lists.${list}.${key}`) })
      .click();
  for (const [index, item] of items.entries()) {
    if (index > 0) await press('another');
    await fill(page, item, `${list}.${index}.`);
    await press('save');
    await page.locator(`[name^="${list}.${index}."]`).first().waitFor({ state: 'detached' });
  }
}

/** Types one value into the control with this name. */
export async function fillControl(page: Page, name: string, value: string): Promise<void> {
  const controls = page.locator(`[name="${name}"]`);
  const part = (of: string) => page.locator(`[name="${name}.${of}"]`);
  const kind = await controls
    .or(part('day'))
    .first()
    .evaluate((control: HTMLInputElement) => (control.name.endsWith('.day') ? 'date' : control.type));
  if (kind === 'date') {
    const [year = '', month = '', day = ''] = value.split('-');
    await part('day').fill(day);
    await part('month').fill(month);
    await part('year').fill(year);
  } else if (kind === 'file') await controls.setInputFiles(fixture(value));
  else if (kind === 'radio') await tick(page, page.locator(`[name="${name}"][value="${value}"]`));
  else if (kind === 'checkbox') await tick(page, controls);
  else if (kind.startsWith('select')) {
    await controls.focus();
    await controls.selectOption(value);
    if (name.endsWith('.region')) await chooseFirstDistrict(page, name.replace(/region$/, 'district'));
  } else {
    await controls.fill(value);
  }
}

/** Districts depend on the region; their order depends on the language, so a fixed one is chosen. */
async function chooseFirstDistrict(page: Page, name: string): Promise<void> {
  const control = page.locator(`[name="${name}"]`);
  await control.focus();
  // The districts are loaded once the region is known.
  await control.locator('option:not([value=""])').first().waitFor({ state: 'attached' });
  const value = await control.evaluate((select) =>
    [...(select as HTMLSelectElement).options]
      .map((option) => option.value)
      .filter(Boolean)
      .sort((a, b) => Number(a) - Number(b))
      .at(0),
  );
  await control.selectOption(value ?? '');
}

/** Ticks a radio button or a checkbox by its label, which covers the drawn control. */
async function tick(page: Page, control: Locator): Promise<void> {
  if (await control.isChecked()) return;
  const id = await control.getAttribute('id');
  await page.locator(`label[for="${id}"]`).click();
}
