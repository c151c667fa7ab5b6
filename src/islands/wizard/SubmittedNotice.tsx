/** A notice above an empty form that an application was just sent from this device. */
import { useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { readSubmitted } from '../../stores/application/submitted.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { LazyNotice } from './LazyNotice.tsx';
import { useDraft } from './use-draft.ts';

export function SubmittedNotice({ locale }: { locale: Locale }) {
  const hydrated = useHydrated();
  const begun = useDraft(({ saved }) => saved.length > 0);
  const [submitted] = useState(() => (typeof document === 'undefined' ? null : readSubmitted()));
  if (!hydrated || begun || !submitted) return null;
  return <LazyNotice locale={locale} show={({ SentNotice }) => <SentNotice locale={locale} id={submitted.id} />} />;
}
