/** Reads a part of the draft; renders only when that part changes, and never on the draft's every saving. */

import { useStore } from '@nanostores/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { type PartProgress, partStates } from '../../domain/application/part-states.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { $draft, checkDraft, type Draft } from '../../stores/application/draft.ts';
import { $refused } from '../../stores/application/refused.ts';
import { whenIdle } from '../ui/lazy.tsx';

/** As the page was prerendered, before anything was read from the device. */
const unread = $draft.get();

const listen = (told: () => void) => $draft.listen(told);

/** @param select gives a value that stays the same as long as nothing it is about changes */
export function useDraft<Value>(select: (draft: Draft) => Value): Value {
  return useSyncExternalStore(
    listen,
    () => select($draft.get()),
    () => select(unread),
  );
}

/** How far each part is. What is wrong in a part is known as soon as the rules are there; until then saved counts as done. */
/** As of the page's opening, and of each part that is saved while it is open. */
export function usePartStates(type: ApplicationType | null): PartProgress[] {
  const saved = useDraft((draft) => draft.saved);
  const revision = useDraft((draft) => draft.revision);
  const phase = useDraft((draft) => draft.phase);
  const refused = useStore($refused, { ssr: 'initial' });
  const [errors, setErrors] = useState<FieldErrors>({});
  useEffect(() => {
    if (phase !== 'ready') return undefined;
    let gone = false;
    whenIdle(async () => {
      const found = await checkDraft();
      if (found && !gone) setErrors(found);
    });
    return () => {
      gone = true;
    };
  }, [type, saved, revision, phase]);
  return partStates(type, saved, { ...errors, ...refused });
}
