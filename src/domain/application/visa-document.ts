/** The text of a visa's document on a given day. The public page loads it with all its imports. */
import { dateInUzbekistan, timeInUzbekistan } from '../input/uzbekistan.ts';
import { daysBetween, type EmployeeVisa, type VisaState, visaState } from './visa.ts';

/** JSON for a page without i18next. `{{from}}`, `{{to}}` and `{{when}}` are filled in there. */
export interface VisaWords {
  states: Record<VisaState, string>;
  details: Record<VisaState, string>;
  /** The state `ending`, by the number of days left. */
  ending: string[];
  /** By each spelling of a type, in small letters. */
  types: Record<string, string>;
  /** Stands for a name that the holder does not have. */
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
  /** Empty where the host shows nothing of it. */
  passport: string;
  validity: string;
  code: string;
  checked: string;
  /** Document title while printing, the default name of a PDF. */
  fileName: string;
  /** Percentage of days elapsed; null without dates. */
  elapsed: number | null;
}

export function visaFacts(visa: EmployeeVisa, now: Date, words: VisaWords): VisaFacts {
  const { valid_from: from, valid_to: to, code, passport_end: end } = visa;
  const today = dateInUzbekistan(now);
  const state = visaState(visa, today);
  const isGiven = (part: string) => part !== '' && part !== words.missingName;
  const name = [visa.surname.trim(), visa.name.trim()].filter(isGiven).join(' ');
  const days = { from: from ? writtenDay(from, words) : '', to: to ? writtenDay(to, words) : '' };
  // Without the sentence about a missing date.
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
    elapsed: from && to ? elapsedShare(from, to, today) : null,
  };
}

/** In percent. A visa of one day has no share of it. */
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
