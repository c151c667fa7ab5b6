/** Says that an application was just sent from this device. */
import { useState } from 'react';
import { WIZARD_ROUTES } from '../../domain/application/steps.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { readSubmitted } from '../../stores/application/submitted.ts';
import { textOf } from '../../stores/page-text.ts';
import { Notice } from '../ui/Notice.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useDraft } from './use-draft.ts';

/** Links to the number of an application that was just sent, above an empty form. */
export function SubmittedNotice({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const hydrated = useHydrated();
  const begun = useDraft(({ saved }) => saved.length > 0);
  const [submitted] = useState(() => (typeof document === 'undefined' ? null : readSubmitted()));
  if (!hydrated || begun || !submitted) return null;
  return (
    <Notice tone="info" title={t('obstacles.sentTitle')}>
      <p>
        <a href={localePath(locale, WIZARD_ROUTES.success)}>{submitted.id === null ? t('obstacles.againOther') : t('obstacles.again', { id: submitted.id })}</a>
      </p>
    </Notice>
  );
}
