import { describe, expect, test } from 'vitest';
import { suggestEmail } from '../../../../src/domain/input/email-suggestion.ts';

describe('suggestEmail', () => {
  test.each([
    ['anna@gmial.com', 'anna@gmail.com'],
    ['anna@gmail.con', 'anna@gmail.com'],
    ['anna@yandx.ru', 'anna@yandex.ru'],
    ['anna@yadex.ru', 'anna@yandex.ru'],
    ['anna@mial.ru', 'anna@mail.ru'],
    ['anna@outlok.com', 'anna@outlook.com'],
    ['a@gmial.com', 'a@gmail.com'],
    [' anna @ GMIAL.com ', 'anna@gmail.com'],
  ])('suggestEmail corrects %s to %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  test.each([
    'anna@gmail.com',
    'anna@example.org',
    'anna@mail.com',
    'anna@ymail.com',
    'anna@fmail.com',
    'anna@gmx.com',
    'anna@itpark.uz',
    'anna',
    '@gmial.com',
    'anna@',
    'anna@m.r',
    // Two mistakes in a short name make another name.
    'anna@mxxl.ru',
    'anna@mixl.ru',
    'anna@mxal.ru',
    'anna@mial.r',
    // Comparing it would take half a minute.
    `anna@${'x'.repeat(300_000)}`,
  ])('suggestEmail returns null for %s', (typed) => {
    expect(suggestEmail(typed)).toBeNull();
  });
});
