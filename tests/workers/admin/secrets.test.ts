/** The insides of secrets, which no call shows: how passwords are hashed and mails' secrets sealed, and how codes are chosen. */
import { scryptSync } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { newVisaCode, seal, unseal } from '../../../functions/admin/secrets/keys.ts';
import { checkPassword, hashPassword, needsRehash } from '../../../functions/admin/secrets/password-hash.ts';
import { hashAtFullCost } from './support/quick-hashing.ts';

const PASSWORD = 'green kettle by the window';

beforeAll(hashAtFullCost);

it('a password hash is scrypt with N 2^14, r 8, p 5 and its own salt, and matches its password only', async () => {
  const stored = await hashPassword(PASSWORD);
  const [scheme, N, r, p, salt = '', key = ''] = stored.split('$');
  expect([scheme, N, r, p]).toEqual(['scrypt', '16384', '8', '5']);
  expect(Buffer.from(salt, 'base64url')).toHaveLength(16);
  const cost = { N: 2 ** 14, r: 8, p: 5, maxmem: 2 ** 26 };
  expect(key).toBe(scryptSync(PASSWORD, Buffer.from(salt, 'base64url'), 32, cost).toString('base64url'));
  expect(await checkPassword(PASSWORD, stored)).toBe(true);
  expect(await checkPassword(`${PASSWORD} `, stored)).toBe(false);
  expect((await hashPassword(PASSWORD)).split('$')[4]).not.toBe(salt);
});

it('a password never matches an unknown applicant', async () => {
  expect(await checkPassword(PASSWORD, null)).toBe(false);
});

it('a password is checked with the stored parameters, and rehashed when they are outdated', async () => {
  const key = scryptSync(PASSWORD, 'salt', 32, { N: 2048, r: 4, p: 2 }).toString('base64url');
  const old = ['scrypt', 2048, 4, 2, Buffer.from('salt').toString('base64url'), key].join('$');
  expect(await checkPassword(PASSWORD, old)).toBe(true);
  expect(await checkPassword('another password', old)).toBe(false);
  expect(needsRehash(old)).toBe(true);
  expect(needsRehash(await hashPassword(PASSWORD))).toBe(false);
});

it("a mail's secret opens only with its own row id and its own key", async () => {
  const env = { FILES_SECRET: 'a secret' };
  const sealed = await seal(env, 'M-1', '123456');
  expect(await unseal(env, 'M-1', sealed)).toBe('123456');
  expect(await seal(env, 'M-1', '123456')).not.toBe(sealed);
  await expect(unseal(env, 'M-2', sealed)).rejects.toThrow();
  await expect(unseal({ FILES_SECRET: 'another' }, 'M-1', sealed)).rejects.toThrow();
});

it("a visa's code is random and reveals nothing", () => {
  const codes = new Set(Array.from({ length: 1000 }, newVisaCode));
  expect(codes.size).toBe(1000);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{24}$/);
});
