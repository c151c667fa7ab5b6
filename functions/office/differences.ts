/** The changes of an application in words: old and new answers. */
import { presentApplication } from '../../src/domain/application/application-copy.ts';
import { isListName } from '../../src/domain/application/fields.ts';
import type { StatusEntry } from '../../src/domain/application/status.ts';
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { type ChangedFields, storedValues, unaskedFields } from '../admin/application/record.ts';
import { formWords } from '../admin/mail/words.ts';
import type { Applicant, StoredFields } from '../admin/store/applicants.ts';
import type { FileRow } from '../admin/store/files.ts';
import type { EarlierVersions } from '../admin/store/versions.ts';
import { countryNames, officeFieldLabel } from './words.ts';

interface Difference {
  field: string;
  label: string;
  /** True if the reviewer named fields and this is not one of them. */
  isUnasked: boolean;
  /** The answer; of a list only the entries that differ, a removed or changed one beside the one that replaced it. */
  items: readonly { before: Answer; after: Answer }[];
}

interface Answer {
  /** `''` where nothing was answered. */
  text: string;
  files: readonly FileRow[];
  /** Equal for equal answers; a file that was sent again equals itself. */
  key: string;
}

const NO_ANSWER: Answer = { text: '', files: [], key: '' };

export interface Change {
  version: number;
  at: number;
  differences: Difference[];
}

/** An entry of the history at its position, with the change that caused it; or a change that did not change the status. */
interface HistoryItem {
  entry: StatusEntry | null;
  change: Change | null;
  at: number;
  /** Position in the history; -1 without an entry. */
  place: number;
}

/** History and changes as one list, newest first. @param changes see {@link changesOf} */
export function historyWithChanges(history: readonly StatusEntry[], changes: readonly Change[]): HistoryItem[] {
  const causing = new Map(changes.map((change) => [change.at, change]));
  const entries: HistoryItem[] = history.map((entry, place) => {
    const at = Date.parse(entry.created_at);
    const change = (place > 0 && causing.get(at)) || null;
    if (change) causing.delete(at);
    return { entry, change, at, place };
  });
  const others = [...causing.values()].map((change) => ({ entry: null, change, at: change.at, place: -1 }));
  // The sort is stable, so that entries with the same time keep their order.
  return [...entries.toReversed(), ...others].toSorted((a, b) => b.at - a.at);
}

/** The changes of an application that replaced these versions, newest first. */
export function changesOf(
  applicant: Applicant,
  { versions, files, successor }: EarlierVersions,
  locale: Locale,
): Change[] {
  const read = differenceReader(applicant.type, [...applicant.files, ...files], locale);
  return versions.map(({ version, fields, changed, asked, replacedAt }, at) => {
    const after = versions[at - 1]?.fields ?? successor ?? applicant.fields;
    return { version, at: replacedAt, differences: read(fields, after, { changed, asked }) };
  });
}

function differenceReader(type: Applicant['type'], files: readonly FileRow[], locale: Locale) {
  const answersOf = answerReader(type, files, locale);
  return (before: StoredFields, after: StoredFields, change: ChangedFields): Difference[] => {
    const unasked = unaskedFields(change);
    const [old, now] = [answersOf(before), answersOf(after)];
    return change.changed.map((field) => ({
      field,
      label: officeFieldLabel(field, type, locale),
      isUnasked: unasked.includes(field),
      items: differingItems(old(field), now(field)),
    }));
  };
}

/** The items that differ; all items where only their order or number differs. */
function differingItems(before: readonly Answer[], after: readonly Answer[]): Difference['items'] {
  const without = (answers: readonly Answer[], others: readonly Answer[]) =>
    answers.filter(({ key }) => !others.some((other) => other.key === key));
  const differing = [without(before, after), without(after, before)];
  const [gone = [], added = []] = differing.flat().length > 0 ? differing : [before, after];
  return Array.from({ length: Math.max(gone.length, added.length, 1) }, (_, at) => {
    const [old, now] = [gone[at] ?? NO_ANSWER, added[at] ?? NO_ANSWER];
    const differingFiles = (one: Answer, other: Answer) =>
      one.files.filter(
        ({ field, sha256 }) => !other.files.some((file) => file.field === field && file.sha256 === sha256),
      );
    return {
      before: { ...old, files: differingFiles(old, now) },
      after: { ...now, files: differingFiles(now, old) },
    };
  });
}

function answerReader(type: Applicant['type'], files: readonly FileRow[], locale: Locale) {
  const reader = { locale, t: formWords(locale), countryName: countryNames(locale) };
  return (fields: StoredFields) => {
    const parts = presentApplication(type, storedValues(type, fields, files), reader);
    const rows = new Map(parts.flatMap((part) => part.rows.map(({ name, value }) => [name, value])));
    const entries = parts.flatMap(({ items }) => items);
    return (name: string): Answer[] => {
      const stored = fields[name];
      // A question that another answer leaves out has no row.
      if (!isListName(name)) return [readAnswer(rows.get(name) ?? String(stored ?? ''), stored, files)];
      return entries
        .filter(({ list }) => list === name)
        .map(({ place, rows: own }) => {
          const text = own.flatMap(({ value }) => value || []).join(', ');
          return readAnswer(text, (stored as unknown[] | undefined)?.[place], files);
        });
    };
  };
}

/** @param stored the answer as stored: files are ids */
function readAnswer(text: string, stored: unknown, known: readonly FileRow[]): Answer {
  const files: FileRow[] = [];
  const key = JSON.stringify(stored ?? null, (_, inner: unknown) => {
    const file = typeof inner === 'string' ? known.find(({ id }) => id === inner) : undefined;
    if (file) files.push(file);
    return file?.sha256 ?? inner;
  });
  return { text, files, key };
}
