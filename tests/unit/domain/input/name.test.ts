import { expect, it } from 'vitest';
import { isTooLongForZone, titleCaseName } from '../../../../src/domain/input/name.ts';

it("isTooLongForZone finds names that exceed the 39 characters of a passport's zone", () => {
  expect(isTooLongForZone('A'.repeat(17), 'B'.repeat(20))).toBe(false);
  expect(isTooLongForZone('A'.repeat(18), 'B'.repeat(20))).toBe(true);
  // The zone has no apostrophe, and outer spaces are removed.
  expect(isTooLongForZone(`${'A'.repeat(16)}'A `, 'B'.repeat(20))).toBe(false);
});

it.each([
  ['ANNA MARIA', 'Anna Maria'],
  ['ЖАН-ПОЛЬ', 'Жан-Поль'],
  ['ŞİMŞEK', 'Şimşek'],
  ["O'NEIL", "O'neil"],
  ["G'ULOM O‘G‘LI", "G'ulom O‘g‘li"],
  ['ANNA-MARIA DE LA CRUZ', 'Anna-Maria De La Cruz'],
  ['İREM', 'İrem'],
  ['Anna MARIA', 'Anna MARIA'],
  ['Anna', 'Anna'],
  ['anna', 'anna'],
  ['Li', 'Li'],
  ['X', 'X'],
  ['', ''],
])('titleCaseName writes %j as %j', (name, spoken) => {
  expect(titleCaseName(name)).toBe(spoken);
});
