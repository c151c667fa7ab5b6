/** A page in a browser that Playwright does not drive: its texts, controls and focus. */
import { PASSWORD } from './applicants.ts';
import { words } from './locale-words.ts';
import type { OtherBrowser } from './other-browser.ts';
import { retry } from './other-journey.ts';
import { expect } from './portal.ts';

/** What a press starts is rendered by then, also after a response. */
const SETTLED_MS = 3_000;

const withSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

/** Opens a page and waits until it is hydrated. */
export async function openPage(browser: OtherBrowser, address: string): Promise<void> {
  await browser.goto(address);
  await retry(async () => expect(await browser.evaluate(() => document.querySelector('astro-island[ssr]'))).toBeNull());
}

/** Waits until the page has a text. */
export const see = (browser: OtherBrowser, text: string): Promise<void> =>
  retry(async () => {
    expect(withSpaces(await browser.evaluate(() => document.body.textContent ?? ''))).toContain(withSpaces(text));
  });

/** Waits until the page has a path. */
export const at = (browser: OtherBrowser, path: string): Promise<void> =>
  retry(async () => expect(await browser.evaluate(() => location.pathname)).toBe(path));

/** Presses the visible link or button whose text begins with this, once the page is hydrated; in a dialog, one of its own. */
export async function press(browser: OtherBrowser, text: string): Promise<void> {
  await retry(async () => {
    const isFound = await browser.evaluate((start) => {
      const plain = (one: Element) => one.textContent?.replaceAll('\u00a0', ' ').trim() ?? '';
      const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
      const control = [...scope.querySelectorAll<HTMLElement>('a, button')].find(
        (one) => plain(one).startsWith(start) && one.checkVisibility(),
      );
      for (const one of document.querySelectorAll<HTMLElement>('[data-pressed]')) delete one.dataset.pressed;
      if (!control || document.querySelector('astro-island[ssr]')) return false;
      control.dataset.pressed = '';
      // WebKit's driver does not scroll to a button just below the window.
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      return true;
    }, withSpaces(text));
    expect(isFound, text).toBe(true);
    // A drawer that is still moving refuses the press.
    await browser.click('[data-pressed]');
  });
}

/** Returns the name of the focused field, or the words of another focused control; `h1` for the page's heading. */
const focused = async (browser: OtherBrowser): Promise<string> =>
  withSpaces(
    await browser.evaluate(() => {
      const element = document.activeElement;
      if (!element?.matches('a, button, summary, input, select, textarea')) return element?.localName ?? '';
      // Without what a button says while it is busy.
      const text = element.querySelector('.button__text') ?? element;
      return element.getAttribute('name') ?? text.textContent?.trim() ?? '';
    }),
  );

/** Expects a control to have the focus, also after all that the last press has started. @param name as `focused` returns it */
export async function expectFocus(browser: OtherBrowser, name: string): Promise<void> {
  const isFocused = async () => expect(await focused(browser)).toBe(withSpaces(name));
  await retry(isFocused);
  await new Promise((settled) => setTimeout(settled, SETTLED_MS));
  await isFocused();
}

/** Signs in on the English sign-in page. */
export async function signIn(browser: OtherBrowser, origin: string, email: string): Promise<void> {
  await openPage(browser, `${origin}/en/auth/login`);
  await browser.type('[name=email]', email);
  await browser.type('[name=password]', PASSWORD);
  await press(browser, words('en', 'auth', 'login.submit'));
  await at(browser, '/en/profile');
}
