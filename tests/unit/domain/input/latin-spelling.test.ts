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
])('%s is spelt %s', (name, spelling) => {
  expect(latinSpelling(name)).toBe(spelling);
});

it('has nothing to offer for a Latin name, and for letters that the table lacks', () => {
  expect(latinSpelling("O'Connor-Łukasz")).toBeNull();
  expect(latinSpelling('')).toBeNull();
  expect(latinSpelling('Қодиров')).toBeNull();
  expect(isCyrillic('Қодиров')).toBe(true);
});
