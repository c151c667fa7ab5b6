/** {@link ApplicationValues} in a form: a date is three boxes, in a trip below `previos_trip_date` or `trim_date`. */
import { type DateParts, EMPTY_DATE, joinDate, splitDate } from '../input/date.ts';
import { type FieldChoice, type FieldKind, fieldsOf, LISTS, type ListName } from './fields.ts';
import type { ApplicationType } from './types.ts';
import { type ApplicationValues, emptyValue } from './values.ts';

/** Values of a form by field name; see {@link emptyForm} for the shape of each kind. */
export type FormState = Record<string, unknown>;

/** Where the two dates of a trip are, one level deeper. */
const TRIP_DATES: Partial<Record<ListName, string>> = {
  formatted_previos_trips: 'previos_trip_date',
  last_trips: 'trim_date',
};
const isTripDate = (name: string) => name === 'date_from' || name === 'date_to';

/** The empty form of a type, or of a step or part of it; see {@link fieldsOf} for no type. */
export function emptyForm(type: ApplicationType | null, only: FieldChoice = {}): FormState {
  return Object.fromEntries(fieldsOf(type, only).map(({ name, kind }) => [name, emptyFormValue(kind)]));
}

export function emptyItem(list: ListName): FormState {
  return nestTripDates(
    list,
    Object.fromEntries(Object.entries(LISTS[list].item).map(([name, { kind }]) => [name, emptyFormValue(kind)])),
  );
}

/** The value of an empty field in a form. */
export function emptyFormValue(kind: FieldKind): unknown {
  return kind === 'date' ? { ...EMPTY_DATE } : emptyValue(kind);
}

/** What a form says, as values to check and to send. Fields that the form lacks are left out. */
export function formToValues(type: ApplicationType | null, form: FormState): Partial<ApplicationValues> {
  const values: Record<string, unknown> = {};
  for (const { name, kind } of fieldsOf(type)) {
    if (!(name in form)) continue;
    values[name] = name in LISTS ? itemsToValues(name as ListName, form[name]) : toValue(kind, form[name]);
  }
  return values as Partial<ApplicationValues>;
}

/** The inverse of {@link formToValues}. */
export function valuesToForm(type: ApplicationType, values: ApplicationValues): FormState {
  const form: FormState = {};
  for (const { name, kind } of fieldsOf(type)) {
    form[name] = name in LISTS ? valuesToItems(name as ListName, values[name]) : toFormValue(kind, values[name]);
  }
  return form;
}

/** The form path of a value's path, for errors: `last_trips.0.date_to` is `last_trips.0.trim_date.date_to`. */
export function formPath(path: string): string {
  const [list = '', index, name = ''] = path.split('.');
  const dates = TRIP_DATES[list as ListName];
  return dates && isTripDate(name) ? `${list}.${index}.${dates}.${name}` : path;
}

function toValue(kind: FieldKind, value: unknown): unknown {
  return kind === 'date' ? joinDate((value ?? EMPTY_DATE) as DateParts) : value;
}

function toFormValue(kind: FieldKind, value: unknown): unknown {
  return kind === 'date' ? splitDate(String(value ?? '')) : value;
}

function itemsToValues(list: ListName, items: unknown): unknown[] {
  const fields = Object.entries(LISTS[list].item);
  const dates = TRIP_DATES[list];
  return (items as FormState[]).map((item) => {
    const flat = dates ? { ...item, ...(item[dates] as object) } : item;
    return Object.fromEntries(fields.map(([name, { kind }]) => [name, toValue(kind, (flat as FormState)[name])]));
  });
}

function valuesToItems(list: ListName, items: unknown): FormState[] {
  const fields = Object.entries(LISTS[list].item);
  return (items as FormState[]).map((item) =>
    nestTripDates(list, Object.fromEntries(fields.map(([name, { kind }]) => [name, toFormValue(kind, item[name])]))),
  );
}

function nestTripDates(list: ListName, item: FormState): FormState {
  const dates = TRIP_DATES[list];
  if (!dates) return item;
  const { date_from, date_to, ...rest } = item;
  return { ...rest, [dates]: { date_from, date_to } };
}
