/** The browser inside a messenger, which drops downloads and prints: each offers the share sheet, or leads to a real browser. */
import { documentsRoute } from '../../../src/domain/application/steps.ts';
import { sheetRoute } from '../../../src/domain/parcel/link-address.ts';
import { createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import { mainOf } from '../support/account-page.ts';
import { words } from '../support/locale-words.ts';
import { expect, open, type Page, test } from '../support/portal.ts';
import { storeSubmittedOn } from '../support/submitted.ts';
import { addVisa } from '../support/visas.ts';

test.use({
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Instagram 350.0.0.0 Android',
});

const VISA = { from: '2026-02-05', to: '2099-01-04' };

test.beforeEach(async ({ page }) => {
  await setOwnNetwork(page);
  await page.addInitScript(() => {
    window.print = () => reportError(new Error('printed'));
    // As in Android's WebView.
    for (const name of ['clipboard', 'share', 'canShare'])
      if (!sessionStorage.getItem(`has ${name}`))
        Object.defineProperty(navigator, name, { value: undefined, writable: true });
  });
  page.on('download', () => expect(true, 'a download has started').toBe(false));
});

const say = (key: string) => words('en', 'leaving', key);
const auth = (key: string) => words('en', 'auth', key);
const dialogOf = (page: Page) => page.getByRole('dialog', { name: say('title') });
const press = (page: Page, name: string) => mainOf(page).getByRole('button', { name, exact: true }).click();

/** Expects the dialog with this route to copy, and closes it. */
async function expectLeaving(page: Page, route: string, about: 'file' | 'print'): Promise<void> {
  await expect(dialogOf(page).getByText(say(about))).toBeVisible();
  await expect(dialogOf(page).getByLabel(say('address'))).toHaveValue(new URL(route, page.url()).href);
  await dialogOf(page)
    .getByRole('button', { name: say('close') })
    .click();
  await expect(dialogOf(page)).toBeHidden();
}

test('every page that prints leads from a messenger to a browser that prints it', async ({ page, storage }) => {
  const application = (key: string) => words('en', 'application', key);
  const documents = `/en${documentsRoute('founder')}`;
  await page.goto(documents);
  await press(page, application('documents.print'));
  await expectLeaving(page, documents, 'print');
  await expect(mainOf(page).getByRole('button', { name: application('documents.print') })).toBeFocused();

  const sheet = `/en${sheetRoute('specialist')}`;
  await page.goto(sheet);
  await press(page, words('en', 'parcel', 'sheet.print'));
  await expectLeaving(page, sheet, 'print');

  const account = await createAccount(page, 'en');
  const visa = `/en/employee-visa/${addVisa(storage, account.id, VISA.from, VISA.to)}`;
  await page.goto(`${visa}#print`);
  await expectLeaving(page, visa, 'print');
  await press(page, words('en', 'employee', 'print'));
  await expectLeaving(page, visa, 'print');

  await storeSubmittedOn(page, {
    id: 'U-26-000123',
    type: 'founder',
    at: new Date().toISOString(),
    mailsSteps: true,
  });
  await page.goto('/en/success/application');
  await press(page, application('success.print'));
  // No other browser has what was sent.
  await expectLeaving(page, '/en/profile?from=mail', 'print');
});

test('the account shares its files from a messenger, or leads to a browser that saves them', async ({
  page,
  storage,
}) => {
  const account = await createAccount(page, 'en');
  const code = addVisa(storage, account.id, VISA.from, VISA.to);
  await signInByCall(page, account);
  const home = '/en/profile?from=mail';
  const answers = '/en/profile/application/founder';
  await open(page, 'en', '/profile');
  await press(page, auth('home.archive.start'));
  await expectLeaving(page, home, 'file');
  await press(page, auth('visa.calendar'));
  await expectLeaving(page, home, 'file');
  await expect(mainOf(page)).not.toContainText(auth('home.archive.started'));
  await mainOf(page)
    .getByRole('link', { name: auth('home.paper') })
    .click();
  await expectLeaving(page, `${answers}?from=mail`, 'print');
  await mainOf(page).getByRole('link', { name: 'passport.pdf' }).click();
  await expectLeaving(page, `${answers}?from=mail`, 'file');

  await page.evaluate(() => {
    for (const name of ['share', 'canShare']) sessionStorage.setItem(`has ${name}`, 'yes');
  });
  await page.addInitScript(() => {
    const share = async ({ files = [] }: ShareData) => {
      document.documentElement.dataset.shared = files.map(({ name }) => name).join();
    };
    Object.assign(navigator, { canShare: () => true, share });
  });
  const shared = page.locator('html');
  await open(page, 'en', '/profile');
  await press(page, auth('home.archive.start'));
  await expect(shared).toHaveAttribute('data-shared', `it-visa-${account.id}.zip`);
  await press(page, auth('visa.calendar'));
  await expect(shared).toHaveAttribute('data-shared', `visa-${code}.ics`);
  await page.goto(answers);
  await mainOf(page).getByRole('link', { name: 'passport.pdf' }).click();
  await expect(shared).toHaveAttribute('data-shared', 'passport.pdf');
  await expect(dialogOf(page)).toBeHidden();
});
