/**
 * An applicant's journey through the form, whatever its pages: each is filled in by control names and submitted. It waits for
 * what a page shows, and repeats a check that meets a page being replaced. Buttons are pressed by keyboard, since a late hint
 * would move them away from the mouse.
 */
import { FLAG_OF } from '../../../src/domain/application/fields.ts';
import { FIRST_PART, partRoute } from '../../../src/domain/application/steps.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import type { Applicant } from './applicants.ts';
import { fixture } from './fill.ts';
import { words } from './locale-words.ts';
import type { OtherBrowser } from './other-browser.ts';
import { expect } from './portal.ts';

/** The answers by control name. */
type Answers = Record<string, string>;

/** A control with name, `type` and value; for a file, its name. */
interface Control {
  name: string;
  kind: string;
  holds: string;
}

const SUBMIT = 'main form button[type="submit"]';
/** The key that presses the focused control. */
const SPACE = ' ';
const named = (name: string) => `main form [name="${name}"]`;

/** The applicant without relatives and trips. */
export function withoutLists(applicant: Applicant): Applicant {
  const step2 = { ...applicant.step2 };
  for (const [name, flag] of Object.entries(FLAG_OF)) {
    delete step2[name];
    step2[flag] = 'no';
  }
  return { ...applicant, step2 };
}

/** The answers of both steps without lists; a date also in its three boxes. */
export function answersOf({ step1, step2 }: Applicant): Answers {
  const answers: Answers = {};
  for (const [name, value] of Object.entries({ ...step1, ...step2 })) {
    if (typeof value !== 'string') continue;
    answers[name] = value;
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
    if (year && month && day) Object.assign(answers, partsOf(name, { year, month, day }));
  }
  return answers;
}

const partsOf = (name: string, parts: Answers): Answers =>
  Object.fromEntries(Object.entries(parts).map(([part, value]) => [`${name}.${part}`, value]));

/** Repeats a check until it passes. */
export function retry(check: () => Promise<void>): Promise<void> {
  return expect(check).toPass();
}

/** Chooses a type on its page, and waits for the form. */
export async function startApplication(
  browser: OtherBrowser,
  origin: string,
  locale: Locale,
  type: string,
): Promise<void> {
  await browser.goto(`${origin}/${locale}/type/application`);
  await browser.click(`main label[for="choose-${type}"]`);
  await browser.click(`main a[href$="?type=${type}"]`);
  const first = `/${locale}${partRoute(FIRST_PART, null)}`;
  await retry(async () => expect(await browser.evaluate(() => location.pathname)).toBe(first));
  await ready(browser);
}

/** Waits until the form is hydrated and visible. */
async function ready(browser: OtherBrowser): Promise<void> {
  const isReady = (submit: string) => {
    const shown = [...document.querySelectorAll<HTMLElement>('main form [name]:not([hidden])')];
    const isHydrated = document.querySelector('astro-island[ssr]') === null && document.querySelector(submit) !== null;
    return isHydrated && shown.every((control) => control.checkVisibility());
  };
  await retry(async () => expect(await browser.evaluate(isReady, SUBMIT)).toBe(true));
}

/** Returns the controls of the form in order; of radio buttons the chosen one. */
export function controls(browser: OtherBrowser): Promise<Control[]> {
  return browser.evaluate(() => {
    const all = new Map<string, { name: string; kind: string; holds: string }>();
    for (const control of document.querySelectorAll<HTMLInputElement>('main form [name]:not([hidden])')) {
      const { name, type: kind, checked, value } = control;
      const said = control.getAttribute('aria-describedby')?.split(' ') ?? [];
      const texts = said.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
      let holds = value;
      if (kind === 'file') holds = /[\w-]+\.(pdf|jpg|png)/.exec(texts)?.[0] ?? '';
      if (kind === 'radio' || kind === 'checkbox') holds = checked ? value : (all.get(name)?.holds ?? '');
      all.set(name, { name, kind, holds });
    }
    return [...all.values()];
  });
}

