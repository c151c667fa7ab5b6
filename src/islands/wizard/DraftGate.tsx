/** Opens the draft, and shows its children if it is readable and in no other tab. Until then the hidden form keeps its space. */
import { Fragment, useEffect, useLayoutEffect, useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $draft, openDraft } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import type { Elements } from '../ui/elements.ts';
import { LoadingBlock } from '../ui/Loading.tsx';
import styles from './frame.module.css';
import { LazyNotice } from './LazyNotice.tsx';
import { SubmittedNotice } from './SubmittedNotice.tsx';
import { useDraft } from './use-draft.ts';

export function DraftGate({ locale, children }: { locale: Locale; children: Elements }) {
  const t = textOf(locale, 'application');
  const phase = useDraft((draft) => draft.phase);
  const owner = useDraft((draft) => draft.owner);
  const current = useDraft((draft) => draft.revision);
  const damaged = useDraft(({ lost, dropped }) => lost.length + dropped.length > 0);
  // A form that is hydrated after the draft was read starts with its values.
  const [first] = useState(() => $draft.get().revision);
  const revision = Math.max(first, current);

  useEffect(() => {
    void openDraft();
  }, []);
  // The form now has the draft's values.
  useLayoutEffect(() => {
    if (phase !== 'loading') document.documentElement.removeAttribute('data-draft');
  }, [phase]);

  if (phase === 'unavailable')
    return <LazyNotice locale={locale} show={({ UnavailableNotice }) => <UnavailableNotice locale={locale} />} />;
  if (owner === 'elsewhere')
    return <LazyNotice locale={locale} show={({ ElsewhereNotice }) => <ElsewhereNotice locale={locale} />} />;
  // Values that were read or deleted remount the forms.
  return (
    <div className="draft-gate" data-phase={phase}>
      {phase === 'loading' && (
        <div className={styles.opening}>
          <LoadingBlock label={t('draft.loading')} lines={6} />
        </div>
      )}
      <Fragment key={revision}>
        <SubmittedNotice locale={locale} />
        {damaged && <LazyNotice locale={locale} show={({ DamageNotices }) => <DamageNotices locale={locale} />} />}
        {children}
      </Fragment>
    </div>
  );
}
