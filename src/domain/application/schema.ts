/** The one schema per application type, made from the field table, for form, check, payload and admin host. */
import * as v from 'valibot';
import type { FieldCode, FieldErrors } from '../api/errors.ts';
import { isPartOfDate, isRealDate } from '../input/date.ts';
import { isEmail } from '../input/email.ts';
import { DOCUMENT_TYPES, type FileType, MAX_FILE_BYTES, PHOTO_TYPES } from '../input/files.ts';
import { isName } from '../input/name.ts';
import { isPhoneShape } from '../input/phone.ts';
import { cleanText } from '../input/text.ts';
import { GENDERS, KINSHIP, MONTHS } from '../reference/choices.ts';
import { isCountry } from '../reference/countries.ts';
import { isDistrictOf } from '../reference/districts.ts';
import { REGIONS } from '../reference/regions.ts';
import { crossIssues, type RuleDays } from './cross-rules.ts';
import {
  type FieldChoice,
  type FieldKind,
  FLAG_OF,
  fieldsOf,
  LISTS,
  type ListName,
  MAX_ITEMS,
  type NamedField,
} from './fields.ts';
import type { ApplicationType } from './types.ts';
import { type ApplicationValues, type FileValue, isNewFile } from './values.ts';

export interface RuleOptions extends RuleDays {
  /** Texts are checked as they came, hidden characters included; else as they will be sent (`cleanValues`). */
  asSent?: boolean;
  /** A stricter check of a phone number (libphonenumber-js); the shape alone is checked without it. */
  isPhone?: (value: string) => boolean;
}

/**
 * Checks an application, or a step or part of it; rules between fields see all values. Lists behind a "no" are ignored.
 * @returns field path → codes, in the order asked; empty when all is well
 */
export function checkApplication(
  type: ApplicationType | null,
  values: Partial<ApplicationValues>,
  options: RuleOptions & FieldChoice,
): FieldErrors {
  const fields = fieldsOf(type, options).filter((field) => applies(field, values));
  const errors: FieldErrors = {};
  const add = (path: string, code: string) => {
    errors[path] = [...(errors[path] ?? []), code];
  };
  const cross = crossIssues(values, options);
  for (const field of fields) {
    const schema = field.name in LISTS ? listSchema(field.name as ListName, options) : fieldSchema(field, options);
    const result = v.safeParse(schema, values[field.name]);
    for (const issue of result.issues ?? []) {
      const inner = issue.path?.map((part) => String(part.key)) ?? [];
      add([field.name, ...inner].join('.'), issue.message);
    }
    const own = (path: string) => path === field.name || path.startsWith(`${field.name}.`);
    for (const { path, code } of cross) if (own(path)) add(path, code);
  }
  return errors;
}

function applies(field: NamedField, values: Partial<ApplicationValues>): boolean {
  const flag = FLAG_OF[field.name];
  return flag === undefined || values[flag] === 'yes';
}

/** A list behind a "yes" has at least one item and at most {@link MAX_ITEMS}; only such a list's items are looked at. */
function listSchema(list: ListName, options: RuleOptions): v.GenericSchema<unknown> {
  const item: Record<string, FieldRule> = LISTS[list].item;
  const entries = Object.fromEntries(
    Object.entries(item).map(([name, field]) => [name, fieldSchema(field, options)] as const),
  );
  return v.pipe(
    v.array(v.unknown(), 'required' satisfies FieldCode),
    v.minLength(1, 'required' satisfies FieldCode),
    v.maxLength(MAX_ITEMS, 'too_many' satisfies FieldCode),
    v.array(v.object(entries, 'required' satisfies FieldCode)),
  );
}

/** A passport number: Latin letters and digits, 5 to 20 of them (ICAO 9303 has 9; some states print more). */
const PASSPORT = /^[A-Z0-9]{5,20}$/i;

/** What a field of an application and of a list item have in common. */
interface FieldRule {
  kind: FieldKind;
  required: boolean;
  max: number;
}