/** Fills in every control with an answer; for a district, the one with the lowest number. */
export async function fillPage(browser: OtherBrowser, answers: Answers): Promise<void> {
  const done = new Set<string>();
  const isNext = ({ name }: Control) => !done.has(name) && (name in answers || name.endsWith('.district'));
  for (;;) {
    // Read again each time, since an answer may add controls.
    const next = (await controls(browser)).find(isNext);
    if (!next) return;
    await fillControl(browser, next, answers[next.name] ?? '');
    done.add(next.name);
  }
}

async function fillControl(browser: OtherBrowser, { name, kind }: Control, value: string): Promise<void> {
  if (kind === 'file') await browser.upload(named(name), fixture(value));
  else if (kind === 'radio') await browser.type(`${named(name)}[value="${value}"]`, SPACE);
  else if (kind === 'checkbox') await browser.type(named(name), SPACE);
  else if (kind.startsWith('select')) await browser.select(named(name), await optionOf(browser, name, value));
  else await browser.type(named(name), value);
}

/** Waits for an option, or for any when the value is empty. @returns its value */
async function optionOf(browser: OtherBrowser, name: string, value: string): Promise<string> {
  let found: string | undefined;
  await retry(async () => {
    const options = await browser.evaluate((selector) => {
      const list = document.querySelector<HTMLSelectElement>(selector);
      // Some lists are loaded when they are focused.
      list?.focus();
      return [...(list?.options ?? [])].map((option) => option.value).filter(Boolean);
    }, named(name));
    const inOrder = options.sort((a, b) => Number(a) - Number(b));
    found = value ? inOrder.find((option) => option === value) : inOrder[0];
    expect(found).toBeDefined();
  });
  return found ?? '';
}

const placeOf = (browser: OtherBrowser) =>
  browser.evaluate(() => `${location.href} ${document.querySelector('h1')?.textContent}`);

/**
 * Fills in and submits one page after the other until the one with the given control.
 * @throws {Error} with the text of a page that stays
 */
export async function fillUntil(browser: OtherBrowser, last: string, answers: Answers): Promise<void> {
  let shown = await controls(browser);
  while (!names(shown).includes(last)) {
    await fillPage(browser, answers);
    const [place, before] = [await placeOf(browser), await controls(browser)];
    await browser.type(SUBMIT, SPACE);
    await retry(async () => {
      shown = await controls(browser);
      expect(await placeOf(browser)).not.toBe(place);
      expect(names(shown)).not.toEqual(names(before));
      expect(shown).not.toEqual([]);
    }).catch(async (cause) => {
      // biome-ignore lint/performance/useDomNodeTextContent: textContent has what stands in scripts, too
      const said = await browser.evaluate(() => document.querySelector('main')?.innerText);
      throw new Error(`${place} says: ${said}`, { cause });
    });
    await ready(browser);
  }
}

const names = (shown: Control[]) => shown.map(({ name }) => name);

/** Gives the consent, types the password and sends. @returns the number on the success page */
export async function send(browser: OtherBrowser, locale: Locale, password: string): Promise<string> {
  await browser.type(named('read_check'), SPACE);
  await browser.type(named('password'), password);
  await browser.type(SUBMIT, SPACE);
  let reference = '';
  await retry(async () => {
    reference = await browser.evaluate(
      (term) => {
        const terms = [...document.querySelectorAll('main dt')];
        return (
          terms.find((dt) => dt.textContent?.replaceAll('\u00A0', ' ').includes(term))?.nextElementSibling
            ?.textContent ?? ''
        );
      },
      words(locale, 'application', 'success.reference'),
    );
    expect(await browser.evaluate(() => location.pathname)).toBe(`/${locale}/success/application`);
    expect(reference).toMatch(/\S{6,}/);
  });
  return reference;
}
