/** The last page of the form: all answers, the consent, the password, sending. */
import { useEffect } from 'react';
import { WIZARD_ROUTES } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $draft, draftStore, waitForDraft } from '../../stores/application/draft.ts';
import { IDLE_SUBMISSION, type Submission } from '../../stores/application/submission.ts';
import { $submission } from '../../stores/application/submit.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useViewTitle } from '../ui/page-title.ts';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import { usePageLocale } from '../ui/use-page-locale.ts';
import { DraftGate } from './DraftGate.tsx';
import styles from './frame.module.css';
import { LazyNotice, LazyRescue } from './LazyNotice.tsx';
import { overviewHref, replacePage } from './navigation.ts';
import { loadQuestions, Review } from './Review.tsx';
import { useDraft } from './use-draft.ts';
import { WizardFrame } from './WizardFrame.tsx';

await waitForDraft();
await loadQuestions();

export interface CheckPageProps {
  type: ApplicationType;
}

export const CheckPage = withErrorBoundary(CheckPageIsland, { Help: LazyRescue, useShownLocale: usePageLocale });

function CheckPageIsland({ type }: CheckPageProps) {
  const locale = useLocale();
  const { phase } = useClientStore($submission, IDLE_SUBMISSION);
  // A received application's draft is deleted a moment before the phase changes; a draft that exists now is a new one.
  const isDraftEmpty = useDraft((draft) => draft.type === null);
  const done = isDraftEmpty && phase === 'done';
  useEffect(() => {
    if (done && $draft.get().type === null) replacePage(localePath(locale, WIZARD_ROUTES.success));
  }, [done, locale]);
  if (isDraftEmpty && ARRIVING.has(phase)) return <Done />;
  return (
    <WizardFrame type={type} current="check">
      <DraftGate>
        <Check type={type} />
      </DraftGate>
    </WizardFrame>
  );
}

/** With an empty draft these mean that it has arrived. Nothing else is shown meanwhile, and no script is fetched for it. */
const ARRIVING = new Set<Submission['phase']>(['sending', 'checking', 'done']);

function Check({ type }: CheckPageProps) {
  const locale = useLocale();
  const chosen = useDraft((draft) => draft.type);
  const ready = useDraft((draft) => draft.phase === 'ready');
  useEffect(() => {
    if (!ready) return;
    if ($draft.get().type) draftStore.openPart('check');
    // Nothing to check: the overview asks for the type, or shows the submission. Sending ends with the draft deleted.
    else if ($submission.get().phase === 'idle') replacePage(overviewHref(locale));
  }, [ready, locale]);
  if (!ready || !chosen) return null;
  if (chosen !== type) {
    const other = { type, chosen };
    return <LazyNotice show={({ OtherTypeNotice }) => <OtherTypeNotice {...other} />} />;
  }
  return <Review type={type} />;
}

function Done() {
  const t = useText('application');
  useViewTitle(t('send.done'));
  return (
    <div className={styles.main}>
      <h1 tabIndex={-1}>{t('send.done')}</h1>
      <output className="spinner-box">
        <span className="spinner" aria-hidden="true" />
        <span className="visually-hidden">{t('send.opening')}</span>
      </output>
    </div>
  );
}
