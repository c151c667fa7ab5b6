/** What a device has sent, in facts without an answer in clear, and what the host's responses show of it. */
import { propertyOf } from '../api/json.ts';
import { readList, readObject } from '../input/host-values.ts';
import { kindOf } from '../kinds/index.ts';
import { isFileValue, isNewFile, type NewFile } from '../kinds/kind.ts';
import { FIELDS, type FieldName, fieldsOf, isApplicable, isFieldName } from './fields.ts';
import type { ApplicantRecord } from './record.ts';
import { recordFilesOf } from './record-files.ts';
import type { ApplicationType } from './types.ts';
import type { ApplicationValues } from './values.ts';

interface SentFile {
  /** In a record: `file4`, `formatted_relatives.0.file6`. */
  path: string;
  /** Bytes. */
  size: number;
  /** Digest of its SHA-256; empty once it has been compared. */
  hash: string;
}

export interface Receipt {
  files: SentFile[];
  /** Digest of each answer, by field. */
  answers: Record<string, string>;
}

export interface ReceiptResult {
  /** Number of sent files. */
  sent: number;
  /** Paths of files that the host lacks, or has in part. */
  missing: string[];
  /** How many it lacks: fewer than {@link missing} where it does not show which. */
  count: number;
  /** Fields whose answers differ. */
  changed: string[];
}

/** Salted and short: tells two texts apart, and hides all but answers of few possible values. */
type Digest = (text: string) => Promise<string>;
/** SHA-256 of a file's bytes, 64 hexadecimal digits. */
type HashFile = (file: NewFile) => Promise<string>;

/** Size and hash of a file in a host's response; null for another value. */
function readFileFacts(value: unknown): { size: number; sha256: string } | null {
  const [size, sha256] = [propertyOf(value, 'size'), String(propertyOf(value, 'sha256')).toLowerCase()];
  return typeof size === 'number' && /^[\da-f]{64}$/.test(sha256) ? { size, sha256 } : null;
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

/** True for a file of which the record gives size and hash, as a host does that keeps files as they were sent, and others. */
async function isAltered({ path, size, hash }: SentFile, record: ApplicantRecord, digest: Digest): Promise<boolean> {
  if (hash === '') return false;
  let value: unknown = record.given_answers;
  for (const key of path.split('.')) value = readList(value)?.[Number(key)] ?? readObject(value)?.[key];
  const facts = readFileFacts(value);
  return facts !== null && (facts.size !== size || (await digest(facts.sha256)) !== hash);
}

/** @param paths of one field: of the application, or of the items of a list */
function absentFiles(paths: readonly string[], record: ApplicantRecord): { paths: readonly string[]; count: number } {
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

export const receipts = {
  /** @param values files that are stored already are not part of it */
  async of(
    type: ApplicationType,
    values: ApplicationValues,
    { digest, hashFile }: { digest: Digest; hashFile: HashFile },
  ): Promise<Receipt> {
    const receipt: Receipt = { files: [], answers: {} };
    const files: [path: string, file: NewFile][] = [];
    for (const { name } of fieldsOf(type).filter((field) => isApplicable(field.name, values))) {
      const addFile = (file: unknown, { path }: { path: string }) => {
        if (isFileValue(file) && isNewFile(file)) files.push([path, file]);
      };
      kindOf(FIELDS[name]).mapFiles(values[name], addFile, name);
      const answer = comparable(name, values[name]);
      if (answer) receipt.answers[name] = await digest(`${name} ${answer}`);
    }
    for (const [path, file] of files)
      receipt.files.push({ path, size: file.size, hash: await digest(await hashFile(file)) });
    return receipt;
  },
  /** Paths of sent files that a host did not receive whole; none where its response does not list them (`received`). */
  async notReceived(files: readonly SentFile[], response: unknown, digest: Digest): Promise<string[]> {
    const received = propertyOf(response, 'received');
    if (!Array.isArray(received)) return [];
    const keyOf = (field: string, size: number, hash: string) => `${field} ${size} ${hash}`;
    const arrived: string[] = [];
    for (const one of received) {
      const facts = readFileFacts(one);
      const field: unknown = propertyOf(one, 'field');
      if (!facts || typeof field !== 'string') return [];
      arrived.push(keyOf(field, facts.size, await digest(facts.sha256)));
    }
    return files.flatMap(({ path, size, hash }) => {
      const at = arrived.indexOf(keyOf(fieldOfFile(path), size, hash));
      if (at >= 0) arrived.splice(at, 1);
      return at < 0 ? [path] : [];
    });
  },
  /**
   * Null where the record lacks nothing, as far as it shows: what a host does not return is not known. @param lost known before to
   * be missing
   */
  async compare(
    { files, answers }: Receipt,
    record: ApplicantRecord,
    digest: Digest,
    lost: readonly string[] = [],
  ): Promise<ReceiptResult | null> {
    const paths = files.map(({ path }) => path);
    const missing = new Set(lost);
    for (const file of files) if (await isAltered(file, record, digest)) missing.add(file.path);
    let count = missing.size;
    for (const field of new Set(paths.map(fieldOfFile))) {
      const own = paths.filter((path) => fieldOfFile(path) === field && !missing.has(path));
      const absent = absentFiles(own, record);
      count += absent.count;
      for (const path of absent.paths) missing.add(path);
    }
    const changed: string[] = [];
    for (const [name, sent] of Object.entries(answers)) {
      if (!isFieldName(name) || record[name] === undefined) continue;
      const answer = comparable(name, kindOf(FIELDS[name]).fromRecord(record[name]));
      if (answer !== null && (await digest(`${name} ${answer}`)) !== sent) changed.push(name);
    }
    const result = { sent: files.length, missing: paths.filter((path) => missing.has(path)), count, changed };
    return count + changed.length > 0 ? result : null;
  },
};
