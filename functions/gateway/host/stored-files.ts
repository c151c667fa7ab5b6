/** What a host's record shows of the stored files, so that pages can compare it with what they sent. */
import { FIELDS, isListName } from '../../../src/domain/application/fields.ts';
import type { ApplicantRecord } from '../../../src/domain/application/record.ts';
import { kindOf } from '../../../src/domain/kinds/index.ts';
import { readList, readObject } from './values.ts';

/**
 * Lists beside the relatives, and which property of the relative at the same position each entry is (requirements: record-lists).
 */
export const PARALLEL_LISTS: Readonly<Record<string, string>> = {
  file6: 'file6',
  marriage_or_birth_document_file: 'marriage_or_birth_document_file',
  reletion_level: 'kinship',
  // The whole name, since it is unknown which words are the surname.
  reletion_fio: 'name',
  reletion_birth: 'birth_of_date',
  reletion_citizen: 'citizenship',
};

interface FileFacts {
  size: number;
  sha256: string;
}

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
  const addFacts = (path: string, value: unknown) => {
    const read = readFacts(value);
    if (read) facts[path] = read;
  };
  for (const [field, definition] of Object.entries(FIELDS)) {
    for (const [name] of kindOf(definition).fileParts(field)) {
      if (!isListName(field)) {
        addFacts(name, given[name]);
        if (given[name] === null) lost.push({ paths: [name], count: 1 });
        continue;
      }
      const items = record[field] ?? [];
      const path = (at: number) => `${field}.${at}.${name}`;
      for (const [at, item] of (readList(given[field]) ?? []).entries()) addFacts(path(at), readObject(item)?.[name]);
      const absent = items.flatMap((item, at) => (item[name] ? [] : [path(at)]));
      // If another item has a file, the host returns such files.
      const count = absent.length < items.length ? absent.length : lostBeside(given[name], items.length);
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
