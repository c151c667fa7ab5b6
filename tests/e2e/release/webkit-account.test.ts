/** WebKit, the engine of Safari, behind TLS as in a deployment: account, link, visa page and desk. */
import { changeRows, createAccount } from '../support/account.ts';
import { specialist } from '../support/applicants.ts';
import { storedEntries } from '../support/device.ts';
import { words } from '../support/locale-words.ts';
import { startDesk } from '../support/officers.ts';
import type { OtherBrowser } from '../support/other-browser.ts';
import { test } from '../support/other-browsers.ts';
import { retry } from '../support/other-journey.ts';
import { at, expectFocus, openPage, press, see, signIn } from '../support/other-page.ts';
import { makeLink } from '../support/parcel.ts';
import { expect } from '../support/portal.ts';
import { issueVisa } from '../support/visas.ts';

test.skip(process.platform !== 'linux', 'the builds of Debian');

const auth = (key: string) => words('en', 'auth', key);

/** Goes to another page of the account by its menu. */
async function followMenu(browser: OtherBrowser, name: 'home' | 'status' | 'person' | 'security'): Promise<void> {
  await press(browser, auth('menu.open'));
  await press(browser, auth(`menu.${name}`));
  await expectFocus(browser, 'h1');
}

test('in WebKit a sign-in lasts, and the menu leads through the account', async ({ webkit, page, secureOrigin }) => {
  const { email, id } = await createAccount(page, 'en');
  await signIn(webkit, secureOrigin, email);
  await see(webkit, auth('stages.submitted.title'));
  await expectFocus(webkit, 'h1');
  await webkit.reload();
  await see(webkit, auth('stages.submitted.title'));
  for (const [name, text] of [
    ['status', auth('status.history')],
    ['person', 'LQ7654321'],
    ['security', auth('security.sessions.current')],
    ['home', id],
  ] as const) {
    await followMenu(webkit, name);
    await see(webkit, text);
  }
  await press(webkit, auth('menu.open'));
  await press(webkit, auth('menu.exit'));
  await at(webkit, '/en/auth');
});

test('in WebKit an applicant asks a question and changes the application', async ({
  webkit,
  page,
  storage,
  secureOrigin,
}) => {
  const { email, id } = await createAccount(page, 'en');
  await signIn(webkit, secureOrigin, email);
  const question = `Does Safari send this? ${id}`;
  await press(webkit, auth('home.question'));
  await retry(() => webkit.type('main textarea[name=text]', question));
  await press(webkit, words('en', 'messages', 'send'));
  await see(webkit, words('en', 'messages', 'done'));
  expect(storage.DB.prepare('SELECT COUNT(*) AS count FROM messages WHERE text = ?').get(question)).toEqual({
    count: 1,
  });

  await openPage(webkit, `${secureOrigin}/en/profile/application/founder#change:name`);
  await retry(() => webkit.type('main [name=middlename]', 'Safari'));
  await press(webkit, auth('person.change.save'));
  await press(webkit, auth('person.change.submit'));
  await see(webkit, auth('person.change.savedTitle'));
  await see(webkit, 'Safari');
  changeRows(storage, 'DELETE FROM tokens WHERE applicant_id = ?', id);
  await webkit.reload();
  await at(webkit, '/en/auth/login');
});

test('a draft that a link carries is continued in WebKit', async ({ webkit, page, secureOrigin }) => {
  const link = await makeLink(page, 'en', 'draft.send.start', specialist(`webkit.${Date.now()}@example.org`));
  const { pathname, search, hash } = new URL(link);
  await webkit.goto(secureOrigin + pathname + search + hash);
  await press(webkit, words('en', 'parcel', 'draft.receive.start'));
  await see(webkit, words('en', 'parcel', 'draft.receive.arrived.title'));
  await retry(async () => expect(JSON.stringify(await storedEntries(webkit))).toContain('Łukasz'));
});

test('the visa page opens in WebKit', async ({ webkit, storage, secureOrigin }) => {
  const code = issueVisa(storage, { from: '2026-01-01', to: '2036-01-01' });
  await webkit.goto(`${secureOrigin}/en/employee-visa/${code}`);
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
