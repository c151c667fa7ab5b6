/** The calendar file of a visa, read by RFC 5545. */
import { expect, it } from 'vitest';
import { visaCalendar, visaRoute } from '../../../../src/domain/application/issued-visa.ts';

const VISA = { code: 'ABCDEFGHJKMNPQRSTVWXYZ01', valid_from: '2027-01-10', valid_to: '2028-01-09' };
const ADDRESS = 'https://portal.test/ru/employee-visa/ABCDEFGHJKMNPQRSTVWXYZ01';
const WORDS = { begins: 'Виза, первый день; начало', ends: 'Последний день визы' };
const made = () => visaCalendar(VISA, WORDS, ADDRESS, Date.UTC(2026, 10, 23, 9, 30, 5));

/** Returns the lines with folded ones joined. */
const unfolded = () => made().replaceAll('\r\n ', '').split('\r\n');

it("a visa's calendar has the first and the last day, each for the whole day", () => {
  const lines = unfolded();
  expect(lines.filter((line) => line.startsWith('DTSTART'))).toEqual([
    'DTSTART;VALUE=DATE:20270110',
    'DTSTART;VALUE=DATE:20280109',
  ]);
  expect(lines.filter((line) => line.startsWith('DTSTAMP'))).toEqual(Array(2).fill('DTSTAMP:20261123T093005Z'));
  expect(lines.filter((line) => line.startsWith('URL'))).toEqual(Array(2).fill(`URL:${ADDRESS}`));
});

it("the entries of a visa's calendar have stable ids, so that a new file replaces the earlier one", () => {
  expect(unfolded().filter((line) => line.startsWith('UID'))).toEqual([
    `UID:begins-${VISA.code}@it-visa`,
    `UID:ends-${VISA.code}@it-visa`,
  ]);
});

it("a visa's calendar has only standard properties, with all required ones", () => {
  const lines = unfolded();
  expect(lines.pop()).toBe('');
  for (const line of lines) expect(line).toMatch(/^[A-Z]+(;[A-Z]+=[A-Z]+)?:./);
  for (const name of ['VERSION', 'PRODID', 'ACTION', 'DESCRIPTION'])
    expect(lines.filter((line) => line.startsWith(`${name}:`))).toHaveLength(1);
});

it("a visa's calendar leaves both days free for other appointments", () => {
  expect(unfolded().filter((line) => line === 'TRANSP:TRANSPARENT')).toHaveLength(2);
});

it("a visa's calendar escapes special characters", () => {
  expect(unfolded()).toContain('SUMMARY:Виза\\, первый день\\; начало');
  const lines = visaCalendar(VISA, { begins: 'one\ntwo\\three', ends: '' }, ADDRESS, 0).split('\r\n');
  expect(lines).toContain('SUMMARY:one\\ntwo\\\\three');
});

it("a visa's calendar has one reminder, a month before the end", () => {
  const ends = unfolded().slice(unfolded().lastIndexOf('BEGIN:VEVENT'));
  expect(ends).toContain('TRIGGER:-P30D');
  expect(ends).toContain('ACTION:DISPLAY');
  expect(ends).toContain(`DESCRIPTION:${WORDS.ends}`);
  expect(made().match(/BEGIN:VALARM/g)).toHaveLength(1);
});

it('every calendar line has at most 75 octets, and every block is closed', () => {
  const long = visaCalendar(VISA, { begins: 'Виза '.repeat(30), ends: 'x'.repeat(200) }, ADDRESS, 0);
  for (const line of long.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(long.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'x'.repeat(200)}`);
  expect(long.endsWith('END:VCALENDAR\r\n')).toBe(true);
  const opened = long.match(/^BEGIN:(\w+)/gm)?.length;
  expect(long.match(/^END:(\w+)/gm)).toHaveLength(opened ?? 0);
});

it.each([
  ['x', 67],
  ['ш', 33],
  ['字', 22],
  ['🛂', 16],
])('a calendar line is folded as late as possible with %s', (letter, room) => {
  const linesOf = (length: number) =>
    visaCalendar(VISA, { begins: letter.repeat(length), ends: '' }, ADDRESS, 0).split('\r\n');
  expect(linesOf(room)).toContain(`SUMMARY:${letter.repeat(room)}`);
  expect(linesOf(room + 1)).not.toContain(`SUMMARY:${letter.repeat(room + 1)}`);
  expect(linesOf(room + 1)).toContain(` ${letter}`);
});

it("the address of a visa's public page is the one on printed codes", () => {
  expect(visaRoute(VISA.code)).toBe('/employee-visa/ABCDEFGHJKMNPQRSTVWXYZ01');
});
