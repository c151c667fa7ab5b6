import { describe, expect, it } from 'vitest';
import { secondLine } from '../../../../functions/training/photos/passports.ts';
import { ZONE_FIELDS } from '../../../../src/domain/passport/reading.ts';
import { LINE_LENGTH, parseZone, zoneCharacters } from '../../../../src/domain/passport/zone.ts';
import { COUNTRY_CODES } from '../../../../src/domain/reference/countries.ts';

const TODAY = '2026-11-23';
/** ICAO Doc 9303, part 4, appendix B. */
const FIRST = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
const SECOND = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';
const ALL_CLEAR = new Array<boolean>(LINE_LENGTH).fill(true);
const OWN = { number: 'AA1234567', code: 'UZB', birth: '900131', sex: 'M', expiry: '340229', optional: '' };

const unclearAt = (...places: number[]) => ALL_CLEAR.map((_, place) => !places.includes(place));
const parse = (first = FIRST, second = SECOND, clear = [ALL_CLEAR, ALL_CLEAR]) =>
  parseZone({ lines: [first, second], clear: [clear[0] ?? ALL_CLEAR, clear[1] ?? ALL_CLEAR] }, TODAY);
const named = (names: string) => {
  const { surname, name } = parse(`P<UTO${names}`.padEnd(LINE_LENGTH, '<')) ?? {};
  return [surname, name];
};

describe('parseZone', () => {
  it("parseZone reads ICAO's specimen", () => {
    expect(parse()).toEqual({
      passport_number: { value: 'L898902C3' },
      citizenship: { unsure: 'specimen' },
      surname: { value: 'ERIKSSON' },
      name: { value: 'ANNA MARIA' },
      date_birth: { value: '1974-08-12' },
      gender: { value: 'female' },
      passport_expire: { value: '2012-04-15' },
    });
  });

  it('parseZone returns null for fewer than two right check digits and for another document', () => {
    expect(parse(FIRST, SECOND.replace('L898', 'L899').replace('F12', 'F13'))).toBeNull();
    expect(parse(FIRST.replace('P<', 'V<'))).toBeNull();
    expect(parse(FIRST.replace('P<', 'V<'), SECOND, [unclearAt(1), unclearAt(43)])).toBeNull();
    expect(parse(FIRST.slice(1))).toBeNull();
    expect(parse(FIRST.slice(0, -1))).toBeNull();
    expect(parse(`${FIRST}<`)).toBeNull();
    expect(parse(FIRST, `${SECOND}<`)).toBeNull();
  });

  it('characterKindAt returns the kind of character at each place of the zone', () => {
    expect([
      zoneCharacters.kindAt(0, 0),
      zoneCharacters.kindAt(0, 43),
      zoneCharacters.kindAt(1, 0),
      zoneCharacters.kindAt(1, 9),
      zoneCharacters.kindAt(1, 10),
      zoneCharacters.kindAt(1, 13),
    ]).toEqual([...['letter', 'letter', 'any', 'digit', 'letter', 'digit']]);
  });

  it('parseZone leaves an unspecified sex and a partial date of birth empty', () => {
    const reading = parse(FIRST, secondLine({ ...OWN, sex: '<', birth: '90<<<<' }));
    expect(reading).toMatchObject({ gender: { unsure: 'notGiven' }, date_birth: { unsure: 'notGiven' } });
  });

  it('parseZone returns sex as in the form, and accepts a missing number', () => {
    expect(parse(FIRST, secondLine(OWN))).toMatchObject({ gender: { value: 'male' } });
    expect(parse(FIRST, secondLine({ ...OWN, number: '' }))).toMatchObject({ passport_number: { unsure: 'notGiven' } });
  });

  it('parseZone leaves an invalid date and a number with a gap empty', () => {
    const reading = parse(FIRST, secondLine({ ...OWN, expiry: '351350', number: 'AB<123' }));
    expect(reading).toMatchObject({ passport_expire: { unsure: 'unclear' }, passport_number: { unsure: 'unclear' } });
  });
});

