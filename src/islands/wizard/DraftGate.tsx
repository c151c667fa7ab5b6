/**
 * Opens the draft, and shows its children if it is readable and no other tab has it. Until then the hidden form reserves its
 * space.
 */
import { Fragment, useEffect, useLayoutEffect, useState } from 'react';
import { $draft, draftStore } from '../../stores/application/draft.ts';
import { $outgoing, isSending } from '../../stores/application/outgoing.ts';
import type { Submission } from '../../stores/application/submission.ts';
import { lastSubmitted } from '../../stores/application/submitted.ts';
import { ports } from '../../stores/browser/ports.ts';
import { LazyDatabaseNotice, useIsOutdated } from '../fields/LazyDatabaseNotice.tsx';
import type { Elements } from '../ui/elements.ts';
import { useClientStore, useHydrated, useLocale, useText } from '../ui/hooks.ts';
import { LoadingBlock } from '../ui/Loading.tsx';
import styles from './frame.module.css';
import { LazyDamage, LazyNotice } from './LazyNotice.tsx';
import { useDraft } from './use-draft.ts';

const watchMove = () => import('../../stores/parcel/draft-sender.ts').then(({ draftSender }) => draftSender.resume());

interface DraftGateProps {
  children: Elements;
  /** The children show the submission themselves. */
  shownSubmission?: boolean;
}

export function DraftGate({ children, shownSubmission = false }: DraftGateProps) {
  const t = useText('application');
  const phase = useDraft((draft) => draft.phase);
  const owner = useDraft((draft) => draft.owner);
  const current = useDraft((draft) => draft.revision);
  const damaged = useDraft(({ lost, dropped }) => lost.length + dropped.length > 0);
  // A form that is hydrated after the draft was read starts with its values.
  const [first] = useState(() => $draft.get().revision);
  const revision = Math.max(first, current);

  const isOutdated = useIsOutdated();
  const submission = useClientStore($outgoing);
  const outgoing = shownSubmission ? null : submission;
  const move = useDraft((draft) => draft.move);
  const isMoving = move?.movedAt === null;

  useEffect(() => {
    void draftStore.openDraft();
  }, []);
  // Called on every page of the form, since another device may use the link at any time.
  useEffect(() => {
    if (isMoving) watchMove().catch(() => undefined);
  }, [isMoving]);
  // The form now has the draft's values.
  useLayoutEffect(() => {
    if (phase !== 'loading') document.documentElement.removeAttribute('data-draft');
  }, [phase]);

  if (isOutdated) return <LazyDatabaseNotice />;
  // Edits would be deleted with the draft once the application has arrived.
  if (isSending(outgoing)) return <LazyNotice show={({ SendingNotice }) => <SendingNotice />} />;
  if (phase === 'unavailable') return <LazyNotice show={({ UnavailableNotice }) => <UnavailableNotice />} />;
  if (owner === 'elsewhere') return <LazyNotice show={({ ElsewhereNotice }) => <ElsewhereNotice />} />;
  if (move?.movedAt) return <LazyNotice show={({ MovedNotice }) => <MovedNotice />} />;
  // Forms are remounted when values were read or deleted.
  return (
    <>
      <LazyDatabaseNotice />
      <div className="draft-gate" data-phase={phase}>
        {phase === 'loading' && (
          <div className={styles.opening}>
            <LoadingBlock label={t('draft.loading')} lines={6} />
          </div>
        )}
        <Fragment key={revision}>
          <EmptyFormNotice />
          {isUnsuccessful(outgoing) && <LazyNotice show={({ NotSentNotice }) => <NotSentNotice />} />}
          {damaged && <LazyDamage />}
          {children}
        </Fragment>
      </div>
    </>
  );
}

const UNSUCCESSFUL: readonly (Submission['phase'] | undefined)[] = ['refused', 'failed', 'unknown'];
const isUnsuccessful = (submission: Submission | null) => UNSUCCESSFUL.includes(submission?.phase);

/** Why the form is empty: its draft was sent, or was deleted since this entry of the history showed it. */
function EmptyFormNotice() {
  const locale = useLocale();
  const hydrated = useHydrated();
  const begun = useDraft(({ saved }) => saved.length > 0);
  const isStored = useDraft(({ savedAt }) => savedAt !== null);
  const isRead = useDraft(({ phase, saveState }) => phase === 'ready' && saveState !== 'failed');
  const [submitted] = useState(() => (typeof document === 'undefined' ? null : lastSubmitted.read()));
  const [goneSince] = useState(() => ($draft.get().savedAt === null ? readDraftSeen() : null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another entry of the history.
  useEffect(() => {
    if (isStored) history.replaceState({ ...history.state, [DRAFT_SEEN]: ports.now() }, '');
  }, [isStored, locale]);
  if (!hydrated || begun) return null;
  if (goneSince !== null && !(submitted && Date.parse(submitted.at) >= goneSince))
    return isRead && <LazyNotice show={({ GoneNotice }) => <GoneNotice />} />;
  return submitted && <LazyNotice show={({ SentNotice }) => <SentNotice id={submitted.id} />} />;
}

/** Property in the state of a history entry that has shown a stored draft: when, in milliseconds. */
const DRAFT_SEEN = 'draftSeen';

/** Null in a build as well. */
function readDraftSeen(): number | null {
  const seen: unknown = globalThis.history?.state?.[DRAFT_SEEN];
  return typeof seen === 'number' ? seen : null;
}
