/** The fields of list items, in form order (specification §3). */
import { MISSING_NAME } from '../input/one-name.ts';
import type { FieldRule } from './kind.ts';
import { SINGLE_KINDS, type SingleKind, type ValueOfKind } from './single.ts';

export interface ItemField extends FieldRule {
  kind: SingleKind;
}
export type ItemFields = Record<string, ItemField>;

export type ItemOf<Fields extends ItemFields> = {
  [Name in keyof Fields]: ValueOfKind<(typeof SINGLE_KINDS)[Fields[Name]['kind']]>;
};
const item = <const K extends SingleKind>(kind: K, required = true, max: number = SINGLE_KINDS[kind].max) => ({
  kind,
  required,
  max,
});

/** The two files are sent as repeated parts. */
export const RELATIVE_FIELDS = {
  kinship: item('kinship'),
  file6: item('file'),
  surname: { ...item('name'), none: MISSING_NAME },
  name: { ...item('name'), none: MISSING_NAME },
  one_name: item('tick', false),
  middlename: item('name', false),
  birth_of_date: item('birthDate'),
  citizenship: item('country'),
  relativePassport: item('passport'),
  relativeInn: item('text', false, 20),
  marriage_or_birth_document_file: item('file'),
} as const satisfies ItemFields;

export const PREVIOUS_TRIP_FIELDS = {
  previos_trip_aim: item('text'),
  date_from: item('tripDate'),
  date_to: item('tripDate'),
} as const satisfies ItemFields;

export const LAST_TRIP_FIELDS = {
  trip_country: item('country'),
  trip_aim: item('text'),
  date_from: item('tripDate'),
  date_to: item('tripDate'),
} as const satisfies ItemFields;

export type Relative = ItemOf<typeof RELATIVE_FIELDS>;