/** Characters of a text whose kind has no bound of its own, such as a phone number. */
export const LONGEST_TEXT = 100;
/** Of one line of an address. */
export const ADDRESS_LINE = 200;

const code = (value: FieldCode) => value;

function fieldSchema(field: FieldRule, options: RuleOptions): v.GenericSchema<unknown> {
  if (field.kind === 'address') return addressSchema(options);
  if (field.kind === 'file') return fileSchema(field.required, DOCUMENT_TYPES);
  if (field.kind === 'photo') return fileSchema(field.required, PHOTO_TYPES);
  if (field.kind === 'flag') return v.picklist(['yes', 'no'], code('not_in_list'));
  if (field.kind === 'consent') return v.literal('yes', code('consent_required'));
  return textSchema(field, options);
}

/** A text that is there when `required`, within its bound, and passes its kind's check. */
function textSchema(field: FieldRule, options: RuleOptions): v.GenericSchema<unknown> {
  const [passes, failure] = textRule(field.kind, options);
  return v.pipe(
    v.string(code('required')),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const text = options.asSent ? dataset.value : cleanText(dataset.value, field.kind === 'longtext');
      const value = text.trim();
      if (value === '') {
        if (field.required) addIssue({ message: code('required') });
      } else if (value.length > (field.max || LONGEST_TEXT)) addIssue({ message: code('too_long') });
      else if (field.kind === 'date' && isPartOfDate(value)) addIssue({ message: code('date_incomplete') });
      else if (!passes(value)) addIssue({ message: failure });
    }),
  );
}

/** Each text kind's check and the code it fails with. */
function textRule(kind: FieldKind, { isPhone }: RuleOptions): [(value: string) => boolean, FieldCode] {
  switch (kind) {
    case 'name':
      return [isName, 'name_characters'];
    case 'email':
      return [isEmail, 'email_format'];
    case 'phone':
      return [(value) => isPhoneShape(value) && (isPhone?.(value) ?? true), 'phone_format'];
    case 'passport':
      return [(value) => PASSPORT.test(value.replace(/[ -]/g, '')), 'passport_format'];
    case 'date':
      return [isRealDate, 'date_unreal'];
    case 'gender':
      return [(value) => GENDERS.some((gender) => gender.value === value), 'not_in_list'];
    case 'kinship':
      return [(value) => KINSHIP.some((kinship) => kinship === value), 'not_in_list'];
    case 'country':
      return [isCountry, 'not_in_list'];
    case 'months':
      return [(value) => MONTHS.includes(value), 'not_in_list'];
    default:
      return [(value) => cleanText(value, kind === 'longtext') === value, 'hidden_characters'];
  }
}

function addressSchema(options: RuleOptions): v.GenericSchema<unknown> {
  const line = (required: boolean) =>
    textSchema({ kind: 'text', required, max: ADDRESS_LINE }, options) as v.GenericSchema<string>;
  return v.pipe(
    v.object({ region: line(true), district: line(true), street: line(true), flat: line(false) }, code('required')),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { region, district } = dataset.value;
      const add = (key: 'region' | 'district', value: string) =>
        addIssue({
          message: code('not_in_list'),
          path: [{ type: 'object', origin: 'value', input: dataset.value, key, value }],
        });
      if (region && !REGIONS.some((entry) => String(entry.id) === region)) add('region', region);
      else if (region && district && !isDistrictOf(district, region)) add('district', district);
    }),
  );
}

function fileSchema(required: boolean, types: readonly FileType[]): v.GenericSchema<unknown> {
  return v.pipe(
    v.nullable(v.custom<FileValue>((value) => typeof value === 'object', code('required'))),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const file = dataset.value;
      if (!file) {
        if (required) addIssue({ message: code('required') });
      } else if (isNewFile(file)) {
        if (file.problem) addIssue({ message: code(file.problem) });
        else if (file.size === 0) addIssue({ message: code('file_empty') });
        else if (file.size > MAX_FILE_BYTES) addIssue({ message: code('file_too_large') });
        else if (!file.type || !types.includes(file.type)) addIssue({ message: code('file_type') });
      }
    }),
  );
}
