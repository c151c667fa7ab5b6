/**
 * What a kind of field does with an answer. An answer takes five shapes: a value (to check), a form value (what controls hold),
 * parts of a multipart body, a field of a record as a host returns it, and text for people.
 */
import type { FieldCode } from '../api/errors.ts';
import type { FileProblem } from '../files/problem.ts';
import type { Locale } from '../i18n/locales.ts';
import type { Words } from '../i18n/written-dates.ts';
import type { FileType } from '../input/files.ts';

/** A file that was chosen now; `size` in bytes, `type` by its first bytes, null for one that is not accepted. */
export interface NewFile {
  name: string;
  size: number;
  type: FileType | null;
  /** Why it is refused, where its content was checked (domain/files/check-file.ts). */
  problem?: FileProblem | null;
}

/** A file that the host has already; it is not sent again. */
export interface StoredFile {
  path: string;
}

export type FileValue = NewFile | StoredFile;

/** One part of a multipart body: text, or a file that was chosen now. */
export interface Part<File extends FileValue = FileValue> {
  name: string;
  value: string | File;
}

/** A part that does not fit its kind: not JSON, a file in place of text. */
export class UnreadablePart extends Error {
  readonly part: string;
  constructor(part: string) {
    super(`part "${part}" can't be read`);
    this.part = part;
  }
}

/** What the field table says about a field and about a field of a list's item. */
export interface FieldRule {
  required: boolean;
  /** Largest number of characters (UTF-16 code units); 0 for {@link DEFAULT_MAX}. */
  max: number;
  /** Stands for an answer that does not exist, as a name that a passport does not show. */
  none?: string | undefined;
}

/** Largest number of characters of a text whose field has no limit of its own, such as a phone number. */
export const DEFAULT_MAX = 100;

export interface CheckContext {
  /** Checks texts as they came, hidden characters included; otherwise as they will be sent. */
  asSent?: boolean | undefined;
  /** A stricter check of a phone number (libphonenumber-js); without it only the shape is checked. */
  isPhone?: ((value: string) => boolean) | undefined;
}

/** @property path below the field: `''` for the field itself, `region`, `0.date_from` */
export interface Issue {
  path: string;
  code: FieldCode;
}

/** Readers of values in a host's record (input/host-values.ts); undefined for a value that can't be read. */
export interface HostReaders {
  text(value: unknown, isLong?: boolean): string | undefined;
  /** `YYYY-MM-DD`. */
  day(value: unknown): string | undefined;
  flag(value: unknown): Flag | undefined;
  object(value: unknown): Record<string, unknown> | undefined;
  list(value: unknown): unknown[] | undefined;
  /** The code of a country by code or name. */
  countryCode(text: string): string | undefined;
  /** The id of a region by id, name or reference entry; a name that the tables don't have stays. */
  regionId(value: unknown): string | undefined;
  districtId(value: unknown, region: string | undefined): string | undefined;
  fileReference(value: unknown): string | undefined;
}

export type Flag = 'yes' | 'no';

/** In whose language an answer is described, and the names of the reference tables in it (`''` for an unknown id). */
export interface DescribeContext {
  locale: Locale;
  /** Words of the namespace `forms`. */
  t: Words;
  countryName(code: string): string;
  regionName(id: string): string;
  districtName(id: string): string;
}

/** Where a file of an application belongs. */
export interface FilePlace {
  /** Wire name: `file4`, or `file6` of a list's item. */
  field: string;
  /** `file4`, `formatted_relatives.0.file6`. */
  path: string;
}

/**
 * @typeParam Value what rules check: dates as `YYYY-MM-DD`, `''` and null for nothing
 * @typeParam Form what the field's control holds
 * @typeParam Recorded what a record holds, file references as text
 */
export interface Kind<Value, Form = Value, Recorded = Value> {
  /** Structure of the value; `mark`: says something about another answer, and is not shown as one. */
  shape: 'text' | 'mark' | 'address' | 'file' | 'list';
  /** Largest number of characters unless the field says otherwise; 0 for {@link DEFAULT_MAX}. */
  max: number;
  /** Value of an unanswered field. */
  empty(): Value;
  toForm(value: Value): Form;
  fromForm(form: Form): Value;
  /** Form path below the field for a value path below it. */
  formPath(path: string): string;
  /** The value as it is checked and sent: without hidden characters, with plain signs for those that mean the same. */
  normalize(value: Value): Value;
  check(value: unknown, rule: FieldRule, context: CheckContext): Issue[];
  /** @param recorded the field of the record that an update starts from: what has not changed is sent as it came */
  toParts(name: string, value: Value, recorded?: Recorded): Part[];
  /** @throws UnreadablePart */
  fromParts(name: string, parts: readonly Part[]): Value;
  /** Reads a field of a host's record; undefined for an unknown answer. */
  readRecord(field: unknown, read: HostReaders): Recorded | undefined;
  fromRecord(recorded: Recorded | undefined): Value;
  /** The inverse; undefined for no answer. A new file is known by its name only. */
  toRecord(value: Value): Recorded | undefined;
  /** The answer as text; `''` for none. */
  describe(value: Value, context: DescribeContext): string;
  /** File parts that the field may send, with the accepted types. */
  fileParts(name: string): [name: string, types: readonly FileType[]][];
  /** Replaces each file of a value, or each file reference of a record's field. */
  mapFiles(value: unknown, replace: (file: unknown, place: FilePlace) => unknown, name: string): unknown;
}

/** What kinds share that hold no files, have one form path and keep values in forms as they are. */
export const plain = {
  formPath: (path: string) => path,
  fileParts: (): [] => [],
  mapFiles: (value: unknown) => value,
};

/** True for a file that was chosen now. */
export function isNewFile(file: FileValue): file is NewFile {
  return 'size' in file;
}

/** False for null: a question for a file that is not answered. */
export function isFileValue(value: unknown): value is FileValue {
  return typeof value === 'object' && value !== null && ('size' in value || 'path' in value);
}

/** The text of a part; null when there is no such part. @throws UnreadablePart for a file */
export function textOfPart(name: string, parts: readonly Part[]): string | null {
  const part = parts.find((one) => one.name === name);
  if (!part) return null;
  if (typeof part.value !== 'string') throw new UnreadablePart(name);
  return part.value;
}

/** Parses JSON; undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True for an object whose values are texts. */
export function isTextRecord(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((entry) => typeof entry === 'string')
  );
}
