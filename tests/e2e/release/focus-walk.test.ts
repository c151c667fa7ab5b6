/**
 * The focus is never lost, in three browsers: after each way to close each dialog, and after each change of page, also by the
 * browser's own Back, a sensible control or the heading has it.
 */
import { createAccount, signInByCall } from '../support/account.ts';
import { fixture } from '../support/fill.ts';
import { words } from '../support/locale-words.ts';
import type { OtherBrowser } from '../support/other-browser.ts';
import { test } from '../support/other-browsers.ts';
import { retry } from '../support/other-journey.ts';
import { at, expectFocus, openPage, press, see, signIn } from '../support/other-page.ts';
import { expect, expectedErrors, type Page } from '../support/portal.ts';

test.skip(process.platform !== 'linux', 'the builds of Debian');

// The error that is caused to see what a broken page offers.
expectedErrors.push(/fails while it is shown/);

const forms = (key: string) => words('en', 'forms', key);
const auth = (key: string) => words('en', 'auth', key);
const application = (key: string) => words('en', 'application', key);

/** Playwright's own browser with the interface of the others. */
const chromiumOf = (page: Page): OtherBrowser => ({
  goto: async (address) => void (await page.goto(address)),
  reload: async () => void (await page.reload()),
  evaluate: (code, given) => page.evaluate(code as never, given) as never,
  click: (selector) => page.locator(selector).first().click(),
  type: (selector, text) => page.locator(selector).first().pressSequentially(text),
  select: async (selector, value) => void (await page.locator(selector).first().selectOption(value)),
  upload: (selector, path) => page.locator(selector).first().setInputFiles(path),
  pressEscape: () => page.keyboard.press('Escape'),
  clickAt: (x, y) => page.mouse.click(x, y),
});

const goBack = (browser: OtherBrowser) => browser.evaluate(() => history.back());

/**
 * Opens a dialog and closes it: by each of its buttons, Escape, and a press beside it. Each gives the focus back.
 * @param opener the control that has the focus afterwards
 */
async function walkDialog(
  browser: OtherBrowser,
  { open, closers, opener }: { open: () => Promise<void>; closers: string[]; opener: string },
): Promise<void> {
  const buttons = closers.map((text) => () => press(browser, text));
  const isOpen = () => browser.evaluate(() => document.querySelector('dialog[open] :focus') !== null);
  for (const close of [...buttons, () => browser.pressEscape(), () => browser.clickAt(5, 5)]) {
    await open();
    await retry(async () => expect(await isOpen(), `${opener}: the dialog has the focus`).toBe(true));
    await close();
    await retry(async () => expect(await isOpen(), `${opener}: the dialog is closed`).toBe(false));
    await expectFocus(browser, opener);
  }
}

/** The dialogs of the form, and its pages. */
async function walkForm(browser: OtherBrowser, origin: string): Promise<void> {
  await openPage(browser, `${origin}/en/application/photo?type=founder`);
  await walkDialog(browser, {
    open: async () => {
      await browser.evaluate(() => document.querySelector<HTMLElement>('[name=file5]')?.focus());
      await browser.upload('[name=file5]', fixture('passport.png'));
    },
    closers: [forms('crop.later'), forms('crop.apply')],
    opener: 'file5',
  });
  await press(browser, forms('file.remove'));
  await expectFocus(browser, 'file5');

  await openPage(browser, `${origin}/en/application/contact`);
  await browser.type('[name=email]', 'focus@example.org');
  await browser.type('[name=phone]', '+998901234567');
  await press(browser, application('part.save'));
  await at(browser, '/en/application/photo');
  await expectFocus(browser, 'h1');
  await goBack(browser);
  await at(browser, '/en/application/contact');
  await expectFocus(browser, 'h1');

  await openPage(browser, `${origin}/en/application`);
  await walkDialog(browser, {
    open: () => press(browser, application('draft.delete')),
    closers: [application('draft.confirm.no')],
    opener: application('draft.delete'),
  });
  await expectFocusAfterBack(browser, () => press(browser, application('draft.delete')), '/en/application/contact');
}

/** Goes back while a dialog is open. @param path of the page before */
async function expectFocusAfterBack(browser: OtherBrowser, open: () => Promise<void>, path: string): Promise<void> {
  await open();
  await retry(async () =>
    expect(await browser.evaluate(() => document.querySelector('dialog[open]') !== null)).toBe(true),
  );
  await goBack(browser);
  await at(browser, path);
  await retry(async () => expect(await browser.evaluate(() => document.querySelector('dialog[open]'))).toBeNull());
}