describe('a date of birth after the expiry', () => {
  const reversed = { unsure: 'birthAfterExpiry' };

  it('a date of birth after the expiry leaves both dates empty, and nothing else', () => {
    expect(parse(FIRST, secondLine({ ...OWN, birth: '770501', expiry: '770101' }))).toMatchObject({
      date_birth: reversed,
      passport_expire: reversed,
      passport_number: { value: 'AA1234567' },
      surname: { value: 'ERIKSSON' },
    });
  });

  it('a partial or unclear date is not compared with the other', () => {
    expect(parse(FIRST, secondLine({ ...OWN, birth: '25<<<<', expiry: '200101' }))).toMatchObject({
      date_birth: { unsure: 'notGiven' },
      passport_expire: { value: '2020-01-01' },
    });
    const line = secondLine({ ...OWN, birth: '770501', expiry: '770101' });
    expect(parse(FIRST, line, [ALL_CLEAR, unclearAt(22, 23)])).toMatchObject({
      date_birth: { value: '1977-05-01' },
      passport_expire: { unsure: 'unclear' },
    });
  });

  it.each([
    ['111111', '120704', ['1911-11-11', '2011-11-11']],
    ['200101', '200101', ['1920-01-01']],
    ['250131', '340227', ['1925-01-31', '2025-01-31']],
    ['261123', '340227', ['1926-11-23', '2026-11-23']],
    ['200131', '3402<<', ['1920-01-31', '2020-01-31']],
  ])('the century is asked where the holder may be a small child: %s, until %s', (birth, expiry, candidates) => {
    expect(parse(FIRST, secondLine({ ...OWN, birth, expiry }))?.date_birth).toEqual({ unsure: 'century', candidates });
  });

  it.each([
    ['150131', '260201', '2015-01-31'],
    ['270101', '340227', '1927-01-01'],
    ['200131', '340227', '2020-01-31'],
  ])('the century is not asked where only one is possible: %s, until %s', (birth, expiry, value) => {
    expect(parse(FIRST, secondLine({ ...OWN, birth, expiry }))?.date_birth).toEqual({ value });
  });
});

describe('a line that was read in part', () => {
  const NUMBER = { passport_number: { value: 'L898902C3' } };
  const DATES = { date_birth: { value: '1974-08-12' }, passport_expire: { value: '2012-04-15' } };
  const UNCLEAR = { unsure: 'unclear' };
  const NAMES = { surname: { value: 'ERIKSSON' }, name: { value: 'ANNA MARIA' } };

  it('fields with a right check digit of their own are filled in when the last characters are hidden', () => {
    const hidden = ALL_CLEAR.map((_, place) => place < 33);
    const line = `${SECOND.slice(0, 33)}MMMMMMMMM77`;
    const first = `${FIRST.slice(0, 33)}MLL<<FMMMMM`;
    expect(parse(first, line, [hidden, hidden])).toMatchObject({ ...NUMBER, ...DATES, ...NAMES });
    expect(parse(FIRST, SECOND.replace('226B', '2268'))).toMatchObject({ ...NUMBER, ...DATES, ...NAMES });
  });

  it('a field whose own check digit is wrong or unclear stays empty, and the others are filled in', () => {
    const wrong = SECOND.replace('L898', 'L899');
    expect(parse(FIRST, wrong)).toMatchObject({ passport_number: UNCLEAR, ...DATES, ...NAMES });
    const line = `${SECOND.slice(0, 43)}7`;
    expect(parse(FIRST, line, [ALL_CLEAR, unclearAt(27)])).toMatchObject({ ...NUMBER, passport_expire: UNCLEAR });
    expect(parse(FIRST, line, [ALL_CLEAR, unclearAt(3)])).toMatchObject({ passport_number: UNCLEAR, ...DATES });
  });

  it('line 2 alone is read where all its check digits are right', () => {
    const lost: [boolean[], boolean[]] = [ALL_CLEAR.map(() => false), ALL_CLEAR];
    const first = 'K'.repeat(LINE_LENGTH);
    const names = { surname: UNCLEAR, name: UNCLEAR };
    expect(parse(first, SECOND, lost)).toMatchObject({ ...NUMBER, ...DATES, ...names });
    expect(parse(first, SECOND.replace('226B', '2268'), lost)).toBeNull();
    expect(parseZone({ lines: [null, SECOND], clear: lost }, TODAY)).toMatchObject({ ...NUMBER, ...DATES, ...names });
  });

  it.each([
    ['L898902', 'L8B8902', 2, 'B9', { value: 'L898902C3' }],
    ['L898902', 'L8B8902', 2, 'B8', UNCLEAR],
    ['L898902', 'L8J8902', 2, '9J', UNCLEAR],
  ])('one unclear character is the only likely one with which both check digits are right: %s as %s', (...row) => {
    const [right, read, place, characters, expected] = row;
    const likely = [...SECOND].map((character, at) => (at === place ? characters : character));
    const lines = [FIRST, SECOND.replace(right, read)] as const;
    const reading = parseZone({ lines, clear: [ALL_CLEAR, unclearAt(place)], likely }, TODAY);
    expect(reading?.passport_number).toEqual(expected);
  });
});

