import { describe, expect, it } from 'vitest';
import { canonicalVisaCode, readEmployeeVisa, visaState } from '../../../../src/domain/application/visa.ts';
import { findVisaCode } from '../../../../src/domain/application/visa-code.ts';
import { dateInUzbekistan } from '../../../../src/domain/input/uzbekistan.ts';

const issued = { status_type: 'visa_issued', valid_from: '2026-01-10', valid_to: '2026-12-31' };

describe('reading a visa', () => {
  const visa = { code: 'c', name: 'Anna', surname: 'Ivanova', application_type: 'founder', ...issued };

  it('readEmployeeVisa returns a visa with its days', () => {
    expect(readEmployeeVisa({ data: visa })).toEqual(visa);
  });

  it.each([{ valid_from: 20260110 }, { valid_to: false }, { name: null }])(
    'readEmployeeVisa returns null for %j',
    (wrong) => {
      expect(readEmployeeVisa({ data: { ...visa, ...wrong } })).toBeNull();
    },
  );
});

describe('the code of a visa', () => {
  const CODE = '7K3M9Q2X0A1BC4DE5FGH6JKN';

  it.each([
    CODE,
    CODE.toLowerCase(),
    `${CODE}.`,
    ` ${CODE}, `,
    '7K3M 9Q2X 0A1B C4DE 5FGH 6JKN',
    '7k3m\u00a09q2x\u2009oaib\u202fc4de 5fgh 6jkn',
    '7K3M–9Q2X—OALB-C4DE‑5FGH−6JKN.',
    `Code: ${CODE}`,
    `Visa code ${CODE} (until 2027)`,
    'My visa code 7K3M 9Q2X 0A1B C4DE 5FGH 6JKN on paper',
    'Код визы: 7K3M-9Q2X-0A1B-C4DE-5FGH-6JKN, до 2027 года',
    `«${CODE}»`,
    `https://portal.example/en/employee-visa/${CODE}`,
    '７Ｋ３Ｍ９Ｑ２Ｘ０Ａ１ＢＣ４ＤＥ５ＦＧＨ６ＪＫＮ',
  ])('findVisaCode finds the code in %j', (text) => {
    expect(canonicalVisaCode(findVisaCode(text))).toBe(CODE);
  });

  it.each([
    ['Code: aB3_-x9.', 'aB3_-x9'],
    ['aB3 x9', 'aB3-x9'],
    ['код', ''],
    [' – ', ''],
  ])('findVisaCode returns from %j, without a code of our host, %j', (text, found) => {
    expect(findVisaCode(text)).toBe(found);
  });
});

describe('the state of a visa', () => {
  it.each([
    ['2026-01-09', 'future'],
    ['2026-01-10', 'valid'],
    ['2026-11-30', 'valid'],
    ['2026-12-01', 'ending'],
    ['2026-12-31', 'ending'],
    ['2027-01-01', 'expired'],
  ])('on %s a visa is %s', (today, state) => {
    expect(visaState(issued, today)).toBe(state);
  });

  it('a visa is valid from the first hour of its first day to the last hour of its last day', () => {
    const hours = { ...issued, valid_from: '2026-01-10T00:00:00Z', valid_to: '2026-12-31T23:59:59Z' };
    expect(visaState(hours, '2026-01-09')).toBe('future');
    expect(visaState(hours, '2026-01-10')).toBe('valid');
    expect(visaState(hours, '2026-12-31')).toBe('ending');
    expect(visaState(hours, '2027-01-01')).toBe('expired');
  });

  it('a visa has the state "other" before it was issued, whatever its dates', () => {
    expect(visaState({ ...issued, status_type: 'approved' }, '2026-06-01')).toBe('other');
  });

  it('a visa is revoked whatever its dates', () => {
    expect(visaState({ ...issued, status_type: 'visa_revoked' }, '2026-06-01')).toBe('revoked');
  });

  it('a visa without dates is valid', () => {
    expect(visaState({ status_type: 'visa_issued', valid_from: null, valid_to: null }, '2026-06-01')).toBe('valid');
  });
});

describe('the date in Uzbekistan', () => {
  it('the date in Uzbekistan is five hours ahead of UTC', () => {
    expect(dateInUzbekistan(new Date('2026-03-01T18:59:00Z'))).toBe('2026-03-01');
    expect(dateInUzbekistan(new Date('2026-03-01T19:00:00Z'))).toBe('2026-03-02');
  });
});
