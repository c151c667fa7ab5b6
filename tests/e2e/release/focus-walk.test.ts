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

// The error that is caused to see what a broken page offers; Firefox logs it without its text.
expectedErrors.push(/fails while it is shown/, /^JSHandle@error$/);

const forms = (key: string) => words('en', 'forms', key);
const auth = (key: string) => words('en', 'auth', key);
const application = (key: string) => words('en', 'application', key);
const passport = (key: string) => words('en', 'passport', key);

/** Playwright's own browser with the interface of the others. */
const chromiumOf = (page: Page): OtherBrowser => ({
  goto: async (address) => void (await page.goto(address)),
  reload: async () => void (await page.reload()),
  back: async () => void (await page.goBack()),
  evaluate: (code, given) => page.evaluate(code as never, given) as never,
  click: (selector) => page.locator(selector).first().click(),
  type: (selector, text) => page.locator(selector).first().pressSequentially(text),
  select: async (selector, value) => void (await page.locator(selector).first().selectOption(value)),
  upload: (selector, path) => page.locator(selector).first().setInputFiles(path),
  pressEscape: () => page.keyboard.press('Escape'),
  pressUndo: () => page.keyboard.press('Control+z'),
  clickAt: (x, y) => page.mouse.click(x, y),
});

const isShown = (browser: OtherBrowser) => browser.evaluate(() => document.querySelector('dialog[open]') !== null);

/** Goes one page back or forward, and expects the heading to have the focus. @param path of that page */
async function travel(browser: OtherBrowser, way: 'back' | 'forward', path: string): Promise<void> {
  await browser.evaluate((direction) => history[direction](), way);
  await at(browser, path);
  await retry(async () => expect(await isShown(browser), `${path}: no dialog is left`).toBe(false));
  await expectFocus(browser, 'h1');
}

interface Walk {
  open: () => Promise<void>;
  /** The buttons that close the dialog. */
  closers: string[];
  /** The control that has the focus afterwards. */
  opener: string;
  /** Path of the page before, from which the router led here. */
  before?: string;
}

/** Opens a dialog and closes it: by each of its buttons, Escape, a press beside it, and Back. */
async function walkDialog(browser: OtherBrowser, { open, closers, opener, before }: Walk): Promise<void> {
  const buttons = closers.map((text) => () => press(browser, text));
  const hasFocus = () => browser.evaluate(() => document.querySelector('dialog[open] :focus') !== null);
  for (const close of [...buttons, () => browser.pressEscape(), () => browser.clickAt(5, 5)]) {
    await open();
    await retry(async () => expect(await hasFocus(), `${opener}: the dialog has the focus`).toBe(true));
    await close();
    await retry(async () => expect(await isShown(browser), `${opener}: the dialog is closed`).toBe(false));
    await expectFocus(browser, opener);
  }
  if (!before) return;
  const here = await browser.evaluate(() => location.pathname);
  await open();
  await retry(async () => expect(await isShown(browser)).toBe(true));
  await travel(browser, 'back', before);
  await travel(browser, 'forward', here);
}

/** The dialogs of the form, and its pages. */
async function walkForm(browser: OtherBrowser, origin: string): Promise<void> {
  await openPage(browser, `${origin}/en/application/contact?type=founder`);
  await browser.type('[name=email]', 'focus@example.org');
  await browser.type('[name=phone]', '+998901234567');
  await press(browser, application('part.save'));
  await at(browser, '/en/application/photo');
  await expectFocus(browser, 'h1');
  await walkDialog(browser, {
    open: async () => {
      await browser.evaluate(() => document.querySelector<HTMLElement>('[name=file5]')?.focus());
      await browser.upload('[name=file5]', fixture('passport.png'));
    },
    closers: [forms('crop.later'), forms('crop.apply')],
    opener: 'file5',
    before: '/en/application/contact',
  });
  await press(browser, forms('file.remove'));
  await expectFocus(browser, 'file5');

  await press(browser, application('part.later'));
  await at(browser, '/en/application');
  await expectFocus(browser, 'h1');
  await walkDialog(browser, {
    open: () => press(browser, application('draft.delete')),
    closers: [application('draft.confirm.no')],
    opener: application('draft.delete'),
    before: '/en/application/photo',
  });
}

/** The question before a passport's photo replaces what was typed. */
async function walkPassport(browser: OtherBrowser, origin: string): Promise<void> {
  await openPage(browser, `${origin}/en/application?type=founder`);
  await press(browser, forms('parts.passport.title'));
  await at(browser, '/en/application/passport');
  await expectFocus(browser, 'h1');
  await browser.type('[name=passport_number]', 'AB7654321');
  await browser.evaluate(() => document.querySelector<HTMLElement>('[name=file4]')?.focus());
  await browser.upload('[name=file4]', fixture('passport-photo.jpg'));
  // The photo is read at once.
  await see(browser, passport('ask.title'));
  await browser.pressEscape();
  await expectFocus(browser, 'file4');
  const offer = forms('scan.fillIn');
  await walkDialog(browser, {
    open: () => press(browser, offer),
    closers: [],
    opener: offer,
    before: '/en/application',
  });
  for (const answer of ['ask.keep', 'ask.take']) {
    await browser.type('[name=passport_number]', '9');
    await press(browser, offer);
    await press(browser, passport(answer));
    await expectFocus(browser, offer);
  }
}

/** Goes to another page of the account by its menu. */
async function followMenu(browser: OtherBrowser, name: 'home' | 'status' | 'person' | 'security'): Promise<void> {
  await press(browser, auth('menu.open'));
  await press(browser, auth(`menu.${name}`));
  await expectFocus(browser, 'h1');
}

/** The account's dialogs, and its pages. @param page with a session of its own, which "everywhere else" ends */
async function walkAccount(browser: OtherBrowser, origin: string, page: Page): Promise<void> {
  const account = await createAccount(page, 'en');
  await signIn(browser, origin, account.email);
  await expectFocus(browser, 'h1');
  await followMenu(browser, 'status');
  await followMenu(browser, 'home');
  const before = '/en/profile/status';
  const [withdraw, menu] = [auth('home.withdraw.start'), auth('menu.open')];
  await walkDialog(browser, {
    open: () => press(browser, withdraw),
    closers: [auth('home.withdraw.cancel')],
    opener: withdraw,
    before,
  });
  await walkDialog(browser, {
    open: () => press(browser, menu),
    closers: [auth('menu.close')],
    opener: menu,
    before,
  });

  await followMenu(browser, 'person');
  await see(browser, 'passport.pdf');
  await walkDialog(browser, {
    open: async () => {
      // A file that the application no longer has, as on a page that has been open for long.
      await browser.evaluate(() => {
        const link = document.querySelector('main a[href^="/files/"]');
        link?.setAttribute('href', '/files/gone/passport.pdf');
        link?.replaceChildren('gone.pdf');
      });
      await press(browser, 'gone.pdf');
    },
    closers: [auth('person.file.close')],
    opener: 'gone.pdf',
    before: '/en/profile',
  });

  await signInByCall(page, account);
  await followMenu(browser, 'security');
  const endOthers = auth('security.sessions.endOthers');
  await walkDialog(browser, {
    open: () => press(browser, endOthers),
    closers: [auth('security.sessions.cancel')],
    opener: endOthers,
    before: '/en/profile/application/founder',
  });
  await press(browser, endOthers);
  await press(browser, endOthers);
  await see(browser, auth('security.sessions.ended'));
  // The section's heading: its button is gone, and the next control is one of another section.
  await expectFocus(browser, 'h2');

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
