/** The pages in front of a minimal host, in its modes. The host never stores an application twice. */
import { CREATED, type Outcome, REFUSALS } from '../../contract/section7-host/modes.ts';
import { PASSWORD as HOST_PASSWORD } from '../../contract/section7-host/start.ts';
import { fillSignIn, mainOf } from '../support/account-page.ts';
import { APPLICANTS, PASSWORD, specialist } from '../support/applicants.ts';
import { storedEntries } from '../support/device.ts';
import { fill } from '../support/fill.ts';
import { referenceOn } from '../support/journey.ts';
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

/** The shapes tried with every type; the same code reads the others, which tests/unit/contract/section7-host.test.ts reads. */
const FOR_ALL_TYPES = ['message and id', 'text', 'empty'];
/** The shape of the long stage, which has no number; `npm test` has "message and id" (tests/e2e/section7-host.test.ts). */
const FIRST = 'empty';

for (const [type, applicantOf] of Object.entries(APPLICANTS)) {
  for (const [name, { reply, hasNumber }] of Object.entries(CREATED)) {
    if (type !== 'specialist' && !FOR_ALL_TYPES.includes(name)) continue;
    test(
      `a creation of a ${type} with the response "${name}" is stored once`,
      releaseIf(type !== 'specialist' || name !== FIRST),
      async ({ page }) => {
        section7.host.mode.reply.create = reply;
        const email = newEmail();
        await applyFromDraft(page, section7, applicantOf(email));
        await page.waitForURL('**/en/success/application');
        const reference = referenceOn(page, 'en');
        if (hasNumber) await expect(reference).toHaveText(String(section7.host.people.at(-1)?.id));
        else await expect(reference).toBeHidden();
        expect(section7.host.countOf(email)).toBe(1);
        expect(await storedEntries(page)).toEqual({});
      },
    );
  }
}

const LOST: [string, Outcome, isForRelease?: boolean][] = [
  ['a closed connection', 'close'],
  ['a body that breaks off', 'break', true],
  ['an error', { status: 500, body: { message: 'Server Error' } }, true],
  ['an error page of a proxy', { status: 502, body: '<h1>Bad Gateway</h1>' }, true],
  ['a time-out of a proxy', { status: 504, body: '<h1>Gateway Time-out</h1>' }, true],
  ['a redirect', { status: 302, headers: { Location: '/login' } }, true],
];

for (const [name, outcome, isForRelease = false] of LOST) {
  const title = `a stored creation that ends in ${name} is not repeated without the applicant`;
  test(title, releaseIf(isForRelease), async ({ page }) => {
    const { host } = section7;
    host.mode.reply.create = outcome;
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
}

test('a creation that was not stored is repeated when the applicant decides so', async ({ page }) => {
  const { host } = section7;
  host.mode.refuse.create = 'close';
  host.mode.reply.checkEmail = ({ exists }) => ({ status: 200, body: { exists } });
  const email = newEmail();
  await applyFromDraft(page, section7, specialist(email));
  await expect(page.getByRole('alert')).toContainText(words('en', 'application', 'send.unknown.free', { email }));
  expect(host.countOf(email)).toBe(0);
  host.mode.refuse = {};
  await page.getByRole('button', { name: say('send.unknown.again') }).click();
  await page.waitForURL('**/en/success/application');
  expect(host.countOf(email)).toBe(1);
});

test('two presses of the send button send one application to a minimal host', async ({ page }) => {
  const email = newEmail();
  const { host } = section7;
  host.mode.refuse.create = REFUSALS['no errors'];
  await applyFromDraft(page, section7, specialist(email));
  await expectFocusedNotice(page, words('en', 'forms', 'refusals.refused.title'));
  host.mode.refuse = {};
  await sendButton(page).dblclick();
  await page.waitForURL('**/en/success/application');
  expect(host.countOf(email)).toBe(1);
});

const REFUSED: [refusal: string, title: string, quoted: string, isForRelease?: boolean][] = [
  ['Laravel, known field', '', 'The email has already been taken.'],
  ['unknown field', 'refusals.refused.title', 'The promo code field is required.', true],
  ['no errors', 'refusals.refused.title', 'Unprocessable', true],
  ['contract, unknown field', 'refusals.newer_form.title', '', true],
  ['password code', '', '', true],
  ['400', 'refusals.refused.title', 'Bad request', true],
  ['403', 'refusals.refused.title', 'Forbidden', true],
  ['409', 'refusals.conflict.title', 'Application exists', true],
  ['413', 'refusals.too_large.title', '', true],
];

for (const [name, title, quoted, isForRelease = false] of REFUSED) {
  test(`a refused creation is shown with a way on: ${name}`, releaseIf(isForRelease), async ({ page }) => {
    const { host } = section7;
    host.mode.refuse.create = REFUSALS[name];
    const email = newEmail();
    await applyFromDraft(page, section7, specialist(email));
    const main = page.getByRole('main');
    if (title) await expectFocusedNotice(page, words('en', 'forms', title));
    else if (name === 'password code') {
      await expect(page.locator('[name=password]')).toBeFocused();
      await expect(main).toContainText(words('en', 'forms', 'errors.password_common'));
    }
    if (quoted) await expect(main).toContainText(quoted);
    expect(host.countOf(email)).toBe(0);
    host.mode.refuse = {};
    if (name === 'password code') await fill(page, { password: `${PASSWORD} 2` });
    await sendButton(page).click();
    await page.waitForURL('**/en/success/application');
    expect(host.countOf(email)).toBe(1);
  });
}

for (const status of [400, 401, 403, 422]) {
  test(
    `a sign-in refused with ${status} is one of address and password, with the host's words`,
    releaseIf(status !== 422),
    async ({ page }) => {
      section7.host.mode.refuse.login = { status, body: { message: 'These credentials do not match our records.' } };
      await goTo(page, section7, '/auth/login');
      await fillSignIn(page, 'en', 'ann@example.org', HOST_PASSWORD);
      await expectFocusedNotice(page, words('en', 'auth', 'login.wrongTitle'));
      await expect(mainOf(page).getByRole('alert')).toContainText('These credentials do not match our records.');
    },
  );
}

test('a wrong current password changes nothing, and a right one reports only what the host has returned', async ({
  page,
}) => {
  const { host } = section7;
  const email = newEmail();
  const person = host.add('founder', email);
  await goTo(page, section7, '/auth/login');
  await fillSignIn(page, 'en', email, HOST_PASSWORD);
  await page.waitForURL('**/en/profile');
  await goTo(page, section7, '/profile/security');
  const main = mainOf(page);
  const change = async (current: string, next: string) => {
    await fill(page, { current_password: current, new_password: next });
    await main.getByRole('button', { name: words('en', 'auth', 'security.password.submit') }).click();
  };
  await change('not the password of anybody', 'another horse 9181 green');
  await expect(main).toContainText(words('en', 'forms', 'errors.password_wrong'));
  expect(person.password).toBe(HOST_PASSWORD);
  await change(HOST_PASSWORD, 'another horse 9181 green');
  const done = words('en', 'auth', 'security.password.doneHere');
  await expect(main.getByRole('status').filter({ hasText: done })).toBeVisible();
  await expect(main).not.toContainText(words('en', 'auth', 'security.password.doneText'));
  expect(person.password).toBe('another horse 9181 green');
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
