import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRealDate, joinDate, utcDate } from '../../../../src/domain/input/date.ts';
import { monthByName, readDate } from '../../../../src/domain/input/read-date.ts';

const dates = (text: string) => readDate(text).readings.map(joinDate);

/** Notations of 25 October 2020, each of which has one reading. */
const OCTOBER = [
  ...[
    '25.10.2020',
    '25. 10. 2020',
    '25/10/2020',
    '25-10-2020',
    '25 10 2020',
    '25,10,2020',
    ' 25.10.2020 г.',
    '25102020',
  ],
  ...['2020-10-25', '2020/10/25', '2020.10.25', '2020. 10. 25.', '2020 10 25', '2020 - 10 - 25', '20201025'],
  ...['10/25/2020', '10-25-2020', '10.25.2020', '2020/25/10', '2020-10-25T00:00:00Z'],
  ...[
    '25OCT2020',
    '25 OCT 2020',
    '25-Oct-2020',
    '25 oct. 2020',
    'Oct 25, 2020',
    'October 25th, 2020',
    '25th of October 2020',
  ],
  ...['OCT 25 2020', '2020 Oct 25', '2020-OCT-25', '25 Eki/Oct 2020', '25 EKİM 2020', '25 Ekim 2020'],
  ...['25 ОКТ 2020', '25 окт. 2020 г.', '25 октября 2020', '25 октября 2020 г.', '25 октября 2020 года', '25-окт-2020'],
  ...['25 ОКТ/OCT 2020', '25-oktabr 2020-yil', '2020-yil 25-oktabr', '25 октябр 2020 йил', '25 oktyabr 2020'],
  ...['25 қазан 2020', '2020 жылғы 25 қазан', '25 қазан 2020 ж.', '25 жовтня 2020', '25 кастрычніка 2020'],
  ...[
    '25. Oktober 2020',
    '25. Okt. 2020',
    '25 octobre 2020',
    '25 oct. 2020',
    '25 de octubre de 2020',
    '25 de outubro de 2020',
  ],
  ...[
    '25 ottobre 2020',
    '25.X.2020',
    '25-x-2020',
    '2020年10月25日',
    '2020年 10月 25日',
    '2020년 10월 25일',
    '25 10월/OCT 2020',
  ],
  ...['« 25 » октября 2020 г.', '«25» октября 2020', '25 · 10 · 2020', '25_10_2020', '25|10|2020'],
  ...['25 ต.ค./OCT 2020', 'the 25th of October 2020'],
  ...['Sun 25 Oct 2020', 'Sunday, October 25, 2020', 'воскресенье, 25 октября 2020 г.', '25 Oct 2020 (Sun)'],
  ...['25 października 2020', '25 oktyabr 2020-ci il', '2020 оны 10 сарын 25'],
  ...['２０２０年１０月２５日', '٢٥/١٠/٢٠٢٠', '۲۵/۱۰/۲۰۲۰', '२५.१०.२०२०', '25\u00a010\u00a02020', '25–10–2020'],
];

/** Names of the twelve months, as people write them. */
const MONTHS = [
  'Jan January янв января yanvar Ocak OCAK Januar janvier enero janeiro қаңтар',
  'Feb февраля fevral Şubat SUBAT Februar février febrero fevereiro ақпан',
  'March марта mart MAR März Maerz mars marzo março наурыз',
  'April апреля aprel NİSAN nisan avril abril сәуір',
  'May май мая Mayıs MAYIS Mai mayo maio maggio мамыр',
  'June июня iyun Haziran HAZİRAN Juni juin junio junho маусым',
  'July июля iyul Temmuz Juli juillet julio julho шілде',
  'Aug августа avgust Ağustos AĞUSTOS août agosto тамыз',
  'Sept. сентября sentabr Eylül EYLÜL septembre septiembre setembro қыркүйек',
  'Oct октября oktabr Ekim EKİM Oktober octobre outubro қазан',
  'Nov ноября noyabr Kasım KASIM novembre қараша',
  'Dec декабря dekabr Aralık ARALIK Dez décembre diciembre dezembro желтоқсан',
].flatMap((names, index) => names.split(' ').map((name): [string, number] => [name, index + 1]));

