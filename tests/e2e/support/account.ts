/** Accounts for tests: an application sent by one call, and signing in and out like a person. */
import { readFile } from 'node:fs/promises';
import type { SQLInputValue } from 'node:sqlite';
import { SIGNED_IN_KEY, TOKEN_KEY } from '../../../src/domain/account/session.ts';
import { toBodyParts } from '../../../src/domain/application/multipart.ts';
import type { ApplicationValues } from '../../../src/domain/application/values.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { type FileValue, isNewFile } from '../../../src/domain/kinds/kind.ts';
import { NO_LISTS } from '../../fixtures/applicants.ts';
import { PASSWORD, valuesOf } from './applicants.ts';
import { fixture } from './fill.ts';
import { expect, open, type Page, type Storage } from './portal.ts';

export interface Account {
  id: string;
  email: string;
  /** Data that must appear in the account only. */
  surname: string;
  passport: string;
}

let count = 0;

/** Gives the page its own network address, so that rate limits of tests do not add up. */
export function setOwnNetwork(page: Page): Promise<void> {
  count += 1;
  return page.setExtraHTTPHeaders({ 'CF-Connecting-IP': `198.51.${Math.floor(Math.random() * 256)}.${count}` });
}

/** Sends a founder's application, whose account has the password of all tests. */
export async function createAccount(page: Page, locale: Locale): Promise<Account> {
  count += 1;
  const account = { surname: 'Lindqvist', passport: 'LQ7654321', email: `eva.${Date.now()}.${count}@example.org` };
  const form = new FormData();
  for (const { name, value } of toBodyParts('founder', founder(account))) {
    form.append(name, typeof value === 'string' ? value : await fileOf(value));
  }
  form.append('password', PASSWORD);
  const response = await page.request.post('/api/v1/founders', {
    multipart: form,
    headers: { 'Idempotency-Key': crypto.randomUUID(), 'Accept-Language': locale },
  });
  const body = (await response.json()) as { data: { id: string } };
  expect(response.status(), JSON.stringify(body)).toBe(201);
  return { ...account, id: body.data.id };
}

async function fileOf(file: FileValue): Promise<File> {
  const name = isNewFile(file) ? file.name : file.path;
  return new File([await readFile(fixture(name))], name);
}

function founder({ surname, passport, email }: Pick<Account, 'surname' | 'passport' | 'email'>): ApplicationValues {
  return {
    ...valuesOf(email),
    ...NO_LISTS,
    surname,
    name: 'Eva',
    middlename: '',
    citizenship: 'SE',
    passport_number: passport,
    phone: '+46 70 123 45 67',
    additional_phone: '',
    petitioner_name: 'Example Park',
  };
}

/** Fills in the sign-in form of the open page and submits it. */
export async function typeSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.locator('main form button[type=submit]').click();
}

/** Signs in on the sign-in page and waits for the account. */
export async function signIn(page: Page, locale: Locale, { email }: Account, password = PASSWORD): Promise<void> {
  await open(page, locale, '/auth/login');
  await typeSignIn(page, email, password);
  await expect(page).toHaveURL(`/${locale}/profile`);
}

/** Opens an empty page of the portal's origin, where storage can be filled before the portal's pages read it. */
export async function openBlank(page: Page): Promise<void> {
  const body = '<!doctype html><title>Blank</title><link rel="icon" href="data:,">';
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/blank');
}

/** Signs in by one call, like a browser that has just signed in: faster than the form. The page is left blank. */
export async function signInByCall(page: Page, { email }: Pick<Account, 'email'>): Promise<void> {
  await openBlank(page);
  const response = await page.request.post('/api/v1/user-login', { data: { email, password: PASSWORD } });
  const { token } = (await response.json()) as { token: string };
  await page.evaluate(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
      for (const key of ['signedInAt', 'lastUsedAt']) localStorage.setItem(key, String(Date.now()));
    },
    { [TOKEN_KEY]: token, [SIGNED_IN_KEY]: 'yes' },
  );
}

/** Changes rows of the running portal's database, to end a session or to let time pass. */
export function changeRows({ DB }: Storage, sql: string, ...values: SQLInputValue[]): void {
  DB.prepare(sql).run(...values);
}
