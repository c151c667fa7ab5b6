/**
 * The behaviour of a kind of field. An answer has five shapes: value (checked), form value (in controls), multipart parts,
 * field of a record, and text for people.
 */
import type { FieldCode } from '../api/field-codes.ts';
import { isJsonObject } from '../api/json.ts';
import { Refusal } from '../api/refusal.ts';
import type { Words } from '../i18n/dates.ts';
import type { Locale } from '../i18n/locales.ts';
import type { FileIssue, FileType } from '../input/files.ts';

/** A newly chosen file; `size` in bytes, `type` by its first bytes, null for one not accepted. */
export interface NewFile {
  name: string;
  size: number;
  type: FileType | null;
  /** Set by the check of its content (domain/files/check-file.ts). */
  issue?: FileIssue | null;
}

/** A file that the host already has; it is not sent again. */
export interface StoredFile {
  path: string;
}

export type FileValue = NewFile | StoredFile;

/** A part of a multipart body: a text or a new file. */
export interface MultipartPart<File extends FileValue = FileValue> {
  name: string;
  value: string | File;
  /** Position of the list item that has the file. */
  item?: number;
}

/** The refusal of a body part that does not fit its kind: not JSON, or a file in place of text. */
export const unreadableBodyPart = (part: string) => new Refusal('malformed', `part "${part}" can't be read`);

export interface FieldRule {
  required: boolean;
  /** Largest number of UTF-16 code units; 0 for {@link DEFAULT_MAX}. */
  max: number;
  /** A valid answer that means "there is none", such as a missing name. */
  none?: string | undefined;
}

/** Most characters of a text without a limit of its own, such as a phone number. */
export const DEFAULT_MAX = 100;

export interface CheckContext {
  /** Checks texts as received, including hidden characters; otherwise as they will be sent. */
  asSent?: boolean | undefined;
  /** A stricter check (libphonenumber-js); without it only the shape is checked. */
  isPhone?: ((value: string) => boolean) | undefined;
  /** The host takes no partial dates, such as the year of birth. */
  wholeDates?: boolean | undefined;
}

/** @property path below the field: `''` for the field itself, `region`, `0.date_from` */
export interface Issue {
  path: string;
  code: FieldCode;
}

export type Flag = 'yes' | 'no';

/**
 * What a description needs: the reader's language, names of the reference tables (`''` for an unknown id), and options of forms.
 */
export interface DescribeContext {
  locale: Locale;
  t: Words;
  shownEmail(address: string): string;
  countryName(code: string): string;
  regionName(id: string): string;
  districtName(id: string): string;
}

export interface FilePlace {
  /** Wire name: `file4`, or `file6` of an item. */
  field: string;
  path: string;
}

/**
 * @typeParam Value checked: dates as `YYYY-MM-DD`, `''` and null for nothing
 * @typeParam Form in the field's control
 * @typeParam Recorded in a record, file references as text
 */
export interface Kind<Value, Form = Value, Recorded = Value> {
  /** `mark`: qualifies another answer, and is not shown as one. */
  shape: 'text' | 'mark' | 'address' | 'file' | 'list';
  /** Most characters of a field without a limit of its own; 0 for {@link DEFAULT_MAX}. */
  max: number;
  empty(): Value;
  toForm(value: Value): Form;
  fromForm(form: Form): Value;
  /** Form path below the field, from the value path. */
  formPath(path: string): string;
  /** The value to check and send: without hidden characters, variants as plain characters. */
  normalize(value: Value): Value;
  check(value: unknown, rule: FieldRule, context: CheckContext): Issue[];
  /**
   * @param recorded from the record that an update starts from: what is unchanged inside an answer is sent as it was @param given
   * the items of a list as the host gave them
   */
  toBodyParts(name: string, value: Value, recorded?: Recorded, given?: unknown): MultipartPart[];
  /** @throws Refusal `malformed` */
  fromBodyParts(name: string, parts: readonly MultipartPart[]): Value;
  fromRecord(recorded: Recorded | undefined): Value;
  /** The inverse; undefined for no answer. New files have only a name. */
  toRecord(value: Value): Recorded | undefined;
  describe(value: Value, context: DescribeContext): string;
  /** File parts of the body that belong to the field, with the accepted types. */
  fileParts(name: string): [name: string, types: readonly FileType[]][];
  /** Replaces each file of a value, or each file reference of a record's field. */
  mapFiles(value: unknown, replace: (file: unknown, place: FilePlace) => unknown, name: string): unknown;
}

const unchanged = <Value>(value: Value): Value => value;

/** The methods of a kind without files, whose form values and recorded values equal its values. */
export const plainKind = {
  toForm: unchanged,
  fromForm: unchanged,
  normalize: unchanged,
  toRecord: unchanged,
  formPath: unchanged<string>,
  fileParts: (): [] => [],
  mapFiles: unchanged<unknown>,
};

export function isNewFile(file: FileValue): file is NewFile {
  return 'size' in file;
}

/** False for null, a missing answer. */
export function isFileValue(value: unknown): value is FileValue {
  return typeof value === 'object' && value !== null && ('size' in value || 'path' in value);
}

/** Null without such a body part. @throws Refusal `malformed` for a file */
export function textOfBodyPart(name: string, parts: readonly MultipartPart[]): string | null {
  const part = parts.find((one) => one.name === name);
  if (!part) return null;
  if (typeof part.value !== 'string') throw unreadableBodyPart(name);
  return part.value;
}

export function isTextObject(value: unknown): value is Record<string, string> {
  return isJsonObject(value) && Object.values(value).every((entry) => typeof entry === 'string');
}
