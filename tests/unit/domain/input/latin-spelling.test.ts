import { expect, it } from 'vitest';
import { latinSpelling } from '../../../../src/domain/input/latin-spelling.ts';
import { isCyrillic } from '../../../../src/domain/input/name.ts';

it.each([
  ['Каримова', 'Karimova'],
  ['Щербаков', 'Shcherbakov'],
  ['ЩЕРБАКОВ', 'SHCHERBAKOV'],
  ['Юлия', 'Iuliia'],
  ['Объедкова-Ким', 'Obieedkova-Kim'],
  ['Наталья', 'Natalia'],
  ['Ґалаґан', 'Galagan'],
  ['Anna-Мария', 'Anna-Mariia'],
])('latinSpelling spells %s as %s', (name, spelling) => {
  expect(latinSpelling(name)).toBe(spelling);
});

it('latinSpelling spells every Russian letter as in the table', () => {
  expect(latinSpelling('абвгдеёжзийклмнопрстуфхцчшщъыьэюя')).toBe('abvgdeezhziiklmnoprstufkhtschshshchieyeiuia');
});

it.each([
  ['Григорій', 'UA', 'Hryhorii'],
  ['Аляксандр Міховіч', 'BY', 'Aliaksandr Mikhovich'],
  ['Ігар Сёмухін', 'BY', 'Ihar Siomukhin'],
  ['Щерев', 'BG', 'Shterev'],
  ['Живојин Чупић', 'RS', 'Zivojin Cupic'],
  ['Ѓорѓи Џумхур', 'MK', 'Gjorgji Djumhur'],
  ['Ғани', 'UZ', 'Gani'],
])('latinSpelling spells %s by the table for %s', (name, citizenship, spelling) => {
  expect(latinSpelling(name, citizenship)).toBe(spelling);
});

it('latinSpelling returns null for a Latin name and for letters outside the table', () => {
  expect(latinSpelling("O'Connor-Łukasz")).toBeNull();
  expect(latinSpelling('')).toBeNull();
  expect(latinSpelling('Ꙁ')).toBeNull();
  expect(isCyrillic('Ꙁ')).toBe(true);
});

it.each(['Anna', 'Łukasz', "O'Connor", '안나', 'आन्ना', 'آنا'])('latinSpelling leaves %s as typed', (name) => {
  expect(latinSpelling(name)).toBeNull();
});
