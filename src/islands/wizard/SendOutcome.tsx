/** The outcome of sending the application: progress, refusals and next steps. */
import type { RefObject } from 'react';
import { localePath } from '../../domain/i18n/paths.ts';
import type { CallRefusal } from '../../stores/api/request.ts';
import type { EmailAvailability, Submission } from '../../stores/application/submission.ts';
import { pageText } from '../../stores/page-text.ts';
import { RefusalNotice } from '../fields/RefusalNotice.tsx';
import { Button } from '../ui/Button.tsx';
import { useFocus } from '../ui/focus.ts';
import { useLocale, useText } from '../ui/hooks.ts';
import { Notice } from '../ui/Notice.tsx';
import { useErrorTitle } from '../ui/page-title.ts';
import { LazyNotice } from './LazyNotice.tsx';
import { SendProgress } from './SendProgress.tsx';
import styles from './sending.module.css';
import { useDraft } from './use-draft.ts';

interface SendOutcomeProps {
  submission: Submission;
  email: string;
  /** No field of other parts was rejected, so that nothing above the form takes the focus. */
  isOfCheck: boolean;
  /** Called when the applicant decides to send it again. */
  onSend: () => void;
  ref: RefObject<HTMLDivElement | null>;
}

export function SendOutcome({ submission, email, isOfCheck, onSend, ref }: SendOutcomeProps) {
  const t = useText('application');
  const sentBefore = useDraft((draft) => draft.sentAt) !== null;
  const { phase, refusal, notice, uncertain, arrivedBefore, emailAvailability = 'unknown' } = submission;
  return (
    <div ref={ref} className={styles.outcome}>
      {sentBefore && phase === 'idle' && (
        <Notice tone="info" title={t('send.before.title')} text={t('send.before.text')} />
      )}
      {phase === 'failed' && refusal && (
        <RefusalNotice refusal={refusal} text={t(uncertain ? 'send.uncertain' : 'send.kept')} focused />
      )}
      {phase === 'unknown' && <UnknownNotice email={email} found={emailAvailability} onSend={onSend} />}
      {phase === 'refused' && arrivedBefore && (
        <LazyNotice show={({ ArrivedNotice }) => <ArrivedNotice canSendAgain />} />
      )}
      {phase === 'refused' && notice && (
        <RefusalNotice
          refusal={notice}
          text={t('send.kept')}
          action={SIGN_IN_ERRORS.has(notice.code) && <SignInLink />}
          focused={isOfCheck}
        />
      )}
      <SendProgress />
    </div>
  );
}

/** Refusals after which the application may be in the account. */
const SIGN_IN_ERRORS = new Set<CallRefusal['code']>(['email_taken', 'conflict']);

function SignInLink() {
  const locale = useLocale();
  return (
    <a className="button button--quiet" href={localePath(locale, '/auth/login')}>
      {pageText(locale, 'forms')('refusals.email_taken.action')}
    </a>
  );
}

/** No response came, and only the applicant can decide what to do: known facts, and next steps. */
function UnknownNotice({ email, found, onSend }: { email: string; found: EmailAvailability; onSend: () => void }) {
  const t = useText('application');
  const box = useFocus<HTMLDivElement>();
  useErrorTitle();
  return (
    <div ref={box} tabIndex={-1}>
      <Notice
        tone="error"
        title={t('send.unknown.title')}
        action={
          <span className="button-row">
            <SignInLink />
            <Button kind="quiet" onClick={onSend}>
              {t('send.unknown.again')}
            </Button>
          </span>
        }
        text={t(`send.unknown.${found}`, { email })}
      >
        <p>{t('send.unknown.text')}</p>
        <p>{t('send.kept')}</p>
      </Notice>
    </div>
  );
}
