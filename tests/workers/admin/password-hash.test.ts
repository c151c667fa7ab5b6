import { scryptSync } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
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
