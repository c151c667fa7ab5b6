/**
 * WebKit, the engine of Safari, behind TLS as in a deployment: account, link, visa page and desk. Over plain
 * HTTP it keeps no sign-in, since it stores no `Secure` cookie there.
 */
import { createAccount } from '../support/account.ts';
import { PASSWORD, specialist } from '../support/applicants.ts';
import { storedEntries } from '../support/device.ts';
import { words } from '../support/locale-words.ts';
import { startDesk } from '../support/officers.ts';
import type { OtherBrowser } from '../support/other-browser.ts';
import { test as other } from '../support/other-browsers.ts';
import { retry } from '../support/other-journey.ts';
import { makeLink } from '../support/parcel.ts';
import { expect } from '../support/portal.ts';
import { openSecureFront, type SecureFront } from '../support/secure-front.ts';
import { issueVisa } from '../support/visas.ts';

other.skip(process.platform !== 'linux', 'the builds of Debian');

const test = other.extend<{ front: SecureFront }>({
  front: async ({ baseURL }, use) => {
    const front = await openSecureFront(String(baseURL));
    await use(front);
    front.close();
  },
});

const auth = (key: string) => words('en', 'auth', key);

/** Waits until the page has a text. */
const see = (browser: OtherBrowser, text: string) =>
  retry(async () => {
    const shown = await browser.evaluate(() => document.body.textContent?.replaceAll('\u00a0', ' ') ?? '');
    expect(shown).toContain(text.replaceAll('\u00a0', ' '));
  });

/** Presses the visible link or button whose text begins with this, once the page is hydrated. */
async function press(browser: OtherBrowser, text: string): Promise<void> {
  await retry(async () => {
    const isFound = await browser.evaluate(
      (start) => {
        const plain = (one: Element) => one.textContent?.replaceAll('\u00a0', ' ').trim() ?? '';
        const controls = [...document.querySelectorAll<HTMLElement>('dialog[open] :is(a, button), :is(a, button)')];
        const control = controls.find((one) => plain(one).startsWith(start) && one.checkVisibility());
        for (const one of document.querySelectorAll<HTMLElement>('[data-pressed]')) delete one.dataset.pressed;
        if (!control || document.querySelector('astro-island[ssr]')) return false;
        control.dataset.pressed = '';
        return true;
      },
      text.replaceAll('\u00a0', ' '),
    );
    expect(isFound, text).toBe(true);
    // A drawer that is still moving refuses the press.
    await browser.click('[data-pressed]');
  });
}

/** Expects an element to have the focus, which WebKit does not give to a button that is clicked. */
const expectFocus = (browser: OtherBrowser, selector: string) =>
  retry(async () => {
    expect(await browser.evaluate((wanted) => document.activeElement?.matches(wanted), selector)).toBe(true);
  });

const at = (browser: OtherBrowser, path: string) =>
  retry(async () => expect(await browser.evaluate(() => location.pathname)).toBe(path));

test('a sign-in lasts in WebKit, and the account has the focus on its heading', async ({ webkit, page, front }) => {
  const { email } = await createAccount(page, 'en');
  await webkit.goto(`https://${front.host}/en/auth/login`);
  await retry(async () => expect(await webkit.evaluate(() => document.querySelector('astro-island[ssr]'))).toBeNull());
  await webkit.type('[name=email]', email);
  await webkit.type('[name=password]', PASSWORD);
  await press(webkit, auth('login.submit'));
  await at(webkit, '/en/profile');
  await see(webkit, auth('stages.submitted.title'));
  await expectFocus(webkit, 'h1');
  await webkit.reload();
  await see(webkit, auth('stages.submitted.title'));
});

test('a draft that a link carries is continued in WebKit', async ({ webkit, page, front }) => {
  const link = await makeLink(page, 'en', 'draft.send.start', specialist(`webkit.${Date.now()}@example.org`));
  const { pathname, search, hash } = new URL(link);
  await webkit.goto(`https://${front.host}${pathname}${search}${hash}`);
  await press(webkit, words('en', 'parcel', 'draft.receive.start'));
  await see(webkit, words('en', 'parcel', 'draft.receive.arrived.title'));
  await retry(async () => expect(JSON.stringify(await storedEntries(webkit))).toContain('Łukasz'));
});

test('the visa page opens in WebKit', async ({ webkit, storage, front }) => {
  const code = issueVisa(storage, { from: '2026-01-01', to: '2036-01-01' });
  await webkit.goto(`https://${front.host}/en/employee-visa/${code}`);
  await see(webkit, 'Anna');
});

// In a browser that knows no portal over TLS: it would ask for the desk's local address over TLS as well.
test('the desk opens in WebKit', async ({ webkit }) => {
  const desk = await startDesk();
  try {
    await webkit.goto(desk.entrance('anna'));
    await see(webkit, words('ru', 'admin', 'web.queue.unassigned'));
  } finally {
    await desk.stop();
  }
});
