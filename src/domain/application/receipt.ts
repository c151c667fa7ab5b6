/** What a device has sent, in facts without an answer in clear, and what a host's record shows of it. */
import { readList } from '../input/host-values.ts';
import { kindOf } from '../kinds/index.ts';
import { isFileValue, isNewFile } from '../kinds/kind.ts';
import { FIELDS, type FieldName, fieldsOf, isApplicable, isFieldName } from './fields.ts';
import type { ApplicantRecord } from './record.ts';
import { recordFilesOf } from './record-files.ts';
import type { ApplicationType } from './types.ts';
import type { ApplicationValues } from './values.ts';

export interface Receipt {
  /** Paths of the sent files in a record: `file4`, `formatted_relatives.0.file6`. */
  files: string[];
  /** Digest of each answer, by field. */
  answers: Record<string, string>;
}

export interface ReceiptResult {
  /** Number of sent files. */
  sent: number;
  /** Paths of files that the host's record lacks. */
  missing: string[];
  /** How many it lacks: fewer than {@link missing} where it does not show which. */
  count: number;
  /** Fields whose answers differ. */
  changed: string[];
}

/** Short and irreversible: it tells two answers apart, and no answer. */
export type Digest = (text: string) => Promise<string>;

export async function receiptOf(type: ApplicationType, values: ApplicationValues, digest: Digest): Promise<Receipt> {
  const receipt: Receipt = { files: [], answers: {} };
  for (const { name } of fieldsOf(type).filter((field) => isApplicable(field.name, values))) {
    const addFile = (file: unknown, { path }: { path: string }) => {
      if (isFileValue(file) && isNewFile(file)) receipt.files.push(path);
    };
    kindOf(FIELDS[name]).mapFiles(values[name], addFile, name);
    const answer = comparable(name, values[name]);
    if (answer) receipt.answers[name] = await digest(`${name} ${answer}`);
  }
  return receipt;
}

/** Null where the record lacks nothing, as far as it shows: what a host does not return is not known. */
export async function compareReceipt(
  { files, answers }: Receipt,
  record: ApplicantRecord,
  digest: Digest,
): Promise<ReceiptResult | null> {
  const fields = new Set(files.map(fieldOfFile));
  const lost = [...fields].map((field) =>
    lostFiles(
      files.filter((path) => fieldOfFile(path) === field),
      record,
    ),
  );
  const changed: string[] = [];
  for (const [name, sent] of Object.entries(answers)) {
    if (!isFieldName(name) || record[name] === undefined) continue;
    const answer = comparable(name, kindOf(FIELDS[name]).fromRecord(record[name]));
    if (answer !== null && (await digest(`${name} ${answer}`)) !== sent) changed.push(name);
  }
  const missing = lost.flatMap(({ paths }) => paths);
  const count = lost.reduce((sum, one) => sum + one.count, 0);
  return count + changed.length > 0 ? { sent: files.length, missing, count, changed } : null;
}

/** Hosts change case, spaces, punctuation and prefixes of phone numbers. Null: not compared, or not known whole. */
function comparable(name: FieldName, value: unknown): string | null {
  const { kind } = FIELDS[name];
  const letters = (text: unknown) =>
    String(text)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  const { shape } = kindOf(FIELDS[name]);
  if (shape === 'list') return String((value as readonly unknown[]).length);
  if (shape === 'address') {
    const { region, district, street } = value as ApplicationValues['formatted_address'];
    return region && district && street ? letters(region + district + street) : null;
  }
  if (shape !== 'text') return null;
  return kind === 'phone' ? letters(value).slice(-LOCAL_DIGITS) : letters(value);
}

/** Of a phone number, without country and operator. */
const LOCAL_DIGITS = 7;

const fieldOfFile = (path: string) => path.split('.').at(-1) ?? path;

interface Lost {
  paths: readonly string[];
  count: number;
}

/** @param paths of one field: of the application, or of the items of a list */
function lostFiles(paths: readonly string[], record: ApplicantRecord): Lost {
  const there = new Set(recordFilesOf(record).map(({ place }) => place));
  const absent = paths.filter((path) => !there.has(path));
  const given = record.given_answers ?? {};
  const [path = ''] = paths;
  const field = fieldOfFile(path);
  const isOfList = field !== path;
  // An empty field, or a file of another item, shows that the host returns such files.
  const isShown = isOfList ? absent.length < paths.length : Object.hasOwn(given, field) && given[field] === null;
  if (isShown) return { paths: absent, count: absent.length };
  if (!isOfList || !Object.hasOwn(given, field)) return { paths: [], count: 0 };
  // Beside the list, without positions: of several parts of one name some hosts keep the last.
  const kept = readList(given[field])?.filter(Boolean).length ?? (given[field] ? 1 : 0);
  return kept < paths.length ? { paths, count: paths.length - kept } : { paths: [], count: 0 };
}
