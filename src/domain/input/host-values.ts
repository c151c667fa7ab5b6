/**
 * Values as hosts of any making write them: numbers for texts, JSON in a text, dates of databases. Each reader returns
 * undefined for what it can't read, so that an odd value is unknown and never taken for another one.
 */
import { isRealDate, utcDate } from './date.ts';
import { cleanText } from './text.ts';

/** Characters; a longer text is no answer of a form. */
export const LONGEST_READ = 4000;

/** A text or number, without hidden characters around or in it. @param isLong line feeds and tabs stay */
export function readText(value: unknown, isLong = false): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== 'string' || value.length > LONGEST_READ) return undefined;
  return cleanText(value, isLong).trim();
}

/** An object, also one written as JSON into a text. */
export function readObject(value: unknown): Record<string, unknown> | undefined {
  const read = unpacked(value);
  return isObject(read) ? read : undefined;
}

/** A list, also one written as JSON into a text, by PHP as an object whose keys are numbers, or by Laravel within `data`. */
export function readList(value: unknown): unknown[] | undefined {
  const read = unpacked(value);
  if (Array.isArray(read)) return read;
  if (!isObject(read)) return undefined;
  if (Array.isArray(read.data)) return read.data;
  const keys = Object.keys(read);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(read) : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

const YES = new Set(['yes', 'true', '1', 'on', 'да']);
const NO = new Set(['no', 'false', '0', 'off', 'нет']);

/** An answer to a yes/no question. */
export function readFlag(value: unknown): 'yes' | 'no' | undefined {
  const word = String(value).trim().toLowerCase();
  if (YES.has(word)) return 'yes';
  return NO.has(word) ? 'no' : undefined;
}

/** Day first, as written with dots; ISO 8601 and databases write the year first. */
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
/** With slashes or hyphens only what can't be a month tells the day. */
const EITHER_FIRST = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})(?!\d)/;
const EARLIEST = 1900;
const LATEST = 2200;

/** The date that a text begins with, and the rest of the text. */
function leadingDate(text: string): { date: string; rest: string } | undefined {
  const [found, ...parts] = YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text) ?? EITHER_FIRST.exec(text) ?? [];
  if (found === undefined) return undefined;
  const [one = '', two = '', three = ''] = parts;
  let [year, month, day] = one.length === 4 ? [one, two, three] : [three, two, one];
  if (EITHER_FIRST.test(text)) {
    if (Number(one) <= 12 && Number(two) <= 12 && Number(one) !== Number(two)) return undefined;
    if (Number(two) > 12) [month, day] = [one, two];
  }
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  if (!isRealDate(date) || Number(year) < EARLIEST || Number(year) > LATEST) return undefined;
  return { date, rest: text.slice(found.length) };
}

/** `[T ]10:00[:00[.000000]] [Z|+05:00]`. */
const TIME = /^(?:T|,?\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?$/i;
/** ISO 8601 with its zone, as the contract has it. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2})$/;
/** Seconds since 1970, or milliseconds, of 2001 and later. */
const EPOCH = /^(?:\d{10}|\d{13})$/;

/**
 * The moment that a host tells: ISO 8601 with its zone; without one where the host names none, which is shown as it was
 * written; `YYYY-MM-DD` where there is no time.
 */
export function readMoment(value: unknown): string | undefined {
  // PHP's DateTime as JSON.
  if (isObject(value)) return readMoment(withZone(value));
  const text = readText(value);
  if (text === undefined) return undefined;
  if (ISO.test(text) && !Number.isNaN(Date.parse(text)) && leadingDate(text)) return text;
  if (EPOCH.test(text)) return new Date(Number(text) * (text.length === 10 ? 1000 : 1)).toISOString();
  const { date, rest } = leadingDate(text) ?? {};
  if (date === undefined || rest === undefined) return undefined;
  if (rest.trim() === '') return date;
  const [found, hour = '', minute = '', second = '00', zone = ''] = TIME.exec(rest) ?? [];
  if (found === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const local = `${date}T${hour.padStart(2, '0')}:${minute}:${second}`;
  if (zone === '') return local;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z';
  const at = new Date(local + offset);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

function withZone({ date, timezone }: Record<string, unknown>): unknown {
  return typeof date === 'string' && timezone === 'UTC' ? `${date}Z` : date;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MIDNIGHT = /^00:00:00/;
/** Midnight in Uzbekistan, UTC+5, as hosts there write a day in UTC. */
const MIDNIGHT_BEFORE = /^19:00:00/;

/**
 * A calendar date, `YYYY-MM-DD`. Databases and frameworks add the time of midnight, in UTC or in Uzbekistan's zone; a date
 * with another time is a moment, whose day depends on the zone.
 */
export function readDay(value: unknown): string | undefined {
  const moment = readMoment(value);
  if (moment === undefined || moment.length === 10) return moment;
  const [date = '', time = ''] = moment.split('T');
  if (MIDNIGHT.test(time)) return date;
  if (!moment.endsWith('Z') || !MIDNIGHT_BEFORE.test(time)) return undefined;
  return utcDate(new Date(Date.parse(moment) + DAY_MS / 2));
}
