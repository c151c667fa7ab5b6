/** Hooks that read the draft and render only when what they select changes. */
import { useStore } from '@nanostores/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { type PartProgress, partStates } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { $draft, $refused, checkDraft, type Draft } from '../../stores/application/draft.ts';
import { whenIdle } from '../ui/lazy.tsx';

/** As the page was prerendered. */
const prerendered = $draft.get();

const listen = (listener: () => void) => $draft.listen(listener);

/** @param select gives a primitive, or the same object until it changes */
export function useDraft<Value>(select: (draft: Draft) => Value): Value {
  return useSyncExternalStore(
    listen,
    () => select($draft.get()),
    () => select(prerendered),
  );
}

/** How far each part is. What is wrong in a part is known as soon as the rules are there; until then saved counts as done. */
/** The state of each part. Errors are known once the browser was idle; until then a saved part counts as done. */
export function usePartStates(type: ApplicationType | null): PartProgress[] {
  const saved = useDraft((draft) => draft.saved);
  const revision = useDraft((draft) => draft.revision);
  const phase = useDraft((draft) => draft.phase);
  const refused = useStore($refused, { ssr: 'initial' });
  const [errors, setErrors] = useState<FieldErrors>({});
  useEffect(() => {
    if (phase !== 'ready') return undefined;
    let gone = false;
    whenIdle(() => {
      if (!gone) setErrors(checkDraft());
    });
    return () => {
      gone = true;
    };
  }, [type, saved, revision, phase]);
  return partStates(type, saved, { ...errors, ...refused });
}
