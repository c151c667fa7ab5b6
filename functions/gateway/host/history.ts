/**
 * A host's status history in the contract's form. Pages promise dates and mails for the contract's statuses only. The statuses of
 * a host that does not write the contract's history must not be taken for these.
 */
import type { ApplicantRecord } from '../../../src/domain/application/record.ts';
import { isStatus, type StatusEntry } from '../../../src/domain/application/status.ts';
import { type HostProfile, hostStatus } from './profile.ts';
import { MAX_HOST_TEXT, readList, readMoment, readObject, readText } from './values.ts';

/** Most entries that are kept, the newest ones; no application has more. */
const MOST_ENTRIES = 200;
const LONGEST_STATUS = 200;
const LONGEST_NOTE = 3000;

export type HistoryProfile = Pick<HostProfile, 'statuses' | 'time_zone'>;

/** A time with its zone, as in the contract. */
const INSTANT = /^[\d-]{10}T[\d:.]{8,16}(?:Z|[+-]\d{2}:\d{2})$/;
/** A time without a zone. */
const LOCAL_TIME = /T[\d:]+$/;

type History = Pick<ApplicantRecord, 'application_status_history' | 'mails_steps'>;

/** Empty for an unreadable history. */
export function readHistory(value: unknown, profile: HistoryProfile): History {
  const entries = readList(value)?.slice(-MOST_ENTRIES);
  if (!entries) return {};
  const isOwn = !entries.every((entry) => isOfContract(entry, profile));
  const history = entries.map((entry) => readEntry(entry, isOwn, profile));
  const [first] = history;
  const isKnown = first !== undefined && isStatus(first.status_type) && INSTANT.test(first.created_at);
  const toInstant = instantIn(profile.time_zone);
  return {
    application_status_history: history.map((entry) => ({ ...entry, created_at: toInstant(entry.created_at) })),
    ...(!isKnown && { mails_steps: false }),
  };
}

/**
 * True for an entry with a note, even an empty one: the contract's entries have one. A status that the profile lists is always
 * the host's.
 */
function isOfContract(entry: unknown, profile: HistoryProfile): boolean {
  const source = readObject(entry);
  return typeof source?.note === 'string' && hostStatus(profile, String(source.status_type)) === null;
}

/**
 * `''` for a missing status, time or note.
 * @param isOwn the status is the host's: its name gets a capital letter where the contract has the same name
 */
function readEntry(entry: unknown, isOwn: boolean, profile: HistoryProfile): StatusEntry {
  // Some hosts list only names.
  const source = readObject(entry) ?? { status_type: entry };
  const name = statusName(source.status_type ?? source.status);
  const listed = hostStatus(profile, name);
  const isTaken = isOwn && isStatus(name);
  return {
    status_type: isTaken ? name.charAt(0).toUpperCase() + name.slice(1) : name,
    created_at: readMoment(source.created_at) ?? '',
    note: shorten(source.note, LONGEST_NOTE, true),
    ...(source.fields !== undefined && { fields: (readList(source.fields) ?? []).filter(isText) }),
    ...(listed && { title: listed.title, tone: listed.tone, closed: listed.closed }),
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

/** Turns times without a zone into instants of a zone. @param timeZone IANA name; null leaves them */
function instantIn(timeZone: string | null): (time: string) => string {
  if (timeZone === null) return (time) => time;
  // The Swedish format is that of ISO 8601, with a space for the T.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const aheadAt = (at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at;
  return (time) => {
    if (!LOCAL_TIME.test(time)) return time;
    const wall = Date.parse(`${time}Z`);
    // The offset at that hour of UTC may differ from the offset at the same hour in the zone.
    return new Date(wall - aheadAt(wall - aheadAt(wall))).toISOString();
  };
}
