/** Hooks that read the draft and render only when their selection changes. */
import { useEffect, useState, useSyncExternalStore } from 'react';
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

/** The state of each part. Errors, and which parts are begun, are known once the browser was idle; until then a saved part is done. */
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
