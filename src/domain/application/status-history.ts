/** Reads a host's status history. A malformed entry is kept as far as readable. */
import { MAX_HOST_TEXT, readList, readMoment, readObject, readText } from '../input/host-values.ts';
import type { StatusEntry } from './status.ts';

/** Keeps the newest entries; no application has more. */
const MOST_ENTRIES = 200;
const LONGEST_STATUS = 200;
const LONGEST_NOTE = 3000;

export function readStatusHistory(value: unknown): StatusEntry[] | undefined {
  return readList(value)?.slice(-MOST_ENTRIES).map(readEntry);
}

/** Without a zone. */
const LOCAL_TIME = /T[\d:]+$/;

/** Times without a zone as instants in `timeZone` (IANA name). */
export function inTimeZone(history: readonly StatusEntry[], timeZone: string): StatusEntry[] {
  // The Swedish form is that of ISO 8601, with a space for the T.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const aheadAt = (at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at;
  return history.map((entry) => {
    if (!LOCAL_TIME.test(entry.created_at)) return entry;
    const wall = Date.parse(`${entry.created_at}Z`);
    // The offset at that hour of UTC may be another one than at the zone's.
    const at = wall - aheadAt(wall - aheadAt(wall));
    return { ...entry, created_at: new Date(at).toISOString() };
  });
}

/** `''` for a missing status, time or note. */
function readEntry(entry: unknown): StatusEntry {
  // A host may list names alone.
  const source = readObject(entry) ?? { status_type: entry };
  return {
    status_type: statusName(source.status_type ?? source.status),
    created_at: readMoment(source.created_at) ?? '',
    note: shorten(source.note, LONGEST_NOTE, true),
    ...(source.fields !== undefined && { fields: (readList(source.fields) ?? []).filter(isText) }),
  };
}

const isText = (name: unknown) => typeof name === 'string';

const NAMES = ['status_type', 'title', 'name', 'label', 'code'];

function statusName(value: unknown): string {
  const source = readObject(value);
  const name = source ? NAMES.map((one) => source[one]).find((one) => readText(one)) : value;
  return shorten(name, LONGEST_STATUS, false);
}

function shorten(value: unknown, longest: number, isLong: boolean): string {
  const text = readText(typeof value === 'string' ? value.slice(0, MAX_HOST_TEXT) : value, isLong) ?? '';
  const line = isLong ? text : text.replace(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
}
