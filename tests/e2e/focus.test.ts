/** The focus is never lost: after each way to close a dialog, and after each change of page, a sensible element has it. */
import { createAccount, setOwnNetwork } from './support/account.ts';
import { fillSignIn, mainOf, menuButton, openFromMenu, openMenu } from './support/account-page.ts';
import { fillControl, fixture } from './support/fill.ts';
import { box, languageLink, saveButton } from './support/form.ts';
import { words } from './support/locale-words.ts';
import { expect, open, type Page, test } from './support/portal.ts';
import { LONG, RELEASE } from './support/stages.ts';

const heading = (page: Page) => mainOf(page).getByRole('heading', { level: 1 });

/** What a press starts is rendered by then. */
const SETTLED_MS = 500;

/** Expects an element to have the focus, also after all that the last press has started. */
async function expectKept(page: Page, element: ReturnType<Page['getByRole']>): Promise<void> {
  await expect(element).toBeFocused();
  await page.waitForTimeout(SETTLED_MS);
  await expect(element).toBeFocused();
}

/** Opens a dialog and closes it: by its button, Escape, and a press beside it. @param safe the focused button of a danger */
async function walkDialog(page: Page, opener: ReturnType<Page['getByRole']>, names: { close: string; safe?: string }) {
  const dialog = page.getByRole('dialog');
  const close = dialog.getByRole('button', { name: names.close, exact: true });
  for (const way of [() => close.click(), () => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
    await opener.click();
    await expect(dialog).toBeVisible();
    await expect(dialog.locator(':focus')).toHaveCount(1);
    if (names.safe) await expect(dialog.getByRole('button', { name: names.safe, exact: true })).toBeFocused();
    await way();
    await expect(dialog).toBeHidden();
    await expectKept(page, opener);
  }
}

test(
  'in the form, dialogs give the focus back, and a page that follows gives it to its heading',
  LONG,
  async ({ page }) => {
    const forms = (key: string) => words('en', 'forms', key);
    const draft = (key: string) => words('en', 'application', `draft.${key}`);
    await open(page, 'en', '/application/photo?type=founder');
    const photo = box(page, 'file5');
    const dialog = page.getByRole('dialog');
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: forms('crop.later'), exact: true }).click(),
      () => dialog.getByRole('button', { name: forms('crop.apply'), exact: true }).click(),
    ]) {
      await photo.focus();
      await photo.setInputFiles(fixture('passport.png'));
      await expect(dialog.getByRole('application')).toBeFocused();
      // Without dragging, and without a keyboard.
      await dialog.getByRole('button', { name: forms('crop.left'), exact: true }).click();
      await close();
      await expect(dialog).toHaveCount(0);
      await expectKept(page, photo);
    }
    await mainOf(page)
      .getByRole('button', { name: new RegExp(`^${forms('file.remove')}`) })
      .first()
      .click();
    await expectKept(page, photo);

    await open(page, 'en', '/application/contact');
    await fillControl(page, 'email', 'focus@example.org');
    await fillControl(page, 'phone', '+998901234567');
    await saveButton(page).click();
    await page.waitForURL('**/photo');
    await expectKept(page, heading(page));
    await page.goBack();
    await page.waitForURL('**/contact');
    await expectKept(page, heading(page));
    await languageLink(page, 'ru').press('Enter');
    await page.waitForURL('**/ru/**');
    await page.goBack();
    await page.waitForURL('**/en/**');
    await expectKept(page, heading(page));
    await open(page, 'en', '/application');
    const ask = page.getByRole('button', { name: draft('delete') });
    await walkDialog(page, ask, { close: draft('confirm.no'), safe: draft('confirm.no') });
  },
);

test(
  'in the account, dialogs give the focus back, and a page that follows gives it to its heading',
  RELEASE,
  async ({ page }) => {
    const auth = (key: string) => words('en', 'auth', key);
    await setOwnNetwork(page);
    const { email } = await createAccount(page, 'en');
    await open(page, 'en', '/auth/login');
    await fillSignIn(page, 'en', email);
    await page.waitForURL('**/en/profile');
    await expectKept(page, heading(page));

    const withdraw = mainOf(page).getByRole('button', { name: auth('home.withdraw.start') });
    await walkDialog(page, withdraw, { close: auth('home.withdraw.cancel'), safe: auth('home.withdraw.cancel') });
    const menu = menuButton(page, 'en');
    for (const close of [
      () => page.keyboard.press('Escape'),
      () =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: auth('menu.close') })
          .click(),
    ]) {
      await openMenu(page, 'en');
      await close();
      await expectKept(page, menu);
    }
    for (const place of ['status', 'home', 'person', 'security', 'home'] as const) {
      await openFromMenu(page, 'en', place);
      await expectKept(page, heading(page));
    }
    await withdraw.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: auth('home.withdraw.confirm') })
      .click();
    await expect(heading(page)).toHaveText(auth('stages.withdrawn.title'));
    await expect(page.locator(':focus')).toHaveCount(1);
  },
);
