/** The changes of an application in words: old and new answers. */
import { answerText } from '../../../src/domain/application/answers.ts';
import { fieldsOf, isListName, listKindOf } from '../../../src/domain/application/fields.ts';
import type { StatusEntry } from '../../../src/domain/application/status.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import type { FieldKind } from '../../../src/domain/kinds/index.ts';
import { unaskedFields } from '../application/changes.ts';
import { storedValues } from '../application/record.ts';
import { formWords } from '../mail/words.ts';
import type { Applicant, StoredFields } from '../store/applicants.ts';
import type { FileRow } from '../store/files.ts';
import type { Version } from '../store/versions.ts';
import { fieldLabel } from './site-words.ts';

export interface Difference {
  /** Wire name. */
  field: string;
  label: string;
  /** `''` where nothing was answered. */
  before: string;
  after: string;
  /** True where the reviewer named fields and this is not one of them. */
  isUnasked: boolean;
}

export interface Change {
  /** The version that was replaced. */
  version: number;
  /** Milliseconds since 1970. */
  at: number;
  differences: Difference[];
}

/** An entry of the history with the change that caused it, or a change that left the status as it was. */
export type HistoryItem =
  | { entry: StatusEntry; change: Change | null; at: number }
  | { entry: null; change: Change; at: number };

/** History and changes as one list, newest first. @param changes see {@link changesOf} */
export function historyWithChanges(history: readonly StatusEntry[], changes: readonly Change[]): HistoryItem[] {
  const causing = new Map(changes.map((change) => [change.at, change]));
  const entries = history.map((entry, position): HistoryItem => {
    const at = Date.parse(entry.created_at);
    const change = (position > 0 && causing.get(at)) || null;
    if (change) causing.delete(at);
    return { entry, change, at };
  });
  const others = [...causing.values()].map((change): HistoryItem => ({ entry: null, change, at: change.at }));
  // Stable: entries of one time keep their order.
  return [...entries.toReversed(), ...others].toSorted((a, b) => b.at - a.at);
}

/** The changes of an application, newest first. `versions` and `files` are those of `listVersions`. */
export function changesOf(
  applicant: Applicant,
  { versions, files }: { versions: readonly Version[]; files: readonly FileRow[] },
  locale: Locale,
): Change[] {
  const textsOf = answerTexts(applicant.type, [...applicant.files, ...files], locale);
  return versions.map(({ version, fields, changed, asked, replacedAt }, at) => {
    const [before, after] = [textsOf(fields), textsOf(versions[at - 1]?.fields ?? applicant.fields)];
    const unasked = unaskedFields({ changed, asked });
    const differences = changed.map((field) => ({
      field,
      label: fieldLabel(field, applicant.type, locale),
      before: before(field),
      after: after(field),
      isUnasked: unasked.includes(field),
    }));
    return { version, at: replacedAt, differences };
  });
}

function answerTexts(type: Applicant['type'], files: readonly FileRow[], locale: Locale) {
  const kinds = new Map<string, FieldKind>(fieldsOf(type).map(({ name, kind }) => [name, kind]));
  const reader = { locale, t: formWords(locale) };
  return (fields: StoredFields) => {
    const values: Record<string, unknown> = storedValues(type, fields, files);
    return (name: string): string => {
      const kind = kinds.get(name);
      if (!kind) return String(fields[name] ?? '');
      if (!isListName(name)) return answerText(kind, values[name], reader);
      const item = Object.entries(listKindOf(name).fields);
      const lines = ((values[name] ?? []) as Record<string, unknown>[]).map((entry) =>
        item
          .map(([field, own]) => answerText(own.kind, entry[field], reader))
          .filter(Boolean)
          .join(', '),
      );
      return lines.join('\n');
    };
  };
}
