import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApplicationValues } from '../../../../src/domain/application/values.ts';
import { calendarOf } from '../../../../src/domain/passport/calendars.ts';
import { calendarDoubts, isStandIn, passportDoubts } from '../../../../src/domain/passport/doubts.ts';
import { COUNTRY_CODES } from '../../../../src/domain/reference/countries.ts';

const TODAY = '2026-11-27';

const doubts = (
  values: Partial<ApplicationValues>,
  type: 'specialist' | 'founder' | 'investor' | null = 'specialist',
) =>
  passportDoubts(values, { type, today: TODAY }).map(({ path, code, suggestion: offer }) =>
    [path, code, offer].filter(Boolean).join(' '),
  );

describe('names', () => {
  it.each([
    ...[
      'Anna',
      'Łukasz',
      'Müller',
      "O'Connor",
      'O’Neill',
      'Oʻktam',
      'Gʻulom',
      'Şahin',
      'İlker',
      'Çağla',
      'Ñandú',
      'Nguyễn',
      'Đặng',
    ],
    ...[
      'José María',
      'Søren',
      'Al-ʿAbbās',
      'Åsa',
      'Þór',
      'Ðuro',
      'Ħal',
      'Ŧ',
      'ẞ',
      'Jean-Pierre',
      'van der Berg',
      'Əliyev',
      'Ėmilija',
      'Žižek',
      'Li',
    ],
    ...['Ramesh S O Suresh', 'Md Rahman', 'Fatima Bint Ali', 'Jr', 'III', 'Ay'],
  ])('the name %s has a Latin line', (name) => {
    expect(doubts({ surname: name, name, middlename: name })).toEqual([]);
  });

  it.each([
    ...[
      '김 민수',
      '이',
      '王小明',
      '李',
      'たなか',
      'タナカ',
      '田中',
      'محمد',
      'علی\u200cرضا',
      'پژمان',
      'יעל',
      'आन्ना',
      'রহমান',
      'தமிழ்',
    ],
    ...['გიორგი', 'Հայկ', 'Γιώργος', 'สมชาย', 'ပြည်', 'አበበ', 'ལྷ', 'Anna 김', 'Аnna'],
  ])('the name %s is asked about, with an offer only where its letters are Cyrillic', (name) => {
    const [doubt] = passportDoubts({ surname: name }, { type: null, today: TODAY });
    expect(doubt?.code).toBe('not_latin');
    expect(doubt?.suggestion).toBe(name === 'Аnna' ? 'Anna' : undefined);
  });

  it.each([
    ['Қайрат', 'KZ', 'Kairat'],
    ['Әсел', 'KZ', 'Asel'],
    ['Ҷамшед', 'TJ', 'Jamshed'],
    ['Щербаков', 'RU', 'Shcherbakov'],
  ])('the name %s of %s is offered as %s', (name, citizenship, spelling) => {
    expect(doubts({ name, citizenship })).toEqual([`name not_latin ${spelling}`]);
  });

  it.each([
    ...[
      'N/A',
      'NA',
      'n.a.',
      'N A',
      'LNU',
      'F.N.U.',
      'not stated',
      'none none',
      'soyadı yok',
      'тегі жоқ',
      "familiyasi yo'q",
      'нет в паспорте',
      '没有',
      'FNU',
      'fnu',
      'XXX',
      'X',
      'ХХХ',
      'none',
      'No Surname',
      'no last name',
      'NOT APPLICABLE',
    ],
    ...[
      'нет',
      'Нет фамилии',
      'отсутствует',
      'без отчества',
      'не имею',
      'не применимо',
      'Nil',
      'No given name',
      'last name unknown',
      'yo‘q',
      'sin apellido',
      '해당 없음',
      '-',
      '--',
      '.',
      '/',
      'yok',
      'жоқ',
      '無',
      '없음',
      'Null',
      'unknown',
    ],
  ])('%j stands for a missing name', (name) => {
    expect(isStandIn(name)).toBe(true);
    expect(doubts({ surname: name })).toEqual(['surname stand_in']);
  });

  it.each(['', ' ', 'Na Young', 'Nalu', 'Нетов', 'Xu', 'Nona', 'Noneva', 'Ян', 'Бо', 'Li'])('%j is a name', (name) => {
    expect(isStandIn(name)).toBe(false);
  });

  it('the missing name of a person with one name is no doubt', () => {
    expect(doubts({ surname: '-', name: 'Ramesh', one_name: 'yes' })).toEqual([]);
    expect(doubts({ surname: '-', name: 'Ramesh', one_name: 'no' })).toEqual(['surname stand_in']);
  });

  it('Na is a surname in Korea and China', () => {
    expect(doubts({ surname: 'Na', citizenship: 'KR' })).toEqual([]);
    expect(doubts({ surname: 'Na', citizenship: 'IN' })).toEqual(['surname stand_in']);
  });

  it('relatives are asked about like the applicant, and only where they are sent', () => {
    const relative = {
      surname: 'FNU',
      name: 'Әсел',
      citizenship: 'KZ',
      birth_of_date: '1920-01-01',
      relativePassport: '012345678',
    };
    const values = { formatted_relatives: [relative] } as unknown as Partial<ApplicationValues>;
    expect(doubts({ ...values, relatives_check: 'no' })).toEqual([]);
    expect(doubts({ ...values, relatives_check: 'yes' })).toEqual([
      'formatted_relatives.0.surname stand_in',
      'formatted_relatives.0.name not_latin Asel',
      'formatted_relatives.0.birth_of_date over_100',
      'formatted_relatives.0.relativePassport number_internal A12345678',
    ]);
  });
});

