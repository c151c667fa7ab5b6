import { expect, it } from 'vitest';
import { readAnswer } from '../../../../functions/gateway/host/answers.ts';
import { spanOf } from '../../../../src/domain/input/date.ts';
import { KINDS } from '../../../../src/domain/kinds/index.ts';

const RULE = { required: true, max: 0 };
const boxes = (year: string, month = '', day = '') => ({ year, month, day });

it.each([
  ['date', boxes('1990', '5', '7'), '1990-05-07', null],
  ['date', boxes('1990', '5'), '1990-05-', 'date_incomplete'],
  ['date', boxes('1990'), '1990--', 'date_incomplete'],
  ['tripDate', boxes('2024', '5', '7'), '2024-05-07', null],
  ['tripDate', boxes('2024', '5'), '2024-05', null],
  ['tripDate', boxes('2024', '13'), '2024-13', 'date_unreal'],
  ['tripDate', boxes('2024'), '2024--', 'date_incomplete'],
  ['tripDate', boxes('', '5', '7'), '-05-07', 'date_incomplete'],
  ['birthDate', boxes('1960', '5'), '1960-05', null],
  ['birthDate', boxes('1960'), '1960', null],
  ['birthDate', boxes('60'), '60--', 'date_incomplete'],
  ['birthDate', boxes('1960', '', '7'), '1960--07', 'date_incomplete'],
  ['birthDate', boxes('1960', '2', '31'), '1960-02-31', 'date_unreal'],
] as const)('a field of the kind %s in the boxes %j is "%s" with the code %s', (kind, parts, value, code) => {
  expect(KINDS[kind].fromForm(parts)).toBe(value);
  expect(KINDS[kind].check(value, RULE, {})).toEqual(code ? [{ path: '', code }] : []);
});

it.each([
  ['tripDate', '2024-05', 'date_whole'],
  ['birthDate', '1960', 'date_whole'],
  ['birthDate', '1960--', 'date_whole'],
  ['birthDate', '1960-05-07', null],
  ['date', '1990-05-', 'date_incomplete'],
] as const)('a host that takes whole dates only gets a field of the kind %s with "%s" as %s', (kind, value, code) => {
  expect(KINDS[kind].check(value, RULE, { wholeDates: true })).toEqual(code ? [{ path: '', code }] : []);
});

it.each(['1960-05-07', '1960-05', '1960', ''])(
  'the birth date %j is unchanged after a round trip through the form',
  (value) => {
    expect(KINDS.birthDate.fromForm(KINDS.birthDate.toForm(value))).toBe(value);
  },
);

it.each([
  ['birthDate', '1960-00-00', '1960'],
  ['birthDate', '1960-05-00', '1960-05'],
  ['birthDate', '1960', '1960'],
  ['birthDate', '17.05.1960', '1960-05-17'],
  ['tripDate', '2024-05-00', '2024-05'],
  ['date', '2024-05-00', undefined],
] as const)('a field of the kind %s that a host sends as %j is read as %j', (kind, sent, value) => {
  expect(readAnswer(kind, sent)).toBe(value);
});

it.each([
  ['2024', ['2024-01-01', '2024-12-31']],
  ['2024-02', ['2024-02-01', '2024-02-29']],
  ['2024-02-03', ['2024-02-03', '2024-02-03']],
  ['2024-13', null],
  ['2024-02-31', null],
  ['', null],
])('spanOf %j returns the days %j', (date, days) => {
  expect(spanOf(date)).toEqual(days);
});
