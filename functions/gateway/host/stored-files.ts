/** What a host's record shows of the files that it stores: pages compare it with what they sent. */
import { isListName } from '../../../src/domain/application/fields.ts';
import type { FileFacts } from '../../../src/domain/application/receipt.ts';
import type { ApplicantRecord } from '../../../src/domain/application/record.ts';
import { FILE_FIELDS } from '../../../src/domain/application/record-files.ts';
import { readList, readObject } from './values.ts';

function readFacts(value: unknown): FileFacts | null {
  const { size, sha256 } = readObject(value) ?? {};
  const isHash = typeof sha256 === 'string' && /^[\da-f]{64}$/i.test(sha256);
  return typeof size === 'number' && isHash ? { size, sha256: sha256.toLowerCase() } : null;
}

/** The files of a body as they arrived, in a host's response; undefined where it does not describe each of them. */
export function readReceived(value: unknown): (FileFacts & { field: string })[] | undefined {
  const files = readList(value)?.map((one) => ({ ...readFacts(one), field: readObject(one)?.field }));
  const isWhole = files?.every((file) => 'size' in file && typeof file.field === 'string');
  return isWhole ? (files as (FileFacts & { field: string })[]) : undefined;
}

type StoredFiles = Pick<ApplicantRecord, 'lost_files' | 'file_facts'>;

/** Empty where the record shows nothing. @param given the host's own record */
export function storedFiles(record: ApplicantRecord, given: Record<string, unknown>): StoredFiles {
  const lost: { paths: string[]; count: number }[] = [];
  const facts: Record<string, FileFacts> = {};
  for (const { field, names } of FILE_FIELDS) {
    const items = isListName(field) ? (record[field] ?? []) : null;
    const holders = items ? (readList(given[field]) ?? []).map(readObject) : [given];
    for (const name of names) {
      const path = (at: number) => (items ? `${field}.${at}.${name}` : name);
      for (const [at, holder] of holders.entries()) {
        const read = readFacts(holder?.[name]);
        if (read) facts[path(at)] = read;
      }
      const absent = (items ?? []).flatMap((item, at) => (item[name] ? [] : [path(at)]));
      if (items === null && given[name] === null) absent.push(name);
      // A file of another item shows that the host returns such files.
      const isShown = items === null || absent.length < items.length;
      const count = isShown ? absent.length : lostBeside(given[name], items.length);
      if (count > 0) lost.push({ paths: absent, count });
    }
  }
  return {
    ...(lost.length > 0 && { lost_files: lost }),
    ...(Object.keys(facts).length > 0 && { file_facts: facts }),
  };
}

/** How many files are missing in a list without positions: of several body parts with one name some hosts keep only the last. */
function lostBeside(beside: unknown, count: number): number {
  if (beside === undefined) return 0;
  return count - (readList(beside)?.filter(Boolean).length ?? (beside ? 1 : 0));
}
