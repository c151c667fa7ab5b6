import { describe, expect, it } from 'vitest';
import { checkDigit, secondLine } from '../../../../functions/training/photos/passports.ts';
import { LINE_LENGTH, parseZone } from '../../../../src/domain/passport/zone.ts';

/** ICAO Doc 9303, part 4, appendix B. */
const [FIRST, SPECIMEN] = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
];
const CLEAR = new Array<boolean>(LINE_LENGTH).fill(true);

/** Line 1 is hidden: all check digits have to be right. */
const HIDDEN = CLEAR.map(() => false);

const isChecked = (line: string) =>
  parseZone({ lines: [FIRST.replace('P', 'F'), line], clear: [HIDDEN, CLEAR] }, '2026-11-23') !== null;

describe('check digits', () => {
  it("parseZone accepts ICAO's specimen", () => {
    expect(isChecked(SPECIMEN)).toBe(true);
  });

  it.each([...SPECIMEN].map((_, place) => place).filter((place) => ![10, 11, 12, 20].includes(place)))(
    'parseZone rejects another character at %i',
    (place) => {
      const other = String((Number.parseInt(SPECIMEN[place] ?? '', 36) + 1 || 1) % 10);
      expect(isChecked(SPECIMEN.slice(0, place) + other + SPECIMEN.slice(place + 1))).toBe(false);
    },
  );

  it.each([9, 19, 27, 42])('parseZone rejects a filler in place of the check digit at %i', (place) => {
    const line = `${SPECIMEN.slice(0, place)}<${SPECIMEN.slice(place + 1, 43)}`;
    const overall = checkDigit(line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43));
    expect(isChecked(`${line}${overall}`)).toBe(false);
  });

  it('parseZone accepts another nationality and sex, which no digit covers', () => {
    expect(isChecked(SPECIMEN.replace('UTO', 'RUS').replace('2F1', '2M1'))).toBe(true);
  });

  it.each(['6GQ', '8IS', '1BLV', '5FPZ', '0AKU'])('no check digit tells the look-alikes %s apart', (alike) => {
    const person = { code: 'UZB', birth: '900131', sex: 'M', expiry: '340229', optional: '' };
    const line = secondLine({ ...person, number: `X${alike[0]}1234567` });
    for (const other of alike) expect(isChecked(`X${other}${line.slice(2)}`), other).toBe(true);
  });

  it('the check digit of missing optional data may be a filler or 0', () => {
    const line = '1401454285KAZ9604227M3612093<<<<<<<<<<<<<<<2';
    expect(isChecked(line)).toBe(true);
    expect(isChecked(`${line.slice(0, 42)}02`)).toBe(true);
    expect(isChecked(`${line.slice(0, 42)}12`)).toBe(false);
  });
});
