/** Changes of a draft by its form: type, values of a part, saved parts, and the host's errors. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import { PARTS, type Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { answeredParts, partStates, type StepStatus } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { copyForm } from '../device/form-values.ts';
import { checkForms } from './check-forms.ts';
import { openDraft, recordEarlyEdit } from './draft-opening.ts';
import { withType } from './draft-record.ts';
import { checkAll, markDirty, rulesOf, saveSoon } from './draft-saving.ts';
import { isWritable, mergePendingEdits, type OpenDraft, patchDraft } from './draft-state.ts';

/** Records a form's values after a change. @param path the changed field, the only one recorded while loading */
export function typeInPart(own: OpenDraft, part: Part, values: FormState, path?: string): void {
  const draft = own.$state.get();
  if (draft.phase === 'loading') recordEarlyEdit(own, part, values, path);
  if (!isWritable(draft)) return;
  own.pending[part] = values;
  saveSoon(own);
}

/** Sets the type of the application. Another type needs its step 2 saved again; answers of the first one stay. */
export function chooseType(own: OpenDraft, type: ApplicationType): void {
  const draft = own.$state.get();
  if (draft.phase === 'loading') {
    own.askedType = type;
    void openDraft(own);
    return;
  }
  if (!isWritable(draft) || draft.type === type) return;
  mergePendingEdits(own);
  markDirty(own);
  own.$state.set(withType(own.$state.get(), type));
  void own.saving.save();
}

/** Validates a part and counts it as saved when valid. @returns the errors of its fields by form path */
export function savePart(own: OpenDraft, part: Part, values: FormState): FieldErrors {
  const draft = own.$state.get();
  if (!isWritable(draft)) {
    const data = `step${PARTS[part].step}Data` as const;
    return checkForms({ ...draft, [data]: { ...draft[data], ...copyForm(values) } }, { ...rulesOf(own), part });
  }
  own.pending[part] = values;
  markDirty(own);
  mergePendingEdits(own);
  const errors = checkForms(own.$state.get(), { ...rulesOf(own), part });
  const { saved } = draft;
  if (Object.keys(errors).length === 0 && !saved.includes(part)) patchDraft(own, { saved: [...saved, part] });
  updateStepStatus(own);
  void own.saving.save();
  return errors;
}

function updateStepStatus(own: OpenDraft): void {
  const errors = checkAll(own);
  const { type, stepStatus: before, saved } = own.$state.get();
  const states = partStates(type, saved, errors);
  const open = new Set(states.flatMap(({ part, state }) => (state === 'done' ? [] : [part])));
  const isInStep2 = before >= 2 || saved.some((part) => PARTS[part].step === 2);
  let stepStatus: StepStatus = isInStep2 ? 2 : 1;
  if (answeredParts(null).some((part) => open.has(part))) stepStatus = 0;
  else if (type && open.size === 0) stepStatus = 3;
  patchDraft(own, { stepStatus });
}

/** Reopens a saved, valid part. @param errors error codes by form path */
export function reopenPart(own: OpenDraft, part: Part, errors: FieldErrors): void {
  const draft = own.$state.get();
  if (!isWritable(draft)) return;
  markDirty(own);
  patchDraft(own, { saved: draft.saved.filter((other) => other !== part), refused: { ...draft.refused, ...errors } });
  updateStepStatus(own);
  void own.saving.save();
}

export function setRefused(own: OpenDraft, refused: FieldErrors): void {
  const draft = own.$state.get();
  if (!isWritable(draft) || Object.keys({ ...draft.refused, ...refused }).length === 0) return;
  patchDraft(own, { refused });
  saveSoon(own);
}

/** Clears the host's errors of corrected fields. */
export function clearRefused(own: OpenDraft, belongs: (path: string) => boolean): void {
  const { refused } = own.$state.get();
  const left = Object.entries(refused).filter(([path]) => !belongs(path));
  if (left.length < Object.keys(refused).length) setRefused(own, Object.fromEntries(left));
}

/** A part is shown: after step 1, the first part of step 2 begins that step. */
export function openPart(own: OpenDraft, part: Part): void {
  const draft = own.$state.get();
  if (draft.phase === 'loading') {
    void openDraft(own).then(() => openPart(own, part));
    return;
  }
  if (!isWritable(draft) || PARTS[part].step === 1 || draft.stepStatus !== 1) return;
  markDirty(own);
  patchDraft(own, { stepStatus: 2 });
  void own.saving.save();
}
