/** A notice above an empty form that an application was just sent from this device. */
import { useState } from 'react';
import { readSubmitted } from '../../stores/application/submitted.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { LazyNotice } from './LazyNotice.tsx';
import { useDraft } from './use-draft.ts';

export function SubmittedNotice() {
  const hydrated = useHydrated();
  const begun = useDraft(({ saved }) => saved.length > 0);
  const [submitted] = useState(() => (typeof document === 'undefined' ? null : readSubmitted()));
  if (!hydrated || begun || !submitted) return null;
  return <LazyNotice show={({ SentNotice }) => <SentNotice id={submitted.id} />} />;
}
