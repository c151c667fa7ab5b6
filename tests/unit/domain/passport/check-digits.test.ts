import { describe, expect, it } from 'vitest';
import { checkDigit, isChecked } from '../../../../src/domain/passport/zone.ts';

/** ICAO Doc 9303, part 4, appendix B. */
const SPECIMEN = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';

describe('check digits', () => {
  it.each([
    ['L898902C3', 6],
    ['740812', 2],
    ['120415', 9],
    ['ZE184226B<<<<<', 1],
    ['520727', 3],
    ['AB2134<<<', 5],
  ])("checkDigit of ICAO's examples: %s", (text, digit) => {
    expect(checkDigit(text)).toBe(digit);
  });

  it("isChecked accepts ICAO's specimen", () => {
    expect(isChecked(SPECIMEN)).toBe(true);
  });

  it.each([...SPECIMEN].map((_, place) => place).filter((place) => ![10, 11, 12, 20].includes(place)))(
    'isChecked rejects another character at %i',
    (place) => {
      const other = String((Number.parseInt(SPECIMEN[place] ?? '', 36) + 1 || 1) % 10);
      expect(isChecked(SPECIMEN.slice(0, place) + other + SPECIMEN.slice(place + 1))).toBe(false);
    },
  );

  it.each([9, 19, 27, 42])('isChecked rejects a filler in place of the check digit at %i', (place) => {
    const line = `${SPECIMEN.slice(0, place)}<${SPECIMEN.slice(place + 1, 43)}`;
    const overall = checkDigit(line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43));
    expect(isChecked(`${line}${overall}`)).toBe(false);
  });

  it('isChecked accepts another nationality and sex, which no digit covers', () => {
    expect(isChecked(SPECIMEN.replace('UTO', 'RUS').replace('2F1', '2M1'))).toBe(true);
  });

  it.each(['6GQ', '8IS', '1BLV', '5FPZ', '0AKU'])('checkDigit is equal for the look-alikes %s', (alike) => {
    expect(new Set([...alike].map((character) => checkDigit(`X${character}`))).size).toBe(1);
  });

  it('the check digit of missing optional data may be a filler or 0', () => {
    const line = '1401454285KAZ9604227M3612093<<<<<<<<<<<<<<<2';
    expect(isChecked(line)).toBe(true);
    expect(isChecked(`${line.slice(0, 42)}02`)).toBe(true);
    expect(isChecked(`${line.slice(0, 42)}12`)).toBe(false);
  });
});
