/** Hooks that read the draft and render only when their selection changes. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { type PartProgress, partStates } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { $draft, type Draft, draftStore } from '../../stores/application/draft.ts';
import { whenIdle } from '../../stores/browser/when-idle.ts';

/** As the page was prerendered. */
const prerendered = $draft.get();

/** @param select returns a primitive, or the same object until it changes */
export function useDraft<Value>(select: (draft: Draft) => Value): Value {
  return useSyncExternalStore(
    $draft.listen,
    () => select($draft.get()),
    () => select(prerendered),
  );
}

/** The state of each part. Errors are known once the browser was idle; until then a saved part counts as done. */
export function usePartStates(type: ApplicationType | null): PartProgress[] {
  const saved = useDraft((draft) => draft.saved);
  const revision = useDraft((draft) => draft.revision);
  const phase = useDraft((draft) => draft.phase);
  const refused = useDraft((draft) => draft.refused);
  const [errors, setErrors] = useState<FieldErrors>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: checkAll reads the draft itself; its errors follow from these.
  useEffect(() => {
    if (phase !== 'ready') return undefined;
    let cancelled = false;
    whenIdle(() => {
      if (!cancelled) setErrors(draftStore.checkAll());
    });
    return () => {
      cancelled = true;
    };
  }, [type, saved, revision, phase]);
  return partStates(type, saved, { ...errors, ...refused });
}
