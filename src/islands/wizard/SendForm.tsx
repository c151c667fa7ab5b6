/** The last form of the application: the consent, the account's password, the send button, and the outcome. */

import { useStore } from '@nanostores/react';
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { PasswordOwner } from '../../domain/account/plain-password.ts';
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { draftStore } from '../../stores/application/draft.ts';
import type { Submission } from '../../stores/application/submission.ts';
import { $submission, submissionStore } from '../../stores/application/submit.ts';
import { isReloading } from '../../stores/browser/new-version.ts';
import type { TextKey } from '../../stores/text-keys.ts';
import { focusOpenQuestion } from '../fields/passport/open-questions.ts';
import { Button } from '../ui/Button.tsx';
import { focusField } from '../ui/focus-field.ts';
import { useErrorTitle } from '../ui/page-title.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import { AccountPassword, usePassword } from './AccountPassword.tsx';
import { Consent } from './Consent.tsx';
import { prepareDraftLinksEnd } from './draft-links.ts';
import { SendOutcome } from './SendOutcome.tsx';
import styles from './sending.module.css';
import { useDraft } from './use-draft.ts';

export function SendForm({ type }: { type: ApplicationType }) {
  const locale = useLocale();
  const t = useText('application');
  const submission = useStore($submission);
  const { phase, error, notice } = submission;
  const sending = phase === 'sending' || phase === 'checking';
  const refused: FieldErrors = (phase === 'refused' && error?.fields) || {};
  const isOfCheck = Object.keys(refused).every((name) => name === 'password');
  const owner = useDraft((draft) => draft.step1Data) as PasswordOwner;
  const given = useDraft((draft) => draft.step2Data.read_check === 'yes');
  const [consent, setConsent] = useState(given);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const password = usePassword(owner, refused.password?.[0]);
  const form = useRef<HTMLFormElement>(null);
  const outcome = useRef<HTMLDivElement>(null);

  useErrorTitle(Boolean(password.error) || (wasSubmitted && !consent));
  useSending(sending, outcome);
  // Fields of other parts are in the summary, which takes the focus.
  useEffect(() => {
    if (phase === 'refused' && !notice && isOfCheck) focusField('password');
  }, [phase, notice, isOfCheck]);

  const send = async (typed: string, again: boolean) => {
    const endLinks = prepareDraftLinksEnd();
    // Keeps space for the progress, so that a double click's second press hits nothing else.
    if (outcome.current) outcome.current.style.minHeight = `${outcome.current.offsetHeight}px`;
    password.onSend(typed);
    await submissionStore.submitApplication(typed, locale, again);
    if ($submission.get().phase === 'done') await endLinks();
  };
  const giveConsent = (next: boolean) => {
    setConsent(next);
    draftStore.typeInPart('check', { read_check: next ? 'yes' : 'no' }, 'read_check');
  };
  const check = (again = false) => {
    if (sending || !form.current) return;
    // Autofill may fire no event.
    const data = new FormData(form.current);
    const typed = String(data.get('password') ?? '');
    const agreed = data.has('read_check');
    if (agreed !== consent) giveConsent(agreed);
    const issue = password.check(typed);
    setWasSubmitted(true);
    if (!agreed) focusField('read_check');
    else if (issue) focusField('password');
    else if (!focusOpenQuestion()) void send(typed, again);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    check();
  };
  return (
    <form noValidate onSubmit={submit} className={styles.sendForm} ref={form}>
      <h2>{t('send.submit')}</h2>
      <Consent type={type} isGiven={consent} onChange={giveConsent} isMissing={wasSubmitted} />
      <AccountPassword {...{ type, owner, password }} />
      <SendOutcome {...{ submission, isOfCheck }} email={owner.email ?? ''} onSend={() => check(true)} ref={outcome} />
      <div className="button-row">
        <Button type="submit" busy={sending} busyLabel={t('send.busy')}>
          {t(LABELS[phase] ?? 'send.submit')}
        </Button>
      </div>
    </form>
  );
}

const LABELS: Partial<Record<Submission['phase'], TextKey<'application'>>> = {
  failed: 'send.again',
  unknown: 'send.unknown.check',
};

function warnBeforeUnload(event: BeforeUnloadEvent): void {
  if (!isReloading()) event.preventDefault();
}

/** While sending: warns before the page is left. Afterwards the box of the outcome gets its natural height back. */
function useSending(sending: boolean, outcome: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!sending) return;
    addEventListener('beforeunload', warnBeforeUnload);
    return () => {
      removeEventListener('beforeunload', warnBeforeUnload);
      if (outcome.current) outcome.current.style.minHeight = '';
    };
  }, [sending, outcome]);
}
