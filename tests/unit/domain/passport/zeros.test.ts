import { describe, expect, it } from 'vitest';
import { secondLine } from '../../../../functions/training/photos/passports.ts';
import { LINE_LENGTH, parseZone } from '../../../../src/domain/passport/zone.ts';

const TODAY = '2026-11-23';
const FIRST = 'P<USAOROZCO<<ROMEO<<<<<<<<<<<<<<<<<<<<<<<<<<';
const OWN = { number: 'A00104027', code: 'USA', birth: '800110', sex: 'M', expiry: '341020', optional: '' };
const ALL_CLEAR = new Array<boolean>(LINE_LENGTH).fill(true);
const unclearAt = (...places: number[]) => ALL_CLEAR.map((_, place) => !places.includes(place));

/** Replaces 0 by O at these places of line 2. */
const asO = (line: string, places: readonly number[]) =>
  [...line].map((character, place) => (places.includes(place) && character === '0' ? 'O' : character)).join('');
const NUMBER = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const ANYWHERE = [...NUMBER, ...Array.from({ length: 14 }, (_, index) => 28 + index)];

const parse = (second: string, clear: readonly boolean[] = ALL_CLEAR, clearButZeros?: readonly boolean[]) =>
  parseZone({ lines: [FIRST, second], clear: [ALL_CLEAR, clear], ...(clearButZeros && { clearButZeros }) }, TODAY);

describe('a 0 read as O', () => {
  it.each(['A00104027', '500123456', 'X10203040', '12AB30506', 'K0123456Z'])(
    'a 0 read as O is corrected in the number %s',
    (number) => {
      expect(parse(asO(secondLine({ ...OWN, number }), NUMBER))).toMatchObject({
        passport_number: { value: number },
        date_birth: { value: '1980-01-10' },
        passport_expire: { value: '2034-10-20' },
      });
    },
  );

  it('a 0 read as O is corrected in optional data, and an O stays in names', () => {
    const line = secondLine({ ...OWN, optional: '20300405060' });
    expect(parse(asO(line, ANYWHERE))).toMatchObject({
      passport_number: { value: 'A00104027' },
      surname: { value: 'OROZCO' },
      name: { value: 'ROMEO' },
    });
  });

  it.each(['00000000000000', '0'])('a 0 read as O is corrected in optional data of zeros: %s', (optional) => {
    expect(parse(asO(secondLine({ ...OWN, optional }), ANYWHERE))?.passport_number).toEqual({ value: OWN.number });
  });

  it.each(['<', '0'])('a 0 read as O is corrected without optional data, whose check digit is "%s"', (digit) => {
    const line = secondLine(OWN);
    expect(parse(asO(`${line.slice(0, 42)}${digit}${line.slice(43)}`, NUMBER))?.passport_number).toEqual({
      value: OWN.number,
    });
  });

  it('a 0 read as O is corrected in dates and check digits', () => {
    const line = secondLine({ ...OWN, number: 'A00104020' });
    expect(parse(line.replaceAll('0', 'O'))).toEqual(parse(line));
  });
});

describe('an O read as O', () => {
  it('an O stays, and a number may have both O and 0', () => {
    expect(parse(secondLine({ ...OWN, number: 'KO1234507' }))?.passport_number).toEqual({ value: 'KO1234507' });
  });

  it('a number with an O beside a 0 read as O stays empty, since no mixture is tried', () => {
    for (const number of ['KO1234507', 'ABO4567X0'])
      expect(parse(asO(secondLine({ ...OWN, number }), NUMBER))).toMatchObject({
        passport_number: { unsure: 'unclear' },
        date_birth: { value: '1980-01-10' },
      });
  });

  it('a number with O and 0 is unclear when both have the same check digit', () => {
    // 7 × 24 and 3 × 24 are 0 modulo 10 together.
    const line = secondLine({ ...OWN, number: 'OO1234507' });
    for (const read of [line, asO(line, NUMBER)])
      expect(parse(read)).toMatchObject({
        passport_number: { unsure: 'unclear' },
        date_birth: { value: '1980-01-10' },
      });
    expect(parse(asO(secondLine({ ...OWN, number: 'X0Y00A0B7' }), NUMBER))).toMatchObject({
      passport_number: { unsure: 'unclear' },
    });
  });
});

describe('other wrong check digits', () => {
  const line = asO(secondLine({ ...OWN, optional: '123456' }), NUMBER);

  it.each([0, 3, 6, 9, 13, 19, 21, 27, 28, 42, 43])(
    'another wrong check digit empties its field, also where there is an O (%i)',
    (place) => {
      const digit = String((Number.parseInt(line[place] ?? '', 36) + 1) % 10);
      const reading = parse(line.slice(0, place) + digit + line.slice(place + 1));
      const isIn = (from: number, to: number) => place >= from && place <= to;
      expect(reading?.passport_number.value === undefined).toBe(isIn(0, 9));
      expect(reading?.date_birth.value === undefined).toBe(isIn(13, 19));
      expect(reading?.passport_expire.value === undefined).toBe(isIn(21, 27));
    },
  );

  it('a wrong check digit is not corrected by other letters', () => {
    for (const other of 'QD')
      expect(parse(line.replaceAll('O', other))?.passport_number).toEqual({ unsure: 'unclear' });
  });
});

describe('characters that may be O or 0', () => {
  it('an unclear O or 0 is decided by the check digit, if no other character is possible', () => {
    const line = secondLine(OWN);
    expect(parse(line, unclearAt(1, 4), ALL_CLEAR)?.passport_number).toEqual({ value: OWN.number });
    expect(parse(line, unclearAt(1, 4))?.passport_number).toEqual({ unsure: 'unclear' });
    expect(parse(line, unclearAt(1, 5), unclearAt(5))?.passport_number).toEqual({ unsure: 'unclear' });
  });

  it('two unclear O or 0 that balance each other stay unclear', () => {
    expect(parse(secondLine({ ...OWN, number: '00A1B2C3D' }), unclearAt(0, 1), ALL_CLEAR)?.passport_number).toEqual({
      unsure: 'unclear',
    });
  });
});