/** The question before a passport's photo replaces what was typed. */
async function walkPassport(browser: OtherBrowser, origin: string): Promise<void> {
  await openPage(browser, `${origin}/en/application/passport`);
  await browser.type('[name=passport_number]', 'AB7654321');
  await browser.upload('[name=file4]', fixture('passport-photo.jpg'));
  await walkDialog(browser, {
    open: () => press(browser, forms('scan.offer')),
    closers: [],
    opener: forms('scan.offer'),
  });
}

/** The account's dialogs, and its pages. @param page with a session of its own, which "everywhere else" ends */
async function walkAccount(browser: OtherBrowser, origin: string, page: Page): Promise<void> {
  const account = await createAccount(page, 'en');
  await signIn(browser, origin, account.email);
  await expectFocus(browser, 'h1');
  await walkDialog(browser, {
    open: () => press(browser, auth('home.withdraw.start')),
    closers: [auth('home.withdraw.cancel')],
    opener: auth('home.withdraw.start'),
  });
  await walkDialog(browser, {
    open: () => press(browser, auth('menu.open')),
    closers: [auth('menu.close')],
    opener: auth('menu.open'),
  });
  for (const name of ['status', 'home', 'person', 'security'] as const) {
    await press(browser, auth('menu.open'));
    await press(browser, auth(`menu.${name}`));
    await expectFocus(browser, 'h1');
  }
  await goBack(browser);
  await at(browser, '/en/profile/application/founder');
  await expectFocus(browser, 'h1');

  // A file that the application no longer has, as on a page that has been open for long.
  await see(browser, 'passport.pdf');
  await browser.evaluate(() => {
    const link = document.querySelector('main a[href^="/files/"]');
    link?.setAttribute('href', '/files/gone/passport.pdf');
    link?.replaceChildren('gone.pdf');
  });
  await walkDialog(browser, {
    open: () => press(browser, 'gone.pdf'),
    closers: [auth('person.file.close')],
    opener: 'gone.pdf',
  });

  await signInByCall(page, account);
  await openPage(browser, `${origin}/en/profile/security`);
  await walkDialog(browser, {
    open: () => press(browser, auth('security.sessions.endOthers')),
    closers: [auth('security.sessions.cancel')],
    opener: auth('security.sessions.endOthers'),
  });
  await press(browser, auth('security.sessions.endOthers'));
  await press(browser, auth('security.sessions.endOthers'));
  await see(browser, auth('security.sessions.ended'));
  await retry(async () => expect(await browser.evaluate(() => document.activeElement?.localName)).toBe('h1'));

  await walkRescue(browser, origin);
}

/** The question before unsent changes are discarded that the form cannot show. */
async function walkRescue(browser: OtherBrowser, origin: string): Promise<void> {
  await openPage(browser, `${origin}/en/profile/application/founder#change:name`);
  await retry(() => browser.type('main [name=middlename]', 'Changed'));
  // Any error may occur while a form is shown; here the saving time is invalid.
  await browser.evaluate(() => {
    Date.prototype.getHours = () => {
      throw new Error('fails while it is shown');
    };
  });
  await press(browser, auth('person.change.save'));
  await see(browser, auth('person.change.rescue'));
  await walkDialog(browser, {
    open: () => press(browser, auth('person.change.drop')),
    closers: [application('draft.confirm.no')],
    opener: auth('person.change.drop'),
  });
}

const WALKS = { form: walkForm, 'passport photo': walkPassport, account: walkAccount };

for (const [place, walk] of Object.entries(WALKS)) {
  test(`the focus is never lost in Chromium (${place})`, async ({ page, browser, baseURL }) => {
    const other = await browser.newPage({ baseURL: baseURL ?? '' });
    await walk(chromiumOf(page), String(baseURL), other);
  });
  test(`the focus is never lost in Firefox (${place})`, async ({ firefox, page, baseURL }) => {
    await walk(firefox, String(baseURL), page);
  });
  test(`the focus is never lost in WebKit (${place})`, async ({ webkit, page, secureOrigin }) => {
    await walk(webkit, secureOrigin, page);
  });
}
