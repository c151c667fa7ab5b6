/** A visa on the public page, read without a schema library, which that page would have to load. */
import { DAY_MS } from '../input/date.ts';
import { dateInUzbekistan, timeInUzbekistan } from '../input/uzbekistan.ts';

export interface EmployeeVisa {
  code: string;
  name: string;
  surname: string;
  application_type: string;
  status_type: string;
  valid_from: string | null;
  valid_to: string | null;
  /** Last characters of the passport number, where the host shows them. */
  passport_end?: string;
}

/** A code as our host issues it, from one that was typed: any case, O for 0, I or L for 1, with hyphens. */
export const canonicalVisaCode = (typed: string): string =>
  typed.replaceAll('-', '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');

/** Reads GET /employee-visa/{code}, known fields only; null for a broken contract. */
export function readEmployeeVisa(value: unknown): EmployeeVisa | null {
  const data = fieldsOf(fieldsOf(value).data);
  const { code, name, surname, application_type, status_type, valid_from = null, valid_to = null } = data;
  const { passport_end } = data;
  if (!isText(code) || !isText(name) || !isText(surname) || !isText(application_type) || !isText(status_type))
    return null;
  if ((valid_from !== null && !isText(valid_from)) || (valid_to !== null && !isText(valid_to))) return null;
  const shown = { code, name, surname, application_type, status_type, valid_from, valid_to };
  return isText(passport_end) && passport_end !== '' ? { ...shown, passport_end } : shown;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' ? { ...value } : {};
}

export const VISA_STATES = ['valid', 'ending', 'future', 'expired', 'revoked', 'other'] as const;
export type VisaState = (typeof VISA_STATES)[number];

/** A visa is `ending` when at most this many days are left, the last day not counted. */
export const ENDING_DAYS = 30;

/** The state of a visa; `other` where none is issued, or for an unknown status. @param today `YYYY-MM-DD` in Uzbekistan */
export function visaState(
  visa: Pick<EmployeeVisa, 'status_type' | 'valid_from' | 'valid_to'>,
  today: string,
): VisaState {
  if (visa.status_type === 'visa_revoked') return 'revoked';
  if (visa.status_type !== 'visa_issued') return 'other';
  if (visa.valid_to !== null && visa.valid_to.slice(0, 10) < today) return 'expired';
  if (visa.valid_from !== null && visa.valid_from.slice(0, 10) > today) return 'future';
  return visa.valid_to !== null && daysBetween(today, visa.valid_to) <= ENDING_DAYS ? 'ending' : 'valid';
}

/** Whole days between dates, `YYYY-MM-DD`; negative where `to` is earlier. */
function daysBetween(from: string, to: string): number {
  return (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / DAY_MS;
}

/** JSON for a page without i18next. `{{from}}`, `{{to}}` and `{{when}}` are filled in there. */
export interface VisaWords {
  states: Record<VisaState, string>;
  details: Record<VisaState, string>;
  /** For the state `ending`, by the number of days left. */
  ending: string[];
  /** By each spelling of a type, in lower case. */
  types: Record<string, string>;
  /** Shown for a name that the holder does not have. */
  missingName: string;
  period: string;
  until: string;
  since: string;
  noPeriod: string;
  checked: string;
  fileName: string;
  dates: readonly string[];
}

export interface VisaFacts {
  state: VisaState;
  verdict: string;
  detail: string;
  name: string;
  type: string;
  /** Empty where the host does not show the number. */
  passport: string;
  validity: string;
  code: string;
  checked: string;
  /** Document title while printing, the default name of a PDF. */
  fileName: string;
  /** Percentage of days elapsed; 100 for a revoked visa; null without dates. */
  elapsed: number | null;
}

export function visaFacts(visa: EmployeeVisa, now: Date, words: VisaWords): VisaFacts {
  const { valid_from: from, valid_to: to, code, passport_end: end } = visa;
  const today = dateInUzbekistan(now);
  const state = visaState(visa, today);
  const isGiven = (part: string) => part !== '' && part !== words.missingName;
  const name = [visa.surname.trim(), visa.name.trim()].filter(isGiven).join(' ');
  const days = { from: from ? writtenDay(from, words) : '', to: to ? writtenDay(to, words) : '' };
  // The sentence about the dates is left out where they are missing.
  const detail = words.details[state];
  const isKnown = (detail.includes('{{to}}') ? days.to : true) && (detail.includes('{{from}}') ? days.from : true);
  const left = state === 'ending' && to ? words.ending[daysBetween(today, to)] : '';
  return {
    state,
    verdict: words.states[state],
    detail: isKnown ? [left, fillSentence(detail, days)].filter(Boolean).join(', ') : '',
    name,
    type: words.types[visa.application_type.toLowerCase()] ?? visa.application_type,
    passport: end ? `••••• ${end}` : '',
    validity: periodOf(days, words),
    code,
    checked: fillSentence(words.checked, { when: `${writtenDay(today, words)}, ${timeInUzbekistan(now)}` }),
    fileName: fillSentence(words.fileName, { name, code }),
    elapsed: from && to ? (state === 'revoked' ? 100 : elapsedShare(from, to, today)) : null,
  };
}

/** In percent; 0 for a visa of one day. */
function elapsedShare(from: string, to: string, today: string): number {
  const share = (100 * daysBetween(from, today)) / Math.max(1, daysBetween(from, to));
  return Math.min(100, Math.max(0, share));
}

function periodOf({ from, to }: { from: string; to: string }, words: VisaWords): string {
  if (from && to) return fillSentence(words.period, { from, to });
  if (to) return fillSentence(words.until, { to });
  return from ? fillSentence(words.since, { from }) : words.noPeriod;
}

/** `Intl.DateTimeFormat` would take a throttled phone noticeably long to load. */
function writtenDay(date: string, { dates }: VisaWords): string {
  const [year = '', month, day] = date.slice(0, 10).split('-');
  const pattern = dates[Number(month) - 1];
  return pattern ? fillSentence(pattern, { day: String(Number(day)), year }) : date;
}

const fillSentence = (sentence: string, values: Record<string, string>) =>
  sentence.replace(/{{(\w+)}}/g, (place, name: string) => values[name] ?? place);
