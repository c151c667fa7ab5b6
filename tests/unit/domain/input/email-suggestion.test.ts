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
    ['li@qq.co', 'li@qq.com'],
    ['li@163.cn', 'li@163.com'],
    ['li@126.co', 'li@126.com'],
    ['kim@navr.com', 'kim@naver.com'],
    ['kim@daum.com', 'kim@daum.net'],
    ['kim@hanmail.com', 'kim@hanmail.net'],
    ['ravi@redifmail.com', 'ravi@rediffmail.com'],
    ['ravi@rediffmail.co', 'ravi@rediffmail.com'],
    ['anna@maill.kz', 'anna@mail.kz'],
    ['anna@yandeks.kz', 'anna@yandex.kz'],
    ['anna@yanex.com', 'anna@yandex.com'],
    ['anna@yadex.by', 'anna@yandex.by'],
    ['hans@wed.de', 'hans@web.de'],
    ['hans@gxm.de', 'hans@gmx.de'],
    ['hans@gmz.net', 'hans@gmx.net'],
    ['jean@orang.fr', 'jean@orange.fr'],
    ['jan@wpp.pl', 'jan@wp.pl'],
    ['anna@example.con', 'anna@example.com'],
    ['anna@example.cmo', 'anna@example.com'],
    ['anna@my-company.co.uk.vom', 'anna@my-company.co.uk.com'],
    ['anna@gmial.con', 'anna@gmail.com'],
    ['anna@example.ogr', 'anna@example.org'],
    ['anna@example.met', 'anna@example.net'],
    ['anna@mail.ruu', 'anna@mail.ru'],
    ['jan@wp.lp', 'jan@wp.pl'],
    ['hans@gmx.ed', 'hans@gmx.de'],
    ['hans@gmx.dee', 'hans@gmx.de'],
    ['anna@company.coml', 'anna@company.com'],
    ['anna@gmail.com.com', 'anna@gmail.com'],
    ['anna@gmail,com', 'anna@gmail.com'],
    ['anna@gmail', 'anna@gmail.com'],
    ['ali@gmaıl.com', 'ali@gmail.com'],
    ['ali@GMAİL.COM', 'ali@gmail.com'],
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
    ...[
      'li@qq.com',
      'li@163.com',
      'li@126.com',
      'kim@naver.com',
      'kim@daum.net',
      'ravi@rediffmail.com',
      'anna@mail.kz',
    ],
    ...[
      'anna@yandex.kz',
      'anna@web.de',
      'anna@gmx.at',
      'anna@orange.fr',
      'anna@wp.pl',
      'anna@example.co',
      'anna@example.cm',
    ],
    'anna',
    '@gmial.com',
    'anna@',
    'anna@m.r',
    // Two mistakes in a short name make another name.
    'anna@mxxl.ru',
    'anna@mixl.ru',
    'anna@mxal.ru',
    // Comparing it would take half a minute.
    `anna@${'x'.repeat(300_000)}`,
  ])('suggestEmail returns null for %s', (typed) => {
    expect(suggestEmail(typed)).toBeNull();
  });
});
