import { expect, it } from 'vitest';
import { isTooLongForZone, titleCaseName } from '../../../../src/domain/input/name.ts';

it("isTooLongForZone finds names that exceed the 39 characters of a passport's zone", () => {
  expect(isTooLongForZone('A'.repeat(17), 'B'.repeat(20))).toBe(false);
  expect(isTooLongForZone('A'.repeat(18), 'B'.repeat(20))).toBe(true);
  // An apostrophe has no place there, and spaces around a name are none of it.
  expect(isTooLongForZone(`${'A'.repeat(16)}'A `, 'B'.repeat(20))).toBe(false);
});

it.each([
  ['ANNA MARIA', 'Anna Maria'],
  ['ЖАН-ПОЛЬ', 'Жан-Поль'],
  ["O'NEIL", "O'neil"],
  ['Anna', 'Anna'],
  ['anna', 'anna'],
  ['Li', 'Li'],
  ['X', 'X'],
  ['', ''],
])('spokenName writes %j as %j', (name, spoken) => {
  expect(titleCaseName(name)).toBe(spoken);
});
