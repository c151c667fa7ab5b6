import { describe, expect, test } from 'vitest';
import { suggestEmail } from '../../../../src/domain/input/email-suggestion.ts';

describe('the hint for a misspelt mail service', () => {
  test.each([
    ['anna@gmial.com', 'anna@gmail.com'],
    ['anna@gmail.con', 'anna@gmail.com'],
    ['anna@yandx.ru', 'anna@yandex.ru'],
    ['anna@mial.ru', 'anna@mail.ru'],
    ['anna@outlok.com', 'anna@outlook.com'],
  ])('%s becomes %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  test.each([
    'anna@gmail.com',
    'anna@example.org',
    'anna@mail.com',
    'anna@ymail.com',
    'anna@itpark.uz',
    'anna',
    '@gmial.com',
  ])('nothing is said about %s', (typed) => {
    expect(suggestEmail(typed)).toBeNull();
  });
});
