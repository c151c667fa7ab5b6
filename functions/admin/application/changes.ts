/** Which fields a change altered, and which of them the reviewer had not asked for. */
import { type FieldName, FLAG_OF, fieldsOf } from '../../../src/domain/application/fields.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import type { StoredFields } from '../store/applicants.ts';
import type { FileRow } from '../store/files.ts';

/** Wire names of the fields whose answers differ, in form order. Empty equals missing; a re-sent file equals itself. */
export function changedFields(
  type: ApplicationType,
  before: StoredFields,
  after: StoredFields,
  files: readonly FileRow[],
): FieldName[] {
  const digests = new Map(files.map(({ id, sha256 }) => [id, sha256]));
  // Marks of a photo are shown at the answers that they are about.
  return fieldsOf(type).flatMap(({ name, kind }) =>
    kind === 'photoMarks' || textOf(before[name], digests) === textOf(after[name], digests) ? [] : [name],
  );
}

function textOf(value: unknown, digests: Map<string, string>): string {
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return '';
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' ? (digests.get(inner) ?? inner) : inner,
  );
}

/** What an applicant's change altered, and what the reviewer asked for; null: any field was free. */
export interface ChangedFields {
  changed: readonly string[];
  asked: readonly string[] | null;
}

/** The changed fields that were not asked for; a yes/no question and its list count as one. */
export function unaskedFields({ changed, asked }: ChangedFields): string[] {
  if (asked === null) return [];
  const question = (name: string) => FLAG_OF[name as FieldName] ?? name;
  const allowed = new Set(asked.map(question));
  return changed.filter((name) => !allowed.has(question(name)));
}
