/** Password managers add nodes to a form before hydration, and fill it in without events. */
import { createAccount, setOwnNetwork } from './support/account.ts';
import { mainOf, sendButton } from './support/account-page.ts';
import { PASSWORD, specialist } from './support/applicants.ts';
import { finishedDraft, storedRecord } from './support/device.ts';
import { box, containing, saveButton } from './support/form.ts';
import { holdScripts } from './support/hold.ts';
import { words } from './support/locale-words.ts';
import { addPasswordManager } from './support/other-programs.ts';
import { expect, expectedErrors, open, test, waitForHydration } from './support/portal.ts';
import { openReview, sendButton as sendApplication } from './support/sending.ts';
import { LONG } from './support/stages.ts';

const locale = 'en';
const auth = (path: string) => words(locale, 'auth', path);

test.beforeEach(async ({ page }) => {
  expectedErrors.push(/^island-rebuilt$/);
  await addPasswordManager(page);
});
test.afterAll(() => {
  expectedErrors.length = 0;
});

test('values typed at sign-in before hydration stay, with the focus', async ({ page }) => {
  await setOwnNetwork(page);
  const account = await createAccount(page, locale);
  const release = await holdScripts(page);
  await page.goto(`/${locale}/auth/login`, { waitUntil: 'commit' });
  const email = page.getByLabel(auth('login.email'), { exact: true });
  const password = page.getByLabel(auth('login.password'), { exact: true });
  await expect(page.locator('form .of-a-manager').first()).toBeAttached();
  await password.fill(PASSWORD);
  await email.fill(account.email.slice(0, -1));
  release();
  await waitForHydration(page);
  await expect(email).toBeFocused();
  await page.keyboard.type(account.email.slice(-1));
  await expect(email).toHaveValue(account.email);
  await expect(password).toHaveValue(PASSWORD);
  await sendButton(page, auth('login.submit')).click();
  await expect(page).toHaveURL(`/${locale}/profile`);
});

test('values set without an event are read when a form is submitted', LONG, async ({ page }) => {
  const setValue = (name: string, value: string) =>
    page.locator(`[name="${name}"]`).evaluate((input: HTMLInputElement, given) => {
      input.value = given;
    }, value);
  await open(page, locale, '/application/name?type=specialist');
  await setValue('surname', 'Karimova');
  await setValue('date_birth.year', '1990');
  await saveButton(page, locale).click();
  await expect.poll(async () => (await storedRecord(page))?.step1Data).toMatchObject({ surname: 'Karimova' });
  const missing = words(locale, 'forms', 'errors.required.surname');
  await expect(box(page, 'name')).toHaveAttribute('aria-invalid', 'true');
  await expect(box(page, 'surname')).not.toHaveAccessibleDescription(containing(missing));

  await openReview(page, finishedDraft(specialist(`managed.${Date.now()}@example.org`)));
  await waitForHydration(page);
  await setValue('password', PASSWORD);
  await page.locator('[name=read_check]').evaluate((input: HTMLInputElement) => {
    input.checked = true;
  });
  await sendApplication(page).click();
  await page.waitForURL(`**/${locale}/success/application`);
  await expect(mainOf(page)).toContainText(words(locale, 'application', 'success.title'));
});
