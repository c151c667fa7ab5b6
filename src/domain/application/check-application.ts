/** The rules of an application for form, check and host: those of each field's kind, and those between fields. */
import type { FieldErrors } from '../api/refusal-codes.ts';
import { addMonths, isApplicationYear, isRealDate, spanOf } from '../input/date.ts';
import { isBoxContradicted, NO_EXPIRY, ONE_NAME } from '../input/missing-answers.ts';
import { compactNumber } from '../input/text.ts';
import { kindOf, prefixPaths } from '../kinds/index.ts';
import type { CheckContext, Issue } from '../kinds/kind.ts';
import { MONTHS } from '../reference/choices.ts';
import { type FieldChoice, fieldsOf, isApplicable } from './fields.ts';
import type { ApplicationType } from './types.ts';
import type { ApplicationValues } from './values.ts';

type RuleOptions = RuleDays & CheckContext;

/** Checks an application, a step or a part; ignores lists behind a "no". @returns field path → codes, in form order */
export function checkApplication(
  type: ApplicationType | null,
  values: Partial<ApplicationValues>,
  options: RuleOptions & FieldChoice,
): FieldErrors {
  const errors: FieldErrors = {};
  const cross = crossIssues(values, options);
  for (const field of fieldsOf(type, options).filter(({ name }) => isApplicable(name, values))) {
    const { name } = field;
    const own = prefixPaths(name, kindOf(field).check(values[name], field, options));
    const between = cross.filter(({ path }) => path === name || path.startsWith(`${name}.`));
    for (const { path, code } of [...own, ...between]) errors[path] = [...(errors[path] ?? []), code];
  }
  return errors;
}

type Dates = (earlier: string | undefined, later: string | undefined) => boolean;

const isReal = (date: string | undefined): date is string =>
  date !== undefined && isRealDate(date) && isApplicationYear(date);
/** Both dates are real and the second does not come after the first. */
const isNotAfter: Dates = (earlier, later) => isReal(earlier) && isReal(later) && later <= earlier;
const span = (date = '') => (isApplicationYear(date) ? spanOf(date) : null);
/** Both dates may be partial; every day of the second comes before all days of the first. */
const isBefore: Dates = (earlier, later) => {
  const [first, second] = [span(earlier), span(later)];
  return first !== null && second !== null && second[1] < first[0];
};

interface RuleDays {
  today: string;
  /** The sending day, the earliest start of a stay; without it the start has no bound. */
  sentOn?: string | undefined;
}

/**
 * Rules between fields. Each ignores dates that are invalid by themselves, so that one mistake is reported once.
 * @param values known so far; a missing field breaks no rule
 */
function crossIssues(values: Partial<ApplicationValues>, { today, sentOn }: RuleDays): Issue[] {
  return [
    ...nameIssues('one_name', values),
    ...(isBoxContradicted(NO_EXPIRY, values) ? [{ path: NO_EXPIRY, code: 'no_expiry_dated' } as const] : []),
    ...birthIssues('date_birth', values.date_birth, today, values.passport_date),
    ...passportIssues(values, { today, sentOn }),
    ...stayIssues(values, sentOn),
    ...relativeIssues(values, today),
    ...tripIssues(values, today),
  ];
}

/** @param path of the box "one name only" */
function nameIssues(path: string, person: Readonly<Record<string, unknown>>): Issue[] {
  return isBoxContradicted(ONE_NAME, person) ? [{ path, code: 'one_name_two' }] : [];
}

/** @param issued of the person's passport */
function birthIssues(path: string, date: string | undefined, today: string, issued?: string): Issue[] {
  const [first] = span(date) ?? [];
  if (!first) return [];
  if (first >= today) return [{ path, code: 'date_in_future' }];
  return isBefore(date, issued) ? [{ path, code: 'born_after_issue' }] : [];
}

