/** Hooks that read the draft. A component renders only when what it selects changes. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import { PARTS, type Part, partOf } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import { answeredParts, type PartProgress, partStates } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { PHOTO_MARKS } from '../../domain/application/wire-names.ts';
import { $draft, type Draft, draftStore } from '../../stores/application/draft.ts';
import { whenIdle } from '../../stores/browser/when-idle.ts';
import { completeForm, withValue } from '../../stores/device/form-values.ts';
import { earlyTyping } from '../fields/form/early-typing.ts';
import type { PartAnswers } from '../fields/part-context.tsx';

/** The draft as in the prerendered page. */
const prerendered = $draft.get();

/** @param select returns a primitive, or the same object until it changes */
export function useDraft<Value>(select: (draft: Draft) => Value): Value {
  return useSyncExternalStore(
    $draft.listen,
    () => select($draft.get()),
    () => select(prerendered),
  );
}

/**
 * The state of each part. Errors, and which parts are begun, are known once the browser was idle; until then a saved part counts
 * as done.
 */
export function usePartStates(type: ApplicationType | null): PartProgress[] {
  const saved = useDraft((draft) => draft.saved);
  const revision = useDraft((draft) => draft.revision);
  const phase = useDraft((draft) => draft.phase);
  const refused = useDraft((draft) => draft.refused);
  const [found, setFound] = useState<PartProgress[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: partStates reads the draft itself; the states follow from these.
  useEffect(() => {
    if (phase !== 'ready') return undefined;
    let cancelled = false;
    whenIdle(() => {
      if (!cancelled) setFound(draftStore.partStates());
    });
    return () => {
      cancelled = true;
    };
  }, [type, saved, revision, phase, refused]);
  const errors = Object.assign({}, refused, ...found.map((progress) => progress.errors));
  return partStates(type, saved, errors, (part) =>
    found.some((seen) => seen.part === part && seen.state === 'started'),
  );
}

/** A part's answers in the draft of an application. */
export function draftAnswers(type: ApplicationType | null, part: Part): PartAnswers {
  const isOwn = (path: string) => partOf(type, path) === part;
  return {
    initial: () => earlyTyping.withTexts(type, valuesOfPart(type, part)),
    opened: () => draftStore.openPart(part),
    typed: (values, path) => draftStore.typeInPart(part, values, path),
    check: (values) => draftStore.checkPart(part, values, type),
    mistakes(): FieldErrors {
      const states = partStates(type, $draft.get().saved, draftStore.checkAll());
      const refused = Object.entries($draft.get().refused).filter(([path]) => isOwn(path));
      return { ...states.find((progress) => progress.part === part)?.errors, ...Object.fromEntries(refused) };
    },
    async save(values) {
      // The form may be filled in before the device has responded: saving then would lose it.
      await draftStore.openDraft();
      const errors = draftStore.savePart(part, values);
      if (Object.keys(errors).length === 0) draftStore.clearRefused(isOwn);
      return errors;
    },
    others: () => ({ ...draftStore.formOf(1), ...draftStore.formOf(2) }),
    fill: (values) => fillDraft(type, values),
    marks: () => $draft.get(),
    setMarks: (marks) => draftStore.setMarks(marks),
    copies: answeredParts(type),
  };
}

/** Puts answers into the draft by form path, in any part. No form may show these parts at the time. */
export function fillDraft(type: ApplicationType | null, values: FormState): void {
  const names = Object.keys(values);
  // What photos show is also stored before a type is chosen.
  const placeOf = (name: string): Part | null => (name === PHOTO_MARKS ? 'check' : partOf(type, name));
  for (const part of new Set(names.map(placeOf))) {
    if (!part) continue;
    const own = names.filter((name) => placeOf(name) === part);
    draftStore.typeInPart(
      part,
      own.reduce((form, path) => withValue(form, path, values[path]), valuesOfPart(type, part)),
    );
  }
  draftStore.clearRefused((path) => path in values);
}

function valuesOfPart(type: ApplicationType | null, part: Part): FormState {
  const form = completeForm(type, { part }, draftStore.formOf(PARTS[part].step));
  return Object.fromEntries(Object.keys(emptyForm(type, { part })).map((name) => [name, form[name]]));
}