describe('dates', () => {
  it.each<[Partial<ApplicationValues>, string[]]>([
    [{ passport_date: '2006-11-27' }, []],
    [{ passport_date: '2006-11-26' }, ['passport_date issued_long_ago']],
    [{ passport_expire: '2046-11-27' }, []],
    [{ passport_expire: '2046-11-28' }, ['passport_expire expires_far_ahead']],
    [{ passport_date: '2006-02-30', passport_expire: 'soon', date_birth: '' }, []],
    [{ passport_date: '1399-08-04', passport_expire: '2563-08-04', date_birth: '1370' }, []],
    [{ date_birth: '2012-11-27' }, []],
    [{ date_birth: '2012-11-28' }, ['date_birth under_14']],
    // The year alone allows 14.
    [{ date_birth: '2012' }, []],
    [{ date_birth: '2013' }, ['date_birth under_14']],
    [{ date_birth: '1926-11-27' }, []],
    [{ date_birth: '1926-11-26' }, ['date_birth over_100']],
    [{ date_birth: '1926' }, []],
    [{ date_birth: '1925' }, ['date_birth over_100']],
    [{ date_birth: '2030-01-01' }, []],
  ])('%j has the doubts %j', (values, expected) => {
    expect(doubts(values)).toEqual(expected);
  });

  it('only specialists are at least 14', () => {
    expect(doubts({ date_birth: '2020-01-01' }, 'founder')).toEqual([]);
    expect(doubts({ date_birth: '2020-01-01' }, null)).toEqual([]);
  });
});

