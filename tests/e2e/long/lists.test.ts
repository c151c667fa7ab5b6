/** Lists of relatives and trips: one item is edited at a time, and the others are cards with their errors. */
import type { Locator } from 'playwright/test';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { specialist, type Typed } from '../support/applicants.ts';
import { fill, fillControl } from '../support/fill.ts';
import { box, changeAnswer, containing, errorSummary, languageLink, liveText, saveButton } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, open, type Page, test } from '../support/portal.ts';
import { RELEASE } from '../support/stages.ts';

const RELATIVES = 'formatted_relatives';
const applicant = specialist('lists@example.org');
const [jan] = applicant.step2[RELATIVES] as [Typed];
const say = (key: string, values: Record<string, string> = {}, locale: Locale = 'en') =>
  words(locale, 'forms', `lists.${key}`, values);
const name = (path: string) => `${RELATIVES}.${path}`;
const card = (page: Page, start: string) => page.getByRole('group', { name: new RegExp(`^${start}(:|$)`) });
/** The visible controls of relatives. */
const controls = (page: Page, of = RELATIVES) => page.locator(`[name^="${of}."]`);
const press = (within: Page | Locator, key: string, values: Record<string, string> = {}) =>
  within.getByRole('button', { name: new RegExp(`^${say(key, values)}([: ]|$)`) }).click();

/** Opens the part of a draft with these relatives. */
async function openWith(page: Page, relatives: Typed[], flag = 'yes'): Promise<void> {
  const step2 = { ...applicant.step2, relatives_check: flag, [RELATIVES]: relatives };
  await storeFinishedDraft(page, { ...applicant, step2 });
  await open(page, 'en', '/application/specialist/family');
}

test('relatives are edited one at a time, validated when saved, and can be postponed', async ({ page }) => {
  await openWith(page, [], 'no');
  await fillControl(page, 'relatives_check', 'yes');
  const first = card(page, 'Relative 1');
  const another = page.getByRole('button', { name: say(`${RELATIVES}.another`) });
  await expect(box(page, name('0.kinship'))).toBeVisible();
  await expect(another).toHaveCount(0);

  await press(first, `${RELATIVES}.save`);
  await expect(box(page, name('0.kinship'))).toBeFocused();
  const lacks = containing(words('en', 'forms', 'itemErrors.required.relativePassport'));
  await expect(box(page, name('0.relativePassport'))).toHaveAccessibleDescription(lacks);
  await fill(page, jan, name('0.'));
  await expect(first).toHaveAccessibleName('Relative 1: Jan Łukasz');
  // Enter in a field saves the relative, not the part.
  await box(page, name('0.relativeInn')).press('Enter');
  await expect(controls(page)).toHaveCount(0);
  await expect(first).toContainText('EB7654321');
  await expect(another).toBeFocused();
  await expect(liveText(page, say('saved', { item: 'Relative 1: Jan Łukasz' }))).toHaveCount(1);

  await another.press('Enter');
  await expect(box(page, name('1.kinship'))).toBeFocused();
  await expect(liveText(page, say(`${RELATIVES}.added`, { number: '2' }))).toHaveCount(1);
  await fill(page, { kinship: 'daughter', surname: 'Łukasz', name: 'Ola', birth_of_date: '2019-02-31' }, name('1.'));
  // Opening another relative closes this one and keeps its values.
  await press(first, 'edit');
  await expect(box(page, name('0.kinship'))).toBeFocused();
  await expect(controls(page, name('1'))).toHaveCount(0);
  const second = card(page, 'Relative 2');
  await expect(second).toHaveAccessibleName('Relative 2: Ola Łukasz');
  const missing = { names: 'relative’s passport scan, citizenship, passport number', rest: '1' };
  const mark = `${say('missing', { names: say('andMore', missing) })} ${say('mistaken', { names: 'date of birth' })}`;
  await expect(second).toHaveAccessibleDescription(mark);
  await expect(second).toContainText(mark);

  await press(first, 'later');
  await expect(another).toBeFocused();
  await expect(controls(page)).toHaveCount(0);
  await press(second, 'edit');
  await expect(box(page, name('1.name'))).toHaveValue('Ola');
});

test('a removed relative is restored unchanged, and the open one stays open', async ({ page }) => {
  await openWith(page, [jan, { surname: 'Second' }]);
  await press(card(page, 'Relative 2'), 'edit');
  await press(card(page, 'Relative 1'), 'remove');
  await expect(box(page, name('0.surname'))).toHaveValue('Second');
  await expect(liveText(page, say('removed', { item: 'Relative 1: Jan Łukasz' }))).toHaveCount(1);
  await expect(page.getByRole('button', { name: `${say('undo')} : Relative 1: Jan Łukasz` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(liveText(page, say('restored'))).toHaveCount(1);
  await expect(card(page, 'Relative 1').getByRole('button', { name: containing(say('edit')) })).toBeFocused();
  await expect(box(page, name('1.surname'))).toHaveValue('Second');
  await page.keyboard.press('Enter');
  await expect(box(page, name('0.name'))).toHaveValue('Jan');
  await expect(box(page, name('0.file6'))).toHaveAccessibleDescription(/photo-clean\.jpg/);
});

test('an error in a closed relative opens it from the error summary and from the review page', async ({ page }) => {
  const ola = { ...jan, name: 'Ola', relativePassport: 'EB7654322' };
  await openWith(page, [jan, { ...ola, citizenship: '' }, { ...ola, name: 'Ela', relativePassport: '' }]);
  await saveButton(page).click();
  await expect(errorSummary(page).getByRole('link')).toHaveCount(2);
  await expect(controls(page)).toHaveCount(0);
  await errorSummary(page).getByRole('link').last().click();
  await expect(box(page, name('2.relativePassport'))).toBeFocused();
  await box(page, name('2.relativePassport')).fill('EB7654323');
  await errorSummary(page).getByRole('link').click();
  await expect(box(page, name('1.citizenship'))).toBeFocused();
  await expect(controls(page, name('2'))).toHaveCount(0);
  await fillControl(page, name('1.citizenship'), 'PL');

  await saveButton(page).click();
  await changeAnswer(page, 'family', 'Relative 3');
  await expect(box(page, name('2.kinship'))).toBeFocused();
});

test('the remaining number of items is announced near the limit, in each language', RELEASE, async ({ page }) => {
  const relatives = Array.from({ length: 48 }, (_, index) => ({ ...jan, relativePassport: `EB10000${index}` }));
  const room = { en: 'There is room for 2 more.', ru: 'Есть место ещё для 2 записей.' };
  await openWith(page, relatives.slice(0, 39));
  await expect(card(page, 'Relative 39')).toBeVisible();
  await expect(page.getByText('There is room')).toHaveCount(0);

  await openWith(page, relatives);
  const another = page.getByRole('button', { name: say(`${RELATIVES}.another`) });
  await expect(another).toHaveAccessibleDescription(room.en);
  await languageLink(page, 'ru').click();
  await expect(page.getByText(room.ru)).toBeVisible();
  await languageLink(page, 'en').click();
  for (const index of [48, 49]) {
    await another.click();
    await fill(page, { surname: 'More' }, name(`${index}.`));
    await press(page, 'later');
  }
  await expect(another).toHaveCount(0);
  await expect(card(page, 'Relative 50').getByRole('button').first()).toBeFocused();
  const [full = ''] = say(`${RELATIVES}.full`, { max: '50' }).split(' [');
  await expect(page.getByText(full)).toBeVisible();
});
