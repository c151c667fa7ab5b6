/** An applicant's whole journey in a page that is being translated: every text node is replaced, also new ones. */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { setOwnNetwork } from './support/account.ts';
import { changeLink, fillSignIn, mainOf, saveChangedPart, sendButton, signOutByMenu } from './support/account-page.ts';
import { PASSWORD, specialist } from './support/applicants.ts';
import { storedRecord } from './support/device.ts';
import { box } from './support/form.ts';
import { apply } from './support/journey.ts';
import { words } from './support/locale-words.ts';
import { codeOf, nthMail } from './support/mail.ts';
import { translate } from './support/other-programs.ts';
import { makeLink, newDevice } from './support/parcel.ts';
import { expect, expectedErrors, open, type Page, test } from './support/portal.ts';
import { RELEASE } from './support/stages.ts';
import { expectStored } from './support/stored.ts';

const locale = 'en';
const auth = (path: string) => words(locale, 'auth', path);
const NEXT_PASSWORD = 'девять тихих караванов 2032';

test.afterAll(() => {
  expectedErrors.length = 0;
});

/** Each form is submitted with errors first, so that messages appear and disappear. */
async function reset(page: Page, email: string): Promise<void> {
  await open(page, locale, '/auth/reset/password');
  const send = (step: string) => sendButton(page, auth(`reset.${step}.submit`)).click();
  await send('email');
  await expect(mainOf(page)).toContainText(words(locale, 'forms', 'errors.required.email'));
  await page.getByLabel(auth('reset.email.label'), { exact: true }).fill(email);
  await send('email');
  await page.waitForURL(`**/${locale}/auth/gmail/verify`);
  const code = codeOf(await nthMail(email, 2));
  await page.getByLabel(auth('reset.code.label'), { exact: true }).fill(code);
  await send('code');
  await page.waitForURL(`**/${locale}/auth/new/password`);
  await page.getByLabel(auth('reset.password.label'), { exact: true }).fill(NEXT_PASSWORD);
  await send('password');
  await expect(page.getByRole('heading', { name: auth('reset.done.title') })).toBeVisible();
}

test(
  'a machine-translated page handles an application, a sign-in, a reset, a change and a parcel',
  RELEASE,
  async ({ page, storage, browser, baseURL }) => {
    // The browser logs a refused sign-in.
    expectedErrors.push(/the server responded with a status of 401/);
    await translate(page);
    await setOwnNetwork(page);
    const email = `translated.${Date.now()}@example.org`;
    const applicant = specialist(email);
    const id = await apply(page, locale, applicant);
    await expectStored(storage, id, applicant);
    await expect(page.locator('font').first()).toBeAttached();

    await open(page, locale, '/auth/login');
    await fillSignIn(page, locale, email, 'not the password of anyone');
    await expect(mainOf(page).getByRole('alert')).toContainText(auth('login.wrongTitle'));
    await fillSignIn(page, locale, email, PASSWORD);
    await expect(page).toHaveURL(`/${locale}/profile`);
    await expect(mainOf(page)).toContainText(id);
    await signOutByMenu(page, locale);
    await expect(page).toHaveURL(`/${locale}/auth`);

    await reset(page, email);
    await open(page, locale, '/auth/login');
    await fillSignIn(page, locale, email, NEXT_PASSWORD);
    await expect(page).toHaveURL(`/${locale}/profile`);

    await open(page, locale, '/profile/application/specialist#change:passport_number');
    await box(page, 'passport_number').fill('');
    await saveChangedPart(page, locale);
    await box(page, 'passport_number').fill('EA7654321');
    await saveChangedPart(page, locale);
    await expect(changeLink(page, 'passport', locale)).toBeVisible();
    await sendButton(page, auth('person.change.submit')).click();
    await expect(page.getByText(auth('person.change.savedTitle'))).toBeVisible();
    await expect(mainOf(page)).toContainText('EA7654321');

    const link = await makeLink(page, locale, 'draft.send.start', specialist('parcel@example.org'));
    const there = await newDevice(browser, baseURL);
    await translate(there);
    await there.goto(link);
    await there.getByRole('button', { name: words(locale, 'parcel', 'draft.receive.start') }).click();
    await expect(there.getByText(words(locale, 'parcel', 'draft.receive.arrived.title'))).toBeVisible();
    await expect(page.getByText(words(locale, 'application', 'draft.moved.title'))).toBeVisible();
    expect((await storedRecord(there))?.saved).toEqual((await storedRecord(page))?.saved);
    await there.context().close();
  },
);

test('edits made while a page is translated before hydration stay', async ({ page }) => {
  expectedErrors.push(/^island-rebuilt$/);
  await translate(page, '* ');
  for (const route of ['/auth/login', '/application/name']) {
    await open(page, LOCALES[0], route);
    await expect(mainOf(page).getByRole('heading', { level: 1 })).toContainText('* ');
    await expect(mainOf(page).getByRole('button').first()).toBeVisible();
  }
});
