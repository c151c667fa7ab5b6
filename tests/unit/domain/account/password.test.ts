import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { passwordIssue } from '../../../../src/domain/account/password.ts';
import { passwordStrength, plainIssue } from '../../../../src/domain/account/plain-password.ts';
import { LEAKED } from './leaked-passwords.ts';

const OWNER = { name: 'Anna', surname: 'Ivanova', email: 'a.petrova@example.org' };

describe('a password', () => {
  it.each([
    ['michaeljackson', 'password_common'],
    ['seven green lanterns', null],
    ['семь зелёных фонарей', null],
    ['a1b2c3d4e5f6', 'password_common'],
    // The same keys on a Russian keyboard, with a letter that no Latin key has.
    ['ьшсрфудофслыщт', 'password_common'],
    ['ЬшсрфудОфслыщтё', 'password_common'],
    ['йцукенгшщзхъ', 'password_common'],
    ['x7#Kq9vLm2!p', null],
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
  ])('the password %j has the issue %j', (password, issue) => {
    expect(passwordIssue(password, OWNER)).toBe(issue);
  });

  it('a password is counted in Unicode code points, not in code units', () => {
    expect(passwordIssue('🦊🐻🐼🐨🐯🦁', {})).toBe('password_short');
    expect(passwordIssue('🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧', {})).toBeNull();
  });

  it('a password may contain a name of fewer than four letters', () => {
    expect(passwordIssue('lantern li lantern', { name: 'Li', surname: '', email: '' })).toBeNull();
  });

  it('a longer and more varied password looks stronger', () => {
    const strength = (password: string) => passwordStrength(password, passwordIssue(password, OWNER));
    expect(strength('')).toBe(0);
    expect(strength('short')).toBe(1);
    expect(strength('password1234')).toBe(1);
    expect(strength('twelve chars')).toBe(2);
    expect(strength('lantern in green')).toBe(3);
    expect(strength('seven green lanterns')).toBe(4);
    expect(passwordStrength('abcdefg'.repeat(3), null)).toBe(2);
    expect(passwordStrength('abcdefgh'.repeat(2), null)).toBe(3);
    expect(passwordStrength('abcdefghi'.repeat(3), null)).toBe(3);
    expect(passwordStrength('abcdefghij'.repeat(2), null)).toBe(4);
  });

  it('a common word with fewer than four other letters is refused', () => {
    expect(plainIssue('passwordxkc1', {})).toBe('password_common');
    expect(plainIssue('passwordxkcd', {})).toBeNull();
  });

  it("a password must not contain the owner's name", () => {
    expect(plainIssue('lantern anna tea', { name: ' Anna ' })).toBe('password_personal');
  });
});

describe('passwords that people choose', () => {
  const common = (passwords: readonly string[]) =>
    passwords.filter((password) => passwordIssue(password, {}) === 'password_common');
  const words = dictionary['diceware-common'];
  const leaked = dictionary['passwords-common'];

  it('95 of 100 passwords with the patterns of leaked ones are refused', () => {
    expect(LEAKED.length).toBeGreaterThan(250);
    expect(LEAKED.filter((password) => password.length < 12)).toEqual([]);
    const passing = LEAKED.filter((password) => !common([password]).length);
    expect(passing.length, passing.join(' ')).toBeLessThanOrEqual(LEAKED.length * 0.05);
  });

  it('the 49,000 commonest passwords are refused', () => {
    const long = leaked.filter((password) => [...password].length >= 12);
    expect(long.length).toBeGreaterThan(300);
    expect(common(long)).toEqual(long);
  });

  it('four random words, in either alphabet, and random characters are accepted', () => {
    const next = lot(20261121);
    const draw = (from: readonly string[], count: number) =>
      Array.from({ length: count }, () => from[next() % from.length] ?? '');
    const russian =
      'чайник окно мост трава ложка берег туман лампа ветка облако сапог кирпич весна радуга камень ковёр';
    const drawn = [
      ...Array.from({ length: 200 }, () => draw(words, 4).join(' ')),
      ...Array.from({ length: 100 }, () => draw(words, 4).join('')),
      ...Array.from({ length: 50 }, () => draw(russian.split(' '), 4).join(' ')),
      ...Array.from({ length: 200 }, () => draw([...'abcdefghijkmnopqrstuvwxyz23456789'], 12).join('')),
    ].filter((password) => password.length >= 12);
    expect(common(drawn)).toEqual([]);
  });
});

/** The 4,000 commonest passwords as parts of longer ones, all longer ones of the 49,000, and keyboard walks. */
it('the password lists are those of the package; `vitest -u` updates them', async () => {
  const leaked = dictionary['passwords-common'];
  const words = [...leaked.slice(0, 4000), ...leaked.slice(4000).filter((password) => [...password].length >= 12)];
  const lists = { words: words.join(' '), qwerty: JSON.stringify(adjacencyGraphs.qwerty) };
  await expect(`${JSON.stringify(lists, null, 2)}\n`).toMatchFileSnapshot(
    '../../../../src/domain/account/common-passwords.json',
  );
});

/** Reproducible random numbers (a linear congruential generator, its upper bits). */
function lot(seed: number): () => number {
  let state = BigInt(seed);
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(state >> 40n);
  };
}
