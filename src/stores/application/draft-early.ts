/** Edits made while the draft is being read. They are applied to it field by field. */
import { PARTS, type Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { valueAt, withValue } from '../device/form-values.ts';
import { type Draft, withType } from './draft-record.ts';
import { markDirty, saveSoon } from './draft-saving.ts';
import { isWritable, type OpenDraft, patchDraft } from './draft-state.ts';

/** Records an edit: of one field, or of all in the form without `path`. */
export function recordEarlyEdit(own: OpenDraft, part: Part, values: FormState, path?: string): void {
  const paths = path === undefined ? Object.keys(values) : [path];
  for (const changed of paths) own.early.push({ part, path: changed, value: valueAt(values, changed) });
}

export function withAskedType(own: OpenDraft, draft: Draft): Draft {
  if (!own.askedType || draft.type === own.askedType) return draft;
  markDirty(own);
  return withType(draft, own.askedType);
}

export function applyEarlyEdits(own: OpenDraft): void {
  const { early, askedType, $state } = own;
  own.early = [];
  own.askedType = null;
  const { step1Data, step2Data } = $state.get();
  if (!isWritable($state.get())) return;
  const data = { 1: step1Data, 2: step2Data };
  for (const { part, path, value } of early) {
    const { step } = PARTS[part];
    data[step] = withValue(data[step], path, value);
  }
  if (early.length > 0) {
    patchDraft(own, { step1Data: data[1], step2Data: data[2] });
    saveSoon(own);
  }
  if (askedType) void own.saving.flush();
}