describe('readDate', () => {
  it.each(OCTOBER)('readDate reads %j as 25 October 2020', (text) => {
    expect(readDate(text)).toEqual({ readings: [{ day: '25', month: '10', year: '2020' }], era: null });
  });

  it.each(MONTHS)('readDate and monthByName know the month %s (%d)', (name, month) => {
    const two = String(month).padStart(2, '0');
    expect(dates(`7 ${name} 1999`)).toEqual([`1999-${two}-07`]);
    expect(monthByName(name)).toBe(two);
  });

  it.each([
    ['04/05/2020', ['2020-05-04', '2020-04-05']],
    ['4-5-2020', ['2020-05-04', '2020-04-05']],
    ['04.05.2020', ['2020-05-04']],
    ['05/05/2020', ['2020-05-05']],
    ['25.10.20', ['2020-10-25', '1920-10-25']],
    ['25OCT20', ['2020-10-25', '1920-10-25']],
    ['04/05/20', ['2020-05-04', '1920-05-04', '2020-04-05', '1920-04-05']],
    ['90.10.25', ['1990-10-25', '2090-10-25']],
    // The lines at the bottom of a passport have the year first.
    ['201025', ['2025-10-20', '1925-10-20', '2020-10-25', '1920-10-25']],
    ['29/02/00', ['2000-02-29']],
    ['10122010', ['2010-12-10']],
    ['20102010', ['2010-10-20']],
  ])('readDate of %j has the readings %j', (text, readings) => {
    expect(dates(text)).toEqual(readings);
  });

  it.each([
    ['平成30年10月25日', '平成30', '2018-10-25'],
    ['令和元年5月1日', '令和元', '2019-05-01'],
    ['昭和55年1月7日', '昭和55', '1980-01-07'],
    ['H30.10.25', 'h30', '2018-10-25'],
    ['R2/10/25', 'r2', '2020-10-25'],
    ['民國109年10月25日', '民國109', '2020-10-25'],
    ['주체109년 10월 25일', '주체109', '2020-10-25'],
    ['25/10/พ.ศ. 2563', 'พ.ศ. 2563', '2020-10-25'],
  ])('readDate of %j names the year %s of another calendar', (text, era, date) => {
    expect(readDate(text).era).toBe(era);
    expect(dates(text)).toEqual([date]);
  });

  it.each([
    ...['31.02.2035', '15', '01.2035', '150120350', 'tomorrow', '', '115.01.2035', '15.01.20351', '15.01.2035 12:30'],
    ...['12035-01-15', '2035-01-155', '2035x01-15', '2035-01x15', '31 февраля 2035', 'January 2035', '15 Foo 2035'],
    ...[
      '25 Oct Nov 2020',
      '10월 25 Nov 2020',
      '25.13.2020',
      '32.10.2020',
      '25 10 2020 7',
      '25@10@2020',
      `25${'.'.repeat(99)}10.2020`,
    ],
  ])('readDate reads nothing in %j', (text) => {
    expect(readDate(text)).toEqual({ readings: [], era: null });
  });

  it.each(['1399/07/25', '2563-10-25', '109.10.25'])('readDate keeps the year of %j as written', (text) => {
    expect(readDate(text).readings[0]?.year).toBe(/^\d+/.exec(text)?.[0]);
  });

  it.each(['ма', '5', '', '10월', 'Foo'])('monthByName returns null for %j', (text) => {
    expect(monthByName(text)).toBeNull();
  });

  it.each('en-GB en-US ru uz tr de fr es pt kk it uk be ko zh ja'.split(' '))(
    'readDate reads what Intl writes in %s',
    (language) => {
      for (const month of ['long', 'short'] as const) {
        const write = new Intl.DateTimeFormat(language, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });
        for (let index = 0; index < 12; index += 1) {
          const date = new Date(Date.UTC(1937, index, 3 + 2 * index));
          expect(dates(write.format(date)), write.format(date)).toEqual([utcDate(date)]);
        }
      }
    },
  );

  it('readDate reads what was written in any notation', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
    const notations: ((day: string, month: string, year: string) => string)[] = [
      (day, month, year) => `${day}.${month}.${year}`,
      (day, month, year) => `${Number(day)}. ${Number(month)}. ${year} г.`,
      (day, month, year) => `${year}-${month}-${day}`,
      (day, month, year) => `${year}年${Number(month)}月${Number(day)}日`,
      (day, month, year) =>
        `${day}${'JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC'.slice(3 * Number(month) - 3, 3 * Number(month))}${year}`,
    ];
    fc.assert(
      fc.property(day, fc.constantFrom(...notations), (date, write) => {
        const [year = '', month = '', two = ''] = utcDate(date).split('-');
        expect(dates(write(two, month, year))).toEqual([utcDate(date)]);
      }),
    );
  });

  it('readDate returns real dates only, for any text', () => {
    const piece = fc.oneof(
      fc.integer({ min: 0, max: 2200 }).map(String),
      fc.constantFrom('OCT', 'мая', '年', '월', '/', '.', '-', ' ', 'г'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
        for (const parts of readDate(pieces.join('')).readings)
          expect(isRealDate(joinDate({ ...parts, year: parts.year.padStart(4, '0') }))).toBe(true);
      }),
    );
  });
});
