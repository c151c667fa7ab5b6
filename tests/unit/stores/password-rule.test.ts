import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
const COMMON = 'michaeljackson';

test('what needs no list is told at once, the rest as soon as it is there', async () => {
  const { loadPasswordRule, checkPassword } = await import('../../../src/stores/password-rule.ts');
  expect(checkPassword('short', {})).toBe('password_short');
  expect(checkPassword('password1234', {})).toBe('password_common');
  expect(checkPassword(COMMON, {})).toBeNull();
  await loadPasswordRule();
  expect(checkPassword(COMMON, {})).toBe('password_common');
  expect(checkPassword('four words drawn by lot', {})).toBeNull();
});

test('where the lists can not be fetched nobody is kept from sending, and they are asked for again', async () => {
  vi.doMock('../../../src/domain/account/password.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { loadPasswordRule, checkPassword } = await import('../../../src/stores/password-rule.ts');
  await loadPasswordRule();
  expect(checkPassword(COMMON, {})).toBeNull();
  vi.doUnmock('../../../src/domain/account/password.ts');
  await loadPasswordRule();
  expect(checkPassword(COMMON, {})).toBe('password_common');
});
