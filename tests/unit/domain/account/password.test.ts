import { describe, expect, it } from 'vitest';
import { passwordIssue, passwordStrength } from '../../../../src/domain/account/password.ts';

const OWNER = { name: 'Anna', surname: 'Ivanova', email: 'a.petrova@example.org' };

describe('a password', () => {
  it.each([
    ['seven green lanterns', null],
    ['семь зелёных фонарей', null],
    ['a1b2c3d4e5f6', null],
    ['', 'required'],
    ['elevenchars', 'password_short'],
    ['twelve chars', null],
    [`${'plumtree'.repeat(15)}xkwvzqhb`, null],
    [`${'plumtree'.repeat(15)}xkwvzqhby`, 'password_long'],
    ['password1234', 'password_common'],
    ['Password-2026-password!', 'password_common'],
    ['lkjihgfedcba', 'password_common'],
    ['Qwerty!123456', 'password_common'],
    ['пароль123456', 'password_common'],
    ['123456789012', 'password_common'],
    ['abcdefghijkl', 'password_common'],
    ['aaaaaaaaaaaa', 'password_common'],
    ['abababababab', 'password_common'],
    ['tashkent2026!', 'password_common'],
    ['password lanterns', null],
    ['green IVANOVA lantern', 'password_personal'],
    ['anna likes tea much', 'password_personal'],
    ['a.petrova lantern', 'password_personal'],
  ])('%j: %j', (password, issue) => {
    expect(passwordIssue(password, OWNER)).toBe(issue);
  });

  it('is counted in characters as people see them, not in code units', () => {
    expect(passwordIssue('🦊🐻🐼🐨🐯🦁', {})).toBe('password_short');
    expect(passwordIssue('🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧', {})).toBeNull();
  });

  it('may hold a name that is too short to tell', () => {
    expect(passwordIssue('lantern li lantern', { name: 'Li', surname: '', email: '' })).toBeNull();
  });

  it('looks stronger the longer and the more varied it is', () => {
    expect(passwordStrength('', OWNER)).toBe(0);
    expect(passwordStrength('short', OWNER)).toBe(1);
    expect(passwordStrength('password1234', OWNER)).toBe(1);
    expect(passwordStrength('twelve chars', OWNER)).toBe(2);
    expect(passwordStrength('lantern in green', OWNER)).toBe(3);
    expect(passwordStrength('seven green lanterns', OWNER)).toBe(4);
  });
});