describe('an unclear character', () => {
  it.each([
    ['passport_number', 1, [3]],
    ['passport_number', 1, [2, 6]],
    ['passport_number', 1, [2, 9]],
    ['citizenship', 1, [12]],
    ['date_birth', 1, [13, 14]],
    ['date_birth', 1, [13, 19]],
    ['gender', 1, [20]],
    ['passport_expire', 1, [23]],
    ['name', 0, [18]],
    ['surname', 0, [7]],
  ])('unclear characters of the zone empty %s only', (field, line, places) => {
    const clear = [ALL_CLEAR, ALL_CLEAR];
    clear[line] = unclearAt(...places);
    const reading = parse(FIRST, SECOND, clear);
    expect(ZONE_FIELDS.filter((name) => reading?.[name].unsure === 'unclear')).toEqual([field]);
  });

  it.each([2, 6, 7, 13, 18, 26])(
    'one unclear character is settled by its own check digit, unless it has a twin: %i',
    (place) => {
      const reading = parse(FIRST, SECOND, [ALL_CLEAR, unclearAt(place)]);
      expect(ZONE_FIELDS.filter((name) => reading?.[name].unsure === 'unclear')).toEqual([]);
    },
  );

  it.each([[12], [13], [14], [7, 8], [5, 6]])(
    'an unclear character that may be the gap of the names empties both (%i)',
    (...places) => {
      expect(parse(FIRST, SECOND, [unclearAt(...places), ALL_CLEAR])).toMatchObject({
        surname: { unsure: 'unclear' },
        name: { unsure: 'unclear' },
      });
    },
  );

  it('an unclear character before or well behind the names in the zone empties nothing', () => {
    expect(parse(FIRST, SECOND, [unclearAt(1, 2, 3, 4, 27, 43), ALL_CLEAR])).toMatchObject({
      surname: { value: 'ERIKSSON' },
      name: { value: 'ANNA MARIA' },
    });
  });

  it('an unclear check digit or optional character of the zone empties nothing', () => {
    expect(parse(FIRST, SECOND, [ALL_CLEAR, unclearAt(9, 30)])?.passport_number).toEqual({ value: 'L898902C3' });
  });
});

describe('names in the zone', () => {
  it('names in the zone are separated by two fillers, and their parts by one', () => {
    expect(named('VAN<DER<MUELEN<<JAN<PIET')).toEqual([{ value: 'VAN DER MUELEN' }, { value: 'JAN PIET' }]);
  });

  it('a single name in the zone has a hyphen in place of the other', () => {
    expect(named('ARKFREITH')).toEqual([{ value: 'ARKFREITH' }, { value: '-' }]);
    expect(named('<<ARKFREITH<LEE')).toEqual([{ value: '-' }, { value: 'ARKFREITH LEE' }]);
  });

  it('names that fill the zone are truncated', () => {
    const truncated = { unsure: 'truncated' };
    expect(named('NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<KR'.slice(0, 39))).toEqual([truncated, truncated]);
  });

  it.each(['SMITH<<<JOHN', 'SMITH<<JOHN<<PAUL', '<SMITH<<JOHN'])(
    'names with other gaps in the zone are unclear: %s',
    (names) => {
      expect(named(names)).toEqual([{ unsure: 'unclear' }, { unsure: 'unclear' }]);
    },
  );
});

const withOwn = (change: Partial<typeof OWN>) => parse(FIRST, secondLine({ ...OWN, ...change }));

describe('two-digit years', () => {
  it.each([
    ['740812', '1974-08-12'],
    ['261124', '1926-11-24'],
    ['000229', '2000-02-29'],
    ['270101', '1927-01-01'],
  ])('parseZone returns a date of birth in the past: %s', (birth, date) => {
    expect(withOwn({ birth })?.date_birth).toEqual({ value: date });
  });

  it.each([
    ['120415', '2012-04-15'],
    ['360101', '2036-01-01'],
    ['750101', '2075-01-01'],
    ['770101', '1977-01-01'],
  ])('parseZone returns a date of expiry in the nearest century: %s', (expiry, date) => {
    expect(withOwn({ birth: '700101', expiry })?.passport_expire).toEqual({ value: date });
  });

  it.each(['740832', '74<<<<', '991301', '990230', '9<0101'])('parseZone returns no date for %s', (text) => {
    expect(withOwn({ birth: text })?.date_birth.unsure, 'birth').toBeDefined();
    expect(withOwn({ expiry: text })?.passport_expire.unsure, 'expiry').toBeDefined();
  });
});

describe('citizenship', () => {
  it.each([
    ['UZB', 'UZ'],
    ['D<<', 'DE'],
    ['DEU', 'DE'],
    ['GBR', 'GB'],
    ['ZWE', 'ZW'],
    ['AND', 'AD'],
    ['KOR', 'KR'],
    ['PRK', 'KP'],
  ])('the citizenship %s is %s', (code, value) => {
    expect(withOwn({ code })?.citizenship).toEqual({ value });
  });

  it.each([
    ['UTO', 'specimen'],
    ['XXA', 'noCitizenship'],
    ['XXB', 'noCitizenship'],
    ['XXC', 'noCitizenship'],
    ['XXX', 'noCitizenship'],
    ['GBD', 'unknownCountry'],
    ['RKS', 'unknownCountry'],
    ['UNO', 'unknownCountry'],
    ['<<<', 'notGiven'],
  ])('the citizenship %s is unsure: %s', (code, unsure) => {
    expect(withOwn({ code })?.citizenship).toEqual({ unsure });
  });

  it('parseZone knows a code for each country of the list', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const values = codes.flatMap((code) => withOwn({ code })?.citizenship.value ?? []);
    expect(values.toSorted()).toEqual(COUNTRY_CODES.toSorted());
  });
});
