/** The questions about an answer, by its kind. Loaded when the first answer is given. */
import { checkApplication } from '../../domain/application/check-application.ts';
import { formPath, formToValues, siblingPath } from '../../domain/application/form.ts';
import { writtenDate } from '../../domain/i18n/dates.ts';
import { LOCALES } from '../../domain/i18n/locales.ts';
import { type DateBoxes, isApplicationYear, isPlainDate, joinDate } from '../../domain/input/date.ts';
import { suggestEmail } from '../../domain/input/email-suggestion.ts';
import { isTooLongForZone } from '../../domain/input/name.ts';
import { readDate } from '../../domain/input/read-date.ts';
import { latinLookAlikes } from '../../domain/input/text.ts';
import { type FieldKind, kindOf } from '../../domain/kinds/index.ts';
import { calendarOf } from '../../domain/passport/calendars.ts';
import { type CalendarDoubt, type Doubt, passportDoubts } from '../../domain/passport/doubts.ts';
import { matchesReading } from '../../domain/passport/filling-in.ts';
import { zoneFieldAt } from '../../domain/passport/holders.ts';
import { NOTHING_READ, type PassportReading } from '../../domain/passport/reading.ts';
import { localDate } from '../../stores/application/check-forms.ts';
import type { ScanResult } from '../../stores/application/scan-result.ts';
import { ports } from '../../stores/browser/ports.ts';
import { valueAt } from '../../stores/device/form-values.ts';
import { loadWords, pageText, type Text } from '../../stores/page-text.ts';
import { isDateBoxes } from './answer-rows.tsx';
import type { PartContextValue, Question } from './part-context.tsx';

interface Asked {
  part: PartContextValue;
  path: string;
  kind: FieldKind;
  photo: ScanResult | null;
}

/** Null for an answer that needs no question. */
export async function questionAt(asked: Asked): Promise<Question | null> {
  const { part, path, kind } = asked;
  const { t, form } = part;
  const answer: unknown = form.valueAt(path);
  const instead = (value: string | null) =>
    value === null ? [] : [{ label: t('suggestion', { value }), answers: { [path]: value } }];
  if (kind === 'email') {
    const meant = suggestEmail(String(answer));
    return meant === null ? null : { text: t('email.suggestion', { email: meant }), suggestions: instead(meant) };
  }
  const lookAlikes = kind === 'passport' ? latinLookAlikes(String(answer)) : null;
  if (lookAlikes !== null) return { text: '', suggestions: instead(lookAlikes) };
  const ofDate = isDateBoxes(answer) ? await dateQuestion(asked, answer) : null;
  const value = String(kindOf({ kind }).fromForm(answer));
  return ofDate ?? stayQuestion(asked) ?? passportQuestion(asked, value);
}

/** A question about a stay that goes on after the passport expires: the error is at the passport, in another part. */
function stayQuestion({ part, path }: Asked): Question | null {
  if (path !== 'planned_length_stay_to') return null;
  const values = formToValues(part.type, { ...part.others?.(), ...part.form.values });
  const errors = checkApplication(part.type, values, { today: localDate(new Date(ports.now())), part: 'passport' });
  const isLonger = errors.passport_expire?.includes('expires_before_stay_ends');
  return isLonger ? { text: part.t('errors.expires_before_stay_ends'), suggestions: [] } : null;
}

/** A question about a date that may be read in several ways, or whose year is of another calendar. */
async function dateQuestion({ part, path }: Asked, boxes: DateBoxes): Promise<Question | null> {
  const { t } = part;
  const text = [boxes.day, boxes.month, boxes.year].filter(Boolean).join(' ');
  const { readings, era } = readDate(text);
  const suggest = (parts: DateBoxes, label = writtenDate(joinDate(parts), t.find)) => ({
    label,
    answers: { [path]: parts },
  });
  if (isPlainDate(boxes)) {
    const calendar = calendarAt(part, path, boxes.year);
    if (calendar) {
      const words = await doubtWords(part);
      const isOfPassport = path === 'passport_date' || zoneFieldAt(path) !== null;
      const doubt = {
        code: isOfPassport ? 'calendar' : 'calendarElsewhere',
        calendar,
        year: boxes.year,
      } as const;
      return { text: doubtText(words, doubt), suggestions: [] };
    }
    const [only] = readings;
    if (only && readings.length === 1 && Number(boxes.month) > 12) {
      const date = writtenDate(joinDate(only), t.find);
      const words = await doubtWords(part);
      const asked = words('doubts.noMonth', { month: boxes.month, date });
      return { text: asked, suggestions: [suggest(only, t('suggestion', { value: date }))] };
    }
  }
  if (readings.length < 2 && era === null) return null;
  const words = await doubtWords(part);
  const asked = era === null ? words('doubts.severalDates', { text }) : words('doubts.era', { year: era });
  return { text: asked, suggestions: readings.map((parts) => suggest(parts)) };
}

