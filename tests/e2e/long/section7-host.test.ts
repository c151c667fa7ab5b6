/** The pages in front of a minimal host, in its modes. The host never stores an application twice. */
import { CREATED } from '../../contract/section7-host/modes.ts';
import { mainOf } from '../support/account-page.ts';
import { specialist } from '../support/applicants.ts';
import { fill } from '../support/fill.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';
import {
  applyFromDraft,
  expectFocusedNotice,
  goTo,
  REFUSED_CALLS,
  type Section7Portal,
  startSection7Portal,
} from '../support/section7.ts';
import { send, sendButton } from '../support/sending.ts';
import { releaseIf } from '../support/stages.ts';

let section7: Section7Portal;
test.beforeAll(async () => {
  expectedErrors.push(REFUSED_CALLS, /net::ERR_/);
  section7 = await startSection7Portal();
});
test.afterAll(async () => {
  expectedErrors.length = 0;
  await section7.stop();
});
test.beforeEach(() => section7.host.reset());

const say = (key: string) => words('en', 'application', key);
let count = 0;
const newEmail = () => {
  count += 1;
  return `section7.${Date.now()}.${count}@example.org`;
};

test('a stored creation that ends in a closed connection is not repeated without the applicant', async ({ page }) => {
  const { host } = section7;
  host.mode.reply.create = 'close';
  const email = newEmail();
  await applyFromDraft(page, section7, specialist(email));
  await expectFocusedNotice(page, say('send.unknown.title'));
  // This host's response about an address is unreadable.
  await expect(page.getByRole('alert')).toContainText(words('en', 'application', 'send.unknown.unknown', { email }));
  expect(host.countOf(email)).toBe(1);

  // After a reload the main button asks the host and sends nothing.
  await page.reload();
  await expect(page.getByText(say('send.before.title'))).toBeVisible();
  await send(page);
  await expectFocusedNotice(page, say('send.unknown.title'));
  await sendButton(page)
    .or(page.getByRole('button', { name: say('send.unknown.check') }))
    .click();
  await expect(page.getByText(say('send.unknown.title'))).toBeVisible();
  expect(host.countOf(email)).toBe(1);

  // A readable response of check-email is shown.
  host.mode.reply.checkEmail = ({ exists }) => ({ status: 200, body: { exists } });
  await page.getByRole('button', { name: say('send.unknown.check') }).click();
  await expect(page.getByRole('alert')).toContainText(words('en', 'application', 'send.unknown.taken', { email }));
  expect(host.countOf(email)).toBe(1);
});

for (const [name, reply] of [
  ['returns the record at once', CREATED.record?.reply],
  ['returns it at sign-in', undefined],
] as const) {
  test(
    `a document that a host lost is named by one that ${name}, and sent again`,
    releaseIf(!reply),
    async ({ page }) => {
      const { host } = section7;
      host.mode.fields = 'all';
      host.mode.reply.create = reply;
      host.mode.record = { file4: null };
      const email = newEmail();
      const notice = page.getByText(words('en', 'auth', 'home.receipt.missing_one'));
      const label = words('en', 'forms', 'fields.file4.label');
      await applyFromDraft(page, section7, specialist(email));
      await page.waitForURL('**/en/success/application');
      await expect(notice).toHaveCount(reply ? 1 : 0);
      await mainOf(page)
        .getByRole('link', { name: say('success.open') })
        .click();
      await page.waitForURL('**/en/profile');
      await expect(notice).toBeVisible();
      await expect(mainOf(page).getByRole('listitem').filter({ hasText: label })).toBeVisible();
      await page.reload();
      await expect(notice).toBeVisible();

      await mainOf(page)
        .getByRole('link', { name: words('en', 'auth', 'home.receipt.again') })
        .click();
      await fill(page, { file4: 'passport.pdf' });
      await mainOf(page)
        .getByRole('button', { name: words('en', 'auth', 'person.change.save') })
        .click();
      await mainOf(page)
        .getByRole('button', { name: words('en', 'auth', 'person.change.submit') })
        .click();
      await expect(mainOf(page).getByText(words('en', 'auth', 'person.change.savedTitle'))).toBeVisible();
      host.mode.record = {};
      await goTo(page, section7, '/profile');
      await expect(mainOf(page).getByRole('heading', { level: 1 })).toBeVisible();
      await expect(notice).toHaveCount(0);
    },
  );
}