function passportIssues(values: Partial<ApplicationValues>, { today, sentOn }: RuleDays): Issue[] {
  const issues: Issue[] = [];
  const { date_birth, passport_date, passport_expire, planned_length_stay_to } = values;
  if (isReal(passport_date) && passport_date > today) issues.push({ path: 'passport_date', code: 'date_in_future' });
  // The date of birth, which is asked on another page, is marked too.
  else if (isBefore(date_birth, passport_date) && isBefore(today, date_birth))
    issues.push({ path: 'passport_date', code: 'issue_before_birth' });
  if (isNotAfter(passport_date, passport_expire)) issues.push({ path: 'passport_expire', code: 'issue_after_expiry' });
  else if (isBefore(sentOn, passport_expire)) issues.push({ path: 'passport_expire', code: 'passport_expired' });
  else if (isBefore(planned_length_stay_to, passport_expire))
    issues.push({ path: 'passport_expire', code: 'expires_before_stay_ends' });
  return issues;
}

/** The last day of a visa that begins with the stay; null before both are known. @param months its length */
export function lastDayOfVisa(from: string | undefined, months: string): string | null {
  return isReal(from) && MONTHS.includes(months) ? addMonths(from, Number(months)) : null;
}

function stayIssues(values: Partial<ApplicationValues>, sentOn: string | undefined): Issue[] {
  const issues: Issue[] = [];
  const { planned_length_stay_from: from, planned_length_stay_to: to, validity_time: months = '' } = values;
  if (isBefore(sentOn, from)) issues.push({ path: 'planned_length_stay_from', code: 'stay_in_past' });
  else if (isNotAfter(from, to)) issues.push({ path: 'planned_length_stay_to', code: 'stay_ends_before_start' });
  else if (isReal(to) && to > (lastDayOfVisa(from, months) ?? to))
    issues.push({ path: 'planned_length_stay_to', code: 'stay_longer_than_visa' });
  if (isNotAfter(values.period_from, values.period_to))
    issues.push({ path: 'period_to', code: 'period_ends_before_start' });
  return issues;
}

function relativeIssues(values: Partial<ApplicationValues>, today: string): Issue[] {
  if (values.relatives_check !== 'yes') return [];
  const seen = new Set<string>();
  return (values.formatted_relatives ?? []).flatMap((relative, index) => {
    const path = `formatted_relatives.${index}`;
    const issues = [
      ...nameIssues(`${path}.one_name`, relative),
      ...birthIssues(`${path}.birth_of_date`, relative.birth_of_date, today),
    ];
    const passport = compactNumber(relative.relativePassport).toUpperCase();
    const person = [relative.surname, relative.name, relative.middlename, relative.birth_of_date]
      .map((line) => line.trim().toLocaleLowerCase())
      .join('|');
    const keys = [
      ...(passport ? [`passport:${passport}`] : []),
      ...(relative.name && relative.birth_of_date ? [`person:${person}`] : []),
    ];
    const twice = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return twice ? [...issues, { path: `${path}.relativePassport`, code: 'relative_twice' as const }] : issues;
  });
}

function tripIssues(values: Partial<ApplicationValues>, today: string): Issue[] {
  const lists = [
    ['formatted_previos_trips', values.previos_trips_check, values.formatted_previos_trips],
    ['last_trips', values.last_trips_check, values.last_trips],
  ] as const;
  return lists.flatMap(([list, flag, trips]) =>
    (flag === 'yes' ? (trips ?? []) : []).flatMap(({ date_from, date_to }, index): Issue[] => {
      const path = (name: string) => `${list}.${index}.${name}`;
      if (isBefore(date_from, today)) return [{ path: path('date_from'), code: 'date_in_future' }];
      if (isBefore(date_from, date_to)) return [{ path: path('date_to'), code: 'trip_ends_before_start' }];
      return isBefore(date_to, today) ? [{ path: path('date_to'), code: 'date_in_future' }] : [];
    }),
  );
}
