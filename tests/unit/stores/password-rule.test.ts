import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
const COMMON = 'michaeljackson';

test('checkPassword checks length and names at once, and common passwords once the lists are loaded', async () => {
  const { loadPasswordRule, checkPassword } = await import('../../../src/stores/password-rule.ts');
  expect(checkPassword('short', {})).toBe('password_short');
  expect(checkPassword('password1234', {})).toBe('password_common');
  expect(checkPassword(COMMON, {})).toBeNull();
  await loadPasswordRule();
  expect(checkPassword(COMMON, {})).toBe('password_common');
  expect(checkPassword('four words drawn by lot', {})).toBeNull();
});

test('checkPassword accepts a password while the lists cannot be loaded, and loads them again', async () => {
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
