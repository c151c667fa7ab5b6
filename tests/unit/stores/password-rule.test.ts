import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
const COMMON = 'michaeljackson';

test('checkPassword checks length and names at once, and common passwords once the lists are loaded', async () => {
  const { loadPasswordRule, checkNewPassword } = await import('../../../src/stores/password-rule.ts');
  expect(checkNewPassword('short', {})).toBe('password_short');
  expect(checkNewPassword('password1234', {})).toBe('password_common');
  expect(checkNewPassword(COMMON, {})).toBeNull();
  await loadPasswordRule();
  expect(checkNewPassword(COMMON, {})).toBe('password_common');
  expect(checkNewPassword('four words drawn by lot', {})).toBeNull();
});

test('checkPassword accepts a password while the lists cannot be loaded, and loads them again', async () => {
  vi.doMock('../../../src/domain/account/password.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { loadPasswordRule, checkNewPassword } = await import('../../../src/stores/password-rule.ts');
  await loadPasswordRule();
  expect(checkNewPassword(COMMON, {})).toBeNull();
  vi.doUnmock('../../../src/domain/account/password.ts');
  await loadPasswordRule();
  expect(checkNewPassword(COMMON, {})).toBe('password_common');
});
