import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NAMESPACES } from '../../../../src/domain/i18n/locales.ts';
import { typeset, typesetAll } from '../../../../src/domain/i18n/typography.ts';
import { readWords } from '../../locales/read-words.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const filesBelow = (folder: string, pattern: RegExp) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(ROOT, folder, name));

describe('typeset', () => {
  it.each([
    ['Не в срок и не там', 'Не\u00A0в\u00A0срок и\u00A0не\u00A0там'],
    ['Для вас и для семьи', 'Для вас\u00A0и\u00A0для\u00A0семьи'],
    ['На что вы соглашаетесь', 'На\u00A0что вы\u00A0соглашаетесь'],
    ['Виза — документ', 'Виза\u00A0— документ'],
    ['«О визе» (о ней же)', '«О\u00A0визе» (о\u00A0ней\u00A0же)'],
    ['IT-виза, IT-специалист', 'IT\u2011виза, IT\u2011специалист'],
    ['E-mail, by e-mail, e-mails', 'E\u2011mail, by e\u2011mail, e\u2011mails'],
    ['у {{count}} из {{all}} родственников', 'у\u00A0{{count}} из\u00A0{{all}} родственников'],
    ['до 25\u00A0рабочих\u00A0дней', 'до\u00A025\u00A0рабочих\u00A0дней'],
    ['до {{count}}\u00A0рабочих\u00A0дней', 'до\u00A0{{count}}\u00A0рабочих\u00A0дней'],
    ['ещё для {{count}}\u00A0записей', 'ещё\u00A0для\u00A0{{count}}\u00A0записей'],
    ['как {{applicant}} из {{employerCity}}', 'как\u00A0{{applicant}} из\u00A0{{employerCity}}'],
    ['С ним вы зададите пароль', 'С\u00A0ним вы\u00A0зададите пароль'],
    [
      '[IT-виза](/ru/type), ваш e-mail: ann@e-mail.org',
      '[IT\u2011виза](/ru/type), ваш\u00A0e\u2011mail: ann@e-mail.org',
    ],
  ])('typeset ties short words, dashes, "IT-" and "e-" to their neighbours: %s', (text, set) => {
    expect(typeset(text)).toBe(set);
  });

  it.each(['Анкета принята', 'что-то новое', 'a visa for me', 'it-park.uz/ru', 'IT-PARK-2026', 'в', ''])(
    'typeset leaves other texts unchanged: %s',
    (text) => {
      expect(typeset(text)).toBe(text);
    },
  );

  it.each([
    'e-mail@example.org',
    'ann.e-mail@example.org',
    'mailto:e-mail@example.org',
    'https://x.uz/e-mail',
    'https://e-mail.uz',
    'e-mail.example.org',
    '/ru/e-mail',
    'IT-паспорт.pdf',
    '«IT-паспорт.pdf».',
    'IT-виза-2026',
    'IT-ВИЗА-57-A',
  ])('typeset leaves addresses, file names and codes unchanged: %s', (text) => {
    expect(typeset(text)).toBe(text);
  });

  it('typeset is idempotent', () => {
    const once = typeset('Не в срок — и не там, IT-виза');
    expect(typeset(once)).toBe(once);
  });

  it('typesetAll leaves file names plain', () => {
    const words = { fileName: 'Заявка на IT-визу', title: 'Заявка на IT-визу' };
    expect(typesetAll(words)).toEqual({ fileName: words.fileName, title: 'Заявка на\u00A0IT\u2011визу' });
  });

  it('typesetAll changes texts in lists and objects, and leaves numbers', () => {
    const entry = { order: 2, title: 'и так', text: ['в срок'], none: null };
    expect(typesetAll(entry)).toEqual({ order: 2, title: 'и\u00A0так', text: ['в\u00A0срок'], none: null });
  });
});

it('typesetAll leaves addresses, names of files and subjects of mails unchanged', () => {
  const entry = {
    url: 'https://x.uz/ и в',
    picture: 'в срок',
    tests: ['tests/в срок'],
    fileName: 'Заявка на IT-визу',
    subject: { in_review: 'Заявка на IT-визу' },
    sources: [{ name: 'О визе', url: 'x и в' }],
  };
  expect(typesetAll(entry)).toEqual({ ...entry, sources: [{ name: 'О\u00A0визе', url: 'x и в' }] });
});

it('texts of the portal leave no preposition of one letter at the end of a line', () => {
  const texts = NAMESPACES.flatMap((name) => [...readWords(name, 'ru').values()]);
  // "в" and a word of more than 14 letters is more than a narrow screen holds.
  const hanging = /(?<![\p{L}\p{N}{}.-])[вксуоияа] (?=[^\s\u00A0]{1,14}(?:[\s\u00A0]|$))/iu;
  expect(texts.map((text) => typeset(text)).filter((text) => hanging.test(text))).toEqual([]);
});

it('texts of the portal leave to the build what typeset adds, and numbers have no-break spaces', () => {
  const files = [...filesBelow('locales', /\.json$/), ...filesBelow('src/content', /\.json$/)];
  expect(files.length).toBeGreaterThan(50);
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  const byHand = /(?<![\p{L}\p{N}{}])\p{Script=Cyrillic}{1,3}\u00A0|\u00A0[—–] |\u2011/u;
  expect(files.filter((_, index) => byHand.test(texts[index] ?? ''))).toEqual([]);
  expect(texts.join('')).toMatch(/\d\u00A0/);
});
