/**
 * Opens the draft, and shows its children only if it can be read and no other tab has it. While it loads, the prerendered
 * form keeps its space, hidden where the device holds a draft (layouts/inline-scripts.ts).
 */
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $draft, openDraft, takeOverDraft } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { LoadingBlock } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { DroppedAnswers, LostFiles, SubmittedNotice } from './DraftNotices.tsx';
import { LazyRescue } from './LazyRescue.tsx';
import { useDraft } from './use-draft.ts';
import styles from './wizard.module.css';

export function DraftGate({ locale, children }: { locale: Locale; children: ReactNode }) {
  const t = textOf(locale, 'application');
  const phase = useDraft((draft) => draft.phase);
  const reason = useDraft((draft) => draft.reason);
  const owner = useDraft((draft) => draft.owner);
  const current = useDraft((draft) => draft.revision);
  // A form that is hydrated after the draft was read starts with its values.
  const [first] = useState(() => $draft.get().revision);
  const revision = Math.max(first, current);

  useEffect(() => {
    void openDraft();
  }, []);
  // The draft's values are in the form now.
  useLayoutEffect(() => {
    if (phase !== 'loading') document.documentElement.removeAttribute('data-draft');
  }, [phase]);

  if (phase === 'unavailable') {
    const newer = reason === 'newer_version';
    return (
      <Notice
        tone="warning"
        title={t(newer ? 'draft.newer.title' : 'draft.unreadable.title')}
        action={newer && <Button onClick={() => location.reload()}>{t('draft.newer.action')}</Button>}
      >
        <p>{t(newer ? 'draft.newer.text' : 'draft.unreadable.text')}</p>
        <LazyRescue locale={locale} />
      </Notice>
    );
  }
  if (owner === 'elsewhere') {
    return (
      <Notice
        tone="warning"
        title={t('draft.elsewhere.title')}
        action={<Button onClick={() => void takeOverDraft()}>{t('draft.elsewhere.action')}</Button>}
      >
        <p>{t('draft.elsewhere.text')}</p>
      </Notice>
    );
  }
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
        <LostFiles locale={locale} />
        <DroppedAnswers locale={locale} />
        {children}
      </Fragment>
    </div>
  );
}