describe('numbers', () => {
  it.each([
    ['RU', '75 1234567'], ['RU', '751234567'], ['BY', 'MP1234567'], ['BY', 'KH 1234567'], ['IN', 'N1234567'], ['IN', 'z-1234567'],
    ['TR', 'U12345678'], ['CN', 'E12345678'], ['CN', 'EA1234567'], ['CN', 'G12345678'], ['KR', 'M12345678'], ['KR', 'M123A4567'],
    ['PK', 'AB1234567'], ['KZ', 'N12345678'], ['US', '123456789'], ['US', 'A12345678'], ['UZ', 'AA1234567'], ['UA', 'FA123456'],
    ['KG', 'AC1234567'], ['TJ', '401234567'], ['GB', '123456789'], ['DE', 'C01X00T47'], ['FR', '12AB34567'], ['IT', 'YA1234567'],
    ['ES', 'AAA123456'], ['PL', 'EK1234567'], ['JP', 'TK1234567'], ['IR', 'A12345678'], ['IL', '12345678'], ['AZ', 'C01234567'],
    ['GE', '12AB34567'], ['AM', 'AB1234567'], ['BD', 'EB1234567'], ['BD', 'A12345678'], ['VN', 'C1234567'], ['CA', 'AB123456'],
    ['CA', 'A123456BC'], ['AU', 'PA1234567'], ['AU', 'N1234567'], ['MN', 'E1234567'], ['LV', 'LV4072519'], ['NP', 'PA1234567'],
  ])('a passport of %s may have the number %s', (citizenship, passport_number) => {
    expect(doubts({ citizenship, passport_number })).toEqual([]);
  }); // biome-ignore format: a table is read by its rows

  it.each([
    ['RU', '4510 123456', 'number_internal 123456789'],
    ['RU', '4510123456', 'number_internal 123456789'],
    ['RU', 'AB1234567', 'number_shape 123456789'],
    ['KZ', '012345678', 'number_internal A12345678'],
    ['KZ', '900101300123', 'number_internal A12345678'],
    ['IN', '1234 5678 9012', 'number_internal A1234567'],
    ['IN', 'ABCDE1234F', 'number_internal A1234567'],
    ['IN', '12345678', 'number_shape A1234567'],
    ['CN', '11010519900101123X', 'number_internal A12345678'],
    ['KR', '900101-1234567', 'number_internal A12345678'],
    ['PK', '35202-1234567-1', 'number_internal AB1234567'],
    ['TR', '12345678901', 'number_internal A12345678'],
    ['BY', '3140592H001PB5', 'number_internal AB1234567'],
    ['UA', '123456789', 'number_internal AB123456'],
    ['UZ', '31405921234567', 'number_internal AB1234567'],
    ['KG', '21405199212345', 'number_internal AB1234567'],
    ['US', '12345678', 'number_shape 123456789'],
    ['US', '123-45-67890', 'number_shape 123456789'],
    ['TR', '12345678', 'number_shape A12345678'],
    ['DE', 'C01X00T4', 'number_shape 123456789'],
  ])('a passport of %s with the number %s is asked about: %s', (citizenship, passport_number, expected) => {
    expect(doubts({ citizenship, passport_number })).toEqual([`passport_number ${expected}`]);
  });

  it('the example of a country is no doubt itself, and other countries have none', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...COUNTRY_CODES),
        fc.stringMatching(/^[A-Z\d]{5,20}$/),
        (citizenship, passport_number) => {
          const [doubt] = passportDoubts({ citizenship, passport_number }, { type: null, today: TODAY });
          if (doubt) expect(doubts({ citizenship, passport_number: doubt.suggestion ?? '' })).toEqual([]);
        },
      ),
    );
    expect(doubts({ passport_number: '4510123456' })).toEqual([]);
    expect(doubts({ passport_number: '4510123456', citizenship: 'MT' })).toEqual([]);
  });
});

describe('calendars', () => {
  it.each([
    ['1399', false, 'IR', 'persian'],
    ['1399', false, '', 'persian'],
    ['1366', true, 'IR', 'persian'],
    ['1366', true, '', 'persianOrIslamic'],
    ['1441', false, 'SA', 'islamic'],
    ['1407', true, 'SA', 'islamic'],
    ['1441', false, 'IR', 'islamic'],
    ['1290', true, 'SA', 'persian'],
    ['2563', false, 'TH', 'buddhist'],
    ['2443', true, '', 'buddhist'],
    ['5780', false, 'IL', 'hebrew'],
    ['109', false, 'TW', 'minguo'],
    ['109', false, '', 'minguo'],
    ['79', true, 'TW', 'minguo'],
    ['109', false, 'KP', 'juche'],
    ['30', false, 'JP', 'heisei'],
    ['2', false, 'JP', 'heisei'],
    ['20', false, 'RU', null],
    ['1899', true, '', null],
    ['2101', false, '', null],
    ['999', false, '', null],
    ['', false, '', null],
    ['20x0', false, '', null],
  ])('the year %s (birth: %s, %s) is of the calendar %s', (year, isBirth, citizenship, calendar) => {
    expect(calendarOf(year, isBirth, citizenship)).toBe(calendar);
  });

  it('the calendars of all dates of passports are named, and those of relatives only where they are sent', () => {
    const relative = { birth_of_date: '1370', citizenship: 'SA' };
    const values = {
      ...{ citizenship: 'TH', passport_date: '2563-01-02', passport_expire: '2030-01-01', date_birth: '2530' },
      formatted_relatives: [relative],
    } as unknown as Partial<ApplicationValues>;
    const found = (relatives_check: 'yes' | 'no') =>
      calendarDoubts({ ...values, relatives_check }).map(
        ({ path, calendar: offer, year }) => `${path} ${offer} ${year}`,
      );
    const own = ['passport_date buddhist 2563', 'date_birth buddhist 2530'];
    expect(found('no')).toEqual(own);
    expect(found('yes')).toEqual([...own, 'formatted_relatives.0.birth_of_date islamic 1370']);
  });
});
