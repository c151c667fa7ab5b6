/** Check digits of the machine-readable zone (ICAO Doc 9303 part 3 §4.9). */

export const FILLER = '<';
/** All characters of the zone; the index of a digit or letter is its value. */
export const ZONE_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';

const WEIGHTS = [7, 3, 1] as const;

/** @returns 0 to 9: the sum of the values, weighted 7, 3, 1, 7 …, modulo 10; a filler counts 0 */
export function checkDigit(text: string): number {
  const digitValue = (character: string) => (character === FILLER ? 0 : ZONE_CHARACTERS.indexOf(character));
  return [...text].reduce((sum, character, index) => sum + digitValue(character) * (WEIGHTS[index % 3] ?? 0), 0) % 10;
}

/** The places of the check digits in a passport's second line, and the pieces `[from, to)` they cover. */
const CHECKS = [
  { at: 9, over: [[0, 9]] },
  { at: 19, over: [[13, 19]] },
  { at: 27, over: [[21, 27]] },
  { at: 42, over: [[28, 42]] },
  {
    at: 43,
    over: [
      [0, 10],
      [13, 20],
      [21, 43],
    ],
  },
] as const;

/** The check digit of empty optional data may be a filler (part 4 §4.2.2). */
const OPTIONAL_AT = 42;

export function isChecked(line: string): boolean {
  return CHECKS.every(({ at, over }) => {
    const text = over.map(([from, to]) => line.slice(from, to)).join('');
    const isLeftOut = at === OPTIONAL_AT && line[at] === FILLER && text.replaceAll(FILLER, '') === '';
    return isLeftOut || line[at] === String(checkDigit(text));
  });
}
