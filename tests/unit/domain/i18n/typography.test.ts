import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { typeset, typesetAll } from '../../../../src/domain/i18n/typography.ts';

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
  ])('typeset ties short words, dashes, "IT-" and "e-" to their neighbours: %s', (text, set) => {
    expect(typeset(text)).toBe(set);
  });

  it.each(['Анкета принята', 'что-то новое', 'a visa for me', 'it-park.uz/ru', 'IT-PARK-2026', 'в', ''])(
    'typeset leaves other texts unchanged: %s',
    (text) => {
      expect(typeset(text)).toBe(text);
    },
  );

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

it('texts of the portal have no typography that the build adds, and numbers have no-break spaces', () => {
  const files = [...filesBelow('locales', /\.json$/), ...filesBelow('src/content', /\.json$/)];
  expect(files.length).toBeGreaterThan(50);
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  const byHand = /(?<![\p{L}\p{N}{}])\p{Script=Cyrillic}{1,3}\u00A0|\u00A0[—–] |\u2011/u;
  expect(files.filter((_, index) => byHand.test(texts[index] ?? ''))).toEqual([]);
  expect(texts.join('')).toMatch(/\d\u00A0/);
});
