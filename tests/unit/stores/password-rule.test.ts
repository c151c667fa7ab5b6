import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
const COMMON = 'michaeljackson';

test('passwordIssue checks length and names at once, and common passwords once the lists are loaded', async () => {
  const { loadPasswordRule, passwordIssue } = await import('../../../src/stores/password-rule.ts');
  expect(passwordIssue('short', {})).toBe('password_short');
  expect(passwordIssue('password1234', {})).toBe('password_common');
  expect(passwordIssue(COMMON, {})).toBeNull();
  await loadPasswordRule();
  expect(passwordIssue(COMMON, {})).toBe('password_common');
  expect(passwordIssue('four words drawn by lot', {})).toBeNull();
});

test('passwordIssue accepts a password while the lists cannot be loaded, and loads them again', async () => {
  vi.doMock('../../../src/domain/account/password.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { loadPasswordRule, passwordIssue } = await import('../../../src/stores/password-rule.ts');
  await loadPasswordRule();
  expect(passwordIssue(COMMON, {})).toBeNull();
  vi.doUnmock('../../../src/domain/account/password.ts');
  await loadPasswordRule();
  expect(passwordIssue(COMMON, {})).toBe('password_common');
});