/** The calendar of a year that the form refuses. */
function calendarAt({ form, others }: PartContextValue, path: string, year: string) {
  if (isApplicationYear(year)) return null;
  const citizenship = valueAt({ ...others?.(), ...form.values }, siblingPath(path, 'citizenship'));
  return calendarOf(year, path.includes('birth'), String(citizenship ?? ''));
}

async function doubtWords({ locale }: PartContextValue) {
  await loadWords(LOCALES, ['passport']);
  return pageText(locale, 'passport');
}

/** A question about an answer that would be odd in a passport. */
async function passportQuestion({ part, path, kind, photo }: Asked, answer: string): Promise<Question | null> {
  const { t, type } = part;
  const values = formToValues(type, { ...part.others?.(), ...part.form.values, relatives_check: 'yes' });
  const doubts = passportDoubts(values, { type, today: localDate(new Date(ports.now())) });
  // As a value, a typed "-" already counts as a missing name.
  const isLoneSign = kind === 'name' && /^[^\p{L}\p{N}]+$/u.test(answer.trim());
  const isTicked = part.form.valueAt(siblingPath(path, 'one_name')) === 'yes';
  const doubt: Doubt | undefined =
    isLoneSign && !isTicked ? { path, code: 'stand_in' } : doubts.find((one) => formPath(one.path) === path);
  if (!doubt) return longName(part, path);
  const reading = photo?.reading ?? NOTHING_READ;
  if (isRead(path, answer, reading)) return null;
  const words = await doubtWords(part);
  return { text: doubtText(words, doubt), suggestions: suggestionsOf(doubt, { t, words, reading }) };
}

/** True for an answer that was read from the passport's own lines: it needs no question. */
export function isRead(path: string, answer: string, reading: PassportReading): boolean {
  const place = zoneFieldAt(path);
  const read = place ? reading[place.field].value : undefined;
  return place !== null && read !== undefined && matchesReading(place.field, { [place.field]: answer }, read);
}

/** Why there is a question about an answer. */
export const doubtText = (
  words: Text<'passport'>,
  doubt:
    | Pick<Doubt, 'code' | 'suggestion'>
    | (Omit<CalendarDoubt, 'path' | 'code'> & { code: `calendar${'' | 'Elsewhere'}` }),
): string =>
  'year' in doubt
    ? words(`doubts.${doubt.code}`, { year: doubt.year, calendar: words(`calendars.${doubt.calendar}`) })
    : words(`doubts.${doubt.code}`, { example: doubt.suggestion ?? '' });

/** Answers to take instead, by form path: first the passport's own line, where it was read. */
export function suggestionsOf(
  { code, path, ...doubt }: Doubt | CalendarDoubt,
  { t, words, reading }: { t: Text<'forms'>; words: Text<'passport'>; reading: PassportReading },
): Question['suggestions'] {
  if (code === 'stand_in') {
    // The middle name is optional; of the two others one has to remain.
    const isMiddle = path.endsWith('middlename');
    const box = isMiddle ? {} : { [siblingPath(path, 'one_name')]: 'yes' };
    return [{ label: words(isMiddle ? 'doubts.leaveEmpty' : 'doubts.oneName'), answers: { [path]: '', ...box } }];
  }
  if (code !== 'not_latin') return [];
  const place = zoneFieldAt(path);
  const read = place ? reading[place.field].value : undefined;
  const suggestion = 'suggestion' in doubt ? doubt.suggestion : undefined;
  const isRead = suggestion?.toUpperCase() === read;
  return [
    ...(read ? [{ label: t('name.read', { value: read }), answers: { [path]: read } }] : []),
    ...(suggestion && !isRead
      ? [{ label: t('suggestion', { value: suggestion }), answers: { [path]: suggestion } }]
      : []),
  ];
}

/** A question about names that the passport's lines have to shorten. */
function longName({ t, form }: PartContextValue, path: string): Question | null {
  if (!/(?:^|\.)(?:sur)?name$/.test(path) || !zoneFieldAt(path)) return null;
  const nameAt = (name: string) => String(form.valueAt(siblingPath(path, name)) ?? '');
  return isTooLongForZone(nameAt('surname'), nameAt('name')) ? { text: t('name.long'), suggestions: [] } : null;
}
