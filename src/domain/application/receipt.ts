/** What a device has sent, without any answer in clear text, and what a record lacks of it. */
import { kindOf } from '../kinds/index.ts';
import { isFileValue, isNewFile, type NewFile } from '../kinds/kind.ts';
import { FIELDS, type FieldName, fieldsOf, isApplicable, isFieldName } from './fields.ts';
import type { ApplicantRecord } from './record.ts';
import type { ApplicationType } from './types.ts';
import type { ApplicationValues } from './values.ts';

export interface Receipt {
  /** Number of the application's files. */
  count: number;
  /** Sent files by path in a record, such as `formatted_relatives.0.file6`, until they have been compared. */
  files: Record<string, FileFacts>;
  /** Digest of each answer by field. */
  answers: Record<string, string>;
}

export interface FileFacts {
  size: number;
  sha256: string;
}

export interface ReceiptResult {
  /** {@link Receipt.count}. */
  sent: number;
  /** Paths of files that the host lacks, or has only in part. */
  missing: string[];
  /** How many files it lacks: fewer than {@link missing} where it does not show which. */
  count: number;
  /** Fields whose answers differ. */
  changed: string[];
}

/** A short salted hash: differs for different texts, and reveals only answers with few possible values. */
type Digest = (text: string) => Promise<string>;

/**
 * An answer without what hosts change: case, spaces, punctuation and prefixes of phone numbers. Null where it cannot be compared.
 */
function comparable(name: FieldName, value: unknown): string | null {
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
  return FIELDS[name].kind === 'phone' ? letters(value).slice(-LOCAL_DIGITS) : letters(value);
}

/** Last digits of a phone number, without country and operator. */
const LOCAL_DIGITS = 7;

export const receipts = {
  /** @param values files that the host already has are left out @param hashFile returns the SHA-256 of a file's bytes */
  async of(
    type: ApplicationType,
    values: ApplicationValues,
    { digest, hashFile }: { digest: Digest; hashFile: (file: NewFile) => Promise<string> },
  ): Promise<Receipt> {
    const receipt: Receipt = { count: 0, files: {}, answers: {} };
    const files: [path: string, file: NewFile][] = [];
    for (const { name } of fieldsOf(type).filter((field) => isApplicable(field.name, values))) {
      const addFile = (file: unknown, { path }: { path: string }) => {
        if (!isFileValue(file)) return;
        receipt.count += 1;
        if (isNewFile(file)) files.push([path, file]);
      };
      kindOf(FIELDS[name]).mapFiles(values[name], addFile, name);
      const answer = comparable(name, values[name]);
      if (answer) receipt.answers[name] = await digest(`${name} ${answer}`);
    }
    for (const [path, file] of files) receipt.files[path] = { size: file.size, sha256: await hashFile(file) };
    return receipt;
  },
  /** Paths of sent files that a host did not receive whole; none where it does not say (`received`). */
  notReceived(
    { files }: Pick<Receipt, 'files'>,
    received: readonly (FileFacts & { field: string })[] | undefined,
  ): string[] {
    if (!received) return [];
    const keyOf = (field: string, { size, sha256 }: FileFacts) => `${field} ${size} ${sha256}`;
    const arrived = received.map((file) => keyOf(file.field, file));
    return Object.entries(files).flatMap(([path, facts]) => {
      const at = arrived.indexOf(keyOf(path.split('.').at(-1) ?? path, facts));
      if (at >= 0) arrived.splice(at, 1);
      return at < 0 ? [path] : [];
    });
  },
  /** Null where the record lacks nothing; answers that it omits are not known. @param lost known before to be missing */
  async compare(
    { count: sent, files, answers }: Receipt,
    record: ApplicantRecord,
    digest: Digest,
    lost: readonly string[] = [],
  ): Promise<ReceiptResult | null> {
    const missing = new Set(lost);
    for (const [path, { size, sha256 }] of Object.entries(record.file_facts ?? {})) {
      const file = files[path];
      if (file && (file.size !== size || file.sha256 !== sha256)) missing.add(path);
    }
    let count = missing.size;
    for (const group of record.lost_files ?? []) {
      const own = group.paths.filter((path) => path in files && !missing.has(path));
      count += Math.min(group.count, own.length);
      for (const path of own) missing.add(path);
    }
    const changed: string[] = [];
    for (const [name, sentDigest] of Object.entries(answers)) {
      if (!isFieldName(name) || record[name] === undefined) continue;
      const answer = comparable(name, kindOf(FIELDS[name]).fromRecord(record[name]));
      if (answer !== null && (await digest(`${name} ${answer}`)) !== sentDigest) changed.push(name);
    }
    const result = { sent, missing: Object.keys(files).filter((path) => missing.has(path)), count, changed };
    return count + changed.length > 0 ? result : null;
  },
};
