import { describe, expect, test } from 'vitest';
import { suggestEmail } from '../../../../src/domain/input/email-suggestion.ts';

describe('the hint for a misspelt mail service', () => {
  test.each([
    ['anna@gmial.com', 'anna@gmail.com'],
    ['anna@gmail.con', 'anna@gmail.com'],
    ['anna@yandx.ru', 'anna@yandex.ru'],
    ['anna@mial.ru', 'anna@mail.ru'],
    ['anna@outlok.com', 'anna@outlook.com'],
    ['a@gmial.com', 'a@gmail.com'],
    [' anna @ GMIAL.com ', 'anna@gmail.com'],
    // One letter added, in front and at the end; and two slips in a long name.
  ])('the hint for a misspelt mail service: %s becomes %s', (typed, meant) => {
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
    'anna@',
    'anna@m.r',
    // Two slips in a short name are another name: changed, half swapped, swapped and left out.
    'anna@mxxl.ru',
    'anna@mixl.ru',
    'anna@mxal.ru',
    'anna@mial.r',
    // Comparing would take half a minute.
    `anna@${'x'.repeat(300_000)}`,
  ])('the hint for a misspelt mail service nothing is said about %s', (typed) => {
    expect(suggestEmail(typed)).toBeNull();
  });
});
