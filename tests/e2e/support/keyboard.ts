/** Fills in a form with the keyboard only: Tab between controls, letters, arrows, Space, Enter. */

import { countryName } from '../../../src/domain/application/answers.ts';
import { LISTS } from '../../../src/domain/application/fields.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { regions } from '../../../src/domain/reference/regions.ts';
import type { Typed } from './applicants.ts';
import { fixture } from './fill.ts';
import { box, containing } from './form.ts';
import { words } from './locale-words.ts';
import { expect, type Page } from './portal.ts';

interface Stop {
  tag: string;
  type: string;
  name: string;
  value: string;
  href: string;
  text: string;
}

const STOPS_AT_MOST = 300;

/**
 * Listens for file choosers. Must be called before a page is used: the browser reports choosers only some time after the
 * first listener was added.
 */
export function watchChoosers(page: Page): void {
  page.on('filechooser', () => undefined);
}

/** Chooses a file in the focused file field. */
export async function chooseByKeyboard(page: Page, name: string): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
  await chooser.setFiles(fixture(name));
}

/** Tabs until a control matches. */
export async function tabTo(page: Page, wanted: (stop: Stop) => boolean): Promise<Stop> {
  for (let count = 0; count < STOPS_AT_MOST; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (wanted(stop)) return stop;
  }
  throw new Error(`${STOPS_AT_MOST} presses of Tab do not lead to the control`);
}

/** Returns the focused control. */
export function focused(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const at = document.activeElement;
    const read = (name: string) => String((at as unknown as Record<string, unknown> | null)?.[name] ?? '');
    return {
      tag: at?.tagName ?? '',
      type: read('type'),
      name: at?.getAttribute('name') ?? '',
      value: read('value'),
      href: at?.getAttribute('href') ?? '',
      text: read('textContent').replaceAll('\u00A0', ' '),
    };
  });
}

/** Fills in every control up to the form's button, and presses it. */
export async function fillByKeyboard(page: Page, values: Typed, locale: Locale): Promise<void> {
  const left = flatten(values);
  await tabTo(page, ({ name }) => name in left);
  for (let count = 0; count < STOPS_AT_MOST; count += 1) {
    const stop = await focused(page);
    if (stop.tag === 'BUTTON' && stop.type === 'submit') {
      if (Object.keys(left).length > 0) throw new Error(`Tab passes by ${Object.keys(left).join(', ')}`);
      await page.keyboard.press('Enter');
      return;
    }
    const value = left[stop.name];
    if (value !== undefined) {
      await answer(page, stop, value, locale);
      delete left[stop.name];
    } else if (stop.name.endsWith('.district')) await page.keyboard.press('ArrowDown');
    const saved = stop.tag === 'BUTTON' && Object.keys(LISTS).find((list) => stop.text === saveWords(list, locale));
    if (saved) {
      await page.keyboard.press('Enter');
      await page.locator(`[name^="${saved}."]`).first().waitFor({ state: 'detached' });
    }
    const list = value === 'yes' && listBehind(stop.name);
    // An opened list is filled in next.
    if (list) await page.locator(`[name^="${list}.0."]`).first().waitFor();
    await page.keyboard.press('Tab');
  }
  throw new Error('the form has no end');
}

async function answer(page: Page, stop: Stop, value: string, locale: Locale): Promise<void> {
  if (stop.type === 'file') {
    await chooseByKeyboard(page, value);
    await expect(box(page, stop.name)).toHaveAccessibleDescription(containing(value));
  } else if (stop.type === 'checkbox') await page.keyboard.press('Space');
  else if (stop.type === 'radio') {
    await page.keyboard.press('Space');
    for (let turn = 0; turn < 3 && (await focused(page)).value !== value; turn += 1) {
      await page.keyboard.press('ArrowDown');
    }
  } else if (stop.tag === 'SELECT') await choose(page, stop.name, value, locale);
  else await page.keyboard.type(value);
}

/** Returns the label of the button that closes a list item. */
const saveWords = (list: string, locale: Locale) => words(locale, 'forms', `lists.${list}.save`);

const listBehind = (flag: string) => Object.entries(LISTS).find(([, list]) => list.flag === flag)?.[0];

/** Long lists by their first letters, short ones by arrow keys. */
async function choose(page: Page, name: string, value: string, locale: Locale): Promise<void> {
  if (name.endsWith('.region')) await page.keyboard.type(regions.name(value, locale));
  else if (/^[A-Z]{2}$/.test(value)) await page.keyboard.type(countryName(value, locale));
  else {
    for (let turn = 0; turn < 40 && (await focused(page)).value !== value; turn += 1) {
      await page.keyboard.press('ArrowDown');
    }
  }
  const { value: chosen } = await focused(page);
  if (chosen !== value) throw new Error(`${name} is ${chosen} instead of ${value}`);
}

/** Returns typed values by control name; a date becomes its three boxes. */
function flatten(values: Typed, prefix = ''): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    const name = prefix + key;
    if (typeof value !== 'string') {
      for (const [index, item] of value.entries()) Object.assign(flat, flatten(item, `${name}.${index}.`));
    } else if (/^\d{4}-\d\d-\d\d$/.test(value)) {
      const [year = '', month = '', day = ''] = value.split('-');
      Object.assign(flat, { [`${name}.day`]: day, [`${name}.month`]: month, [`${name}.year`]: year });
    } else flat[name] = value;
  }
  return flat;
}
