/** Reads values of any host: numbers for texts, JSON in texts, database dates. An unreadable value is undefined. */
import { isJsonObject, parseJson } from '../../../src/domain/api/json.ts';
import { DAY_MS, isRealDate, utcDate } from '../../../src/domain/input/date.ts';
import { cleanText } from '../../../src/domain/input/text.ts';

/** Most characters; a longer text is no answer to the form. */
export const MAX_HOST_TEXT = 4000;

/** A text or number, without hidden characters. @param isLong keeps line feeds and tabs */
export function readText(value: unknown, isLong = false): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== 'string' || value.length > MAX_HOST_TEXT) return undefined;
  return cleanText(value, isLong).trim();
}

/** An object, or JSON in a text. */
export function readObject(value: unknown): Record<string, unknown> | undefined {
  const read = parsePacked(value);
  return isJsonObject(read) ? read : undefined;
}

/** A list, or JSON in a text, PHP's object with numeric keys, or Laravel's `data`. */
export function readList(value: unknown): unknown[] | undefined {
  const read = parsePacked(value);
  if (Array.isArray(read)) return read;
  if (!isJsonObject(read)) return undefined;
  if (Array.isArray(read.data)) return read.data;
  const keys = Object.keys(read);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(read) : undefined;
}

const parsePacked = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJson(value) : value;

const YES = new Set(['yes', 'true', '1', 'on', 'да']);
const NO = new Set(['no', 'false', '0', 'off', 'нет']);

export function readFlag(value: unknown): 'yes' | 'no' | undefined {
  const word = String(value).trim().toLowerCase();
  if (YES.has(word)) return 'yes';
  return NO.has(word) ? 'no' : undefined;
}

/** With dots the day comes first; ISO 8601 and databases write the year first. */
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
/** With slashes or hyphens, only a number above 12 shows which one is the day. */
const EITHER_FIRST = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})(?!\d)/;
const EARLIEST = 1900;
const LATEST = 2200;

const isDateInRange = (date: string) =>
  isRealDate(date) && Number(date.slice(0, 4)) >= EARLIEST && Number(date.slice(0, 4)) <= LATEST;

function leadingDate(text: string): { date: string; rest: string } | undefined {
  if (isDateInRange(text)) return { date: text, rest: '' };
  const [found, ...parts] = YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text) ?? EITHER_FIRST.exec(text) ?? [];
  if (found === undefined) return undefined;
  const [one = '', two = '', three = ''] = parts;
  let [year, month, day] = one.length === 4 ? [one, two, three] : [three, two, one];
  if (EITHER_FIRST.test(text)) {
    if (Number(one) <= 12 && Number(two) <= 12 && Number(one) !== Number(two)) return undefined;
    if (Number(two) > 12) [month, day] = [one, two];
  }
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return isDateInRange(date) ? { date, rest: text.slice(found.length) } : undefined;
}

/** `[T ]10:00[:00[.000000]] [Z|+05:00]`. */
const TIME = /^(?:T|,?\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?$/i;
/** ISO 8601 with its zone, as in the contract. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2})$/;
/** Seconds or milliseconds since 1970, for times from 2001 on. */
const EPOCH = /^(?:\d{10}|\d{13})$/;

/** A host's time: ISO 8601 with its zone, or without one as written; `YYYY-MM-DD` without a time. */
export function readMoment(value: unknown): string | undefined {
  // A PHP DateTime as JSON.
  if (isJsonObject(value)) return readMoment(withZone(value));
  const text = readText(value);
  if (text === undefined) return undefined;
  const { date, rest = '' } = leadingDate(text) ?? {};
  if (date === undefined) {
    return EPOCH.test(text) ? new Date(Number(text) * (text.length === 10 ? 1000 : 1)).toISOString() : undefined;
  }
  if (rest.trim() === '') return date;
  if (ISO.test(text) && !Number.isNaN(Date.parse(text)))
    return text.endsWith('Z') ? text : new Date(text).toISOString();
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

const MIDNIGHT = /^00:00:00/;
/** Midnight in Uzbekistan, UTC+5, in UTC. */
const MIDNIGHT_BEFORE = /^19:00:00/;

/** A date, `YYYY-MM-DD`; also from midnight in UTC or Uzbekistan. For any other time the day would depend on a zone. */
export function readDay(value: unknown): string | undefined {
  const moment = readMoment(value);
  if (moment === undefined || moment.length === 10) return moment;
  const [date = '', time = ''] = moment.split('T');
  if (MIDNIGHT.test(time)) return date;
  if (!moment.endsWith('Z') || !MIDNIGHT_BEFORE.test(time)) return undefined;
  return utcDate(new Date(Date.parse(moment) + DAY_MS / 2));
}
