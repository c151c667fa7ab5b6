import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
const COMMON = 'michaeljackson';

test('what needs no list is told at once, the rest as soon as it is there', async () => {
  const { loadPasswordRule, passwordIssue } = await import('../../../src/stores/password-rule.ts');
  expect(passwordIssue('short', {})).toBe('password_short');
  expect(passwordIssue('password1234', {})).toBe('password_common');
  expect(passwordIssue(COMMON, {})).toBeNull();
  await loadPasswordRule();
  expect(passwordIssue(COMMON, {})).toBe('password_common');
  expect(passwordIssue('four words drawn by lot', {})).toBeNull();
});

test('where the lists can not be fetched nobody is kept from sending, and they are asked for again', async () => {
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
