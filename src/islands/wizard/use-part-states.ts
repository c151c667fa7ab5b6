/** How far each part is. What is wrong in a part is known as soon as the rules are there; until then saved counts as done. */

import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { type PartProgress, partStates } from '../../domain/application/part-states.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { $refused, checkDraft } from '../../stores/application/draft.ts';
import { whenIdle } from '../ui/later.ts';
import { useDraft } from './use-draft.ts';

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
