/**
 * The consent, the password of the account, the button that sends, and what comes of it. The password is in this component's
 * state and in the call, nowhere else.
 */
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { hasEdgeSpace, passwordStrength } from '../../domain/account/plain-password.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { shownEmail } from '../../domain/input/email.ts';
import type { ApiError } from '../../stores/api/request.ts';
import { typeInPart } from '../../stores/application/draft.ts';
import type { AddressFound, Submission } from '../../stores/application/submission-state.ts';
import { $submission, submitApplication } from '../../stores/application/submit.ts';
import { isReloading } from '../../stores/browser/new-version.ts';
import { textOf } from '../../stores/page-text.ts';
import { $passwordRule, loadPasswordRule } from '../../stores/password-rule.ts';
import type { TextKey } from '../../stores/text-keys.ts';
import { errorText } from '../fields/field-texts.ts';
import { ProblemNotice } from '../fields/ProblemNotice.tsx';
import { afterPress } from '../ui/after-press.ts';
import { Button } from '../ui/Button.tsx';
import { focusField } from '../ui/focus-field.ts';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useErrorTitle } from '../ui/page-title.ts';
import { Consent } from './Consent.tsx';
import { companyLinkEnder } from './company-link.ts';
import { LazyNotice } from './LazyNotice.tsx';
import { SendProgress } from './SendProgress.tsx';
import { useDraft } from './use-draft.ts';
import styles from './wizard.module.css';

export function SendForm({ locale, type }: { locale: Locale; type: ApplicationType }) {
  const t = textOf(locale, 'application');
  const forms = textOf(locale, 'forms');
  const { phase, error, notice, uncertain, arrivedBefore, found } = useStore($submission);
  const given = useDraft((draft) => draft.step2Data.read_check === 'yes');
  const [consent, setConsent] = useState(given);
  const [tried, setTried] = useState(false);
  const owner = useDraft((draft) => draft.step1Data) as { name?: string; surname?: string; email?: string };
  const sentBefore = useDraft((draft) => draft.sentAt) !== null;
  const { check: checkPassword } = useStore($passwordRule);
  const [password, setPassword] = useState('');
  const issueOf = (typed: string) => checkPassword(typed, owner);
  const issue = issueOf(password);
  const [code, setCode] = useState<string | null>(null);
  const sending = phase === 'sending' || phase === 'checking';
  const refused = phase === 'refused' ? (error?.fields ?? {}) : {};
  const [refusedPassword, setRefusedPassword] = useState<string | null>(null);
  // The host's judgement stands until another password is typed.
  const shown = code ?? (password === refusedPassword ? (refused.password?.[0] ?? null) : null);
  const isOfCheck = Object.keys(refused).every((name) => name === 'password');

  useErrorTitle(shown || (tried && !consent) ? forms('errorPrefix') : undefined);

  useEffect(() => {
    if (!sending) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!isReloading()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [sending]);

  // What was told makes way for the progress: held open, so that the second press of a double click meets nothing else.
  const outcome = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!sending && outcome.current) outcome.current.style.minHeight = '';
  }, [sending]);

  // Fields of other parts are in the summary, which takes the focus.
  useEffect(() => {
    if (phase === 'refused' && !notice && isOfCheck) focusField('password');
  }, [phase, notice, isOfCheck]);

  const send = async (typed: string, again: boolean) => {
    const endCompanyLink = companyLinkEnder();
    if (outcome.current) outcome.current.style.minHeight = `${outcome.current.offsetHeight}px`;
    setRefusedPassword(typed);
    await submitApplication(typed, locale, again);
    if ($submission.get().phase === 'done') await endCompanyLink();
  };
  const check = (again = false) => {
    if (sending || !form.current) return;
    // What a program fills in comes without an event.
    const data = new FormData(form.current);
    const typed = String(data.get('password') ?? '');
    const agreed = data.has('read_check');
    if (agreed !== consent) giveConsent(agreed);
    const found = issueOf(typed);
    setPassword(typed);
    setCode(found);
    setTried(true);
    if (!agreed) focusField('read_check');
    else if (found) focusField('password');
    else void send(typed, again);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    check();
  };
  const giveConsent = (next: boolean) => {
    setConsent(next);
    typeInPart('check', { read_check: next ? 'yes' : 'no' }, 'read_check');
  };
  const typePassword = (value: string) => {
    void loadPasswordRule();
    setPassword(value);
    if (code && !checkPassword(value, owner)) setCode(null);
  };
  const strength = passwordStrength(password, issue);

  return (
    <form noValidate onSubmit={submit} className={styles.sendForm} ref={form}>
      <h2>{forms('parts.check.title')}</h2>
      <Consent locale={locale} type={type} given={consent} onChange={giveConsent} missing={tried} />
      <h2>{t('password.title')}</h2>
      {owner.email && <p>{t('password.text', { email: shownEmail(owner.email) })}</p>}
      <input type="email" name="username" autoComplete="username" value={owner.email ?? ''} readOnly hidden />
      <PasswordField
        name="password"
        label={forms('fields.password.label')}
        hint={forms('password.rules')}
        error={shown ? errorText({ t: forms, type }, 'password', shown) : undefined}
        note={hasEdgeSpace(password) ? forms('password.space') : ''}
        errorPrefix={forms('errorPrefix')}
        autoComplete="new-password"
        showLabel={forms('password.show')}
        hideLabel={forms('password.hide')}
        value={password}
        onChange={(event) => typePassword(event.target.value)}
        onBlur={() => {
          if (password) afterPress(() => setCode(issue));
        }}
        strength={
          <span className={styles.strength} data-level={strength}>
            <span className={styles.bar} aria-hidden="true" />
            <output>{password ? forms(`password.strength.${strength}`) : ''}</output>
          </span>
        }
      />
      <div ref={outcome} className={styles.outcome}>
        {sentBefore && phase === 'idle' && (
          <Notice tone="info" title={t('send.before.title')}>
            <p>{t('send.before.text')}</p>
          </Notice>
        )}
        {phase === 'failed' && error && (
          <ProblemNotice locale={locale} problem={error} text={t(uncertain ? 'send.uncertain' : 'send.kept')} focused />
        )}
        {phase === 'unknown' && (
          <UnknownNotice
            locale={locale}
            email={owner.email ?? ''}
            found={found ?? 'unknown'}
            onSend={() => check(true)}
          />
        )}
        {phase === 'refused' && arrivedBefore && (
          <LazyNotice locale={locale} show={({ ArrivedNotice }) => <ArrivedNotice locale={locale} canSendAgain />} />
        )}
        {phase === 'refused' && notice && (
          <ProblemNotice
            locale={locale}
            problem={notice}
            text={t('send.kept')}
            action={SIGN_IN_HELPS.has(notice.code) && <SignInLink locale={locale} />}
            focused={isOfCheck}
          />
        )}
        {sending && <SendProgress locale={locale} />}
      </div>
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

/** Where the application may be in the account. */
const SIGN_IN_HELPS = new Set<ApiError['code']>(['email_taken', 'conflict']);

function SignInLink({ locale }: { locale: Locale }) {
  return (
    <a className="button button--quiet" href={localePath(locale, '/auth/login')}>
      {textOf(locale, 'forms')('problems.email_taken.action')}
    </a>
  );
}

interface UnknownNoticeProps {
  locale: Locale;
  email: string;
  found: AddressFound;
  /** The applicant decides to send it again. */
  onSend: () => void;
}

/** No answer came, and only the applicant can decide what follows: what is known, and the ways on. */
function UnknownNotice({ locale, email, found, onSend }: UnknownNoticeProps) {
  const t = textOf(locale, 'application');
  const box = useRef<HTMLDivElement>(null);
  useErrorTitle(textOf(locale, 'forms')('errorPrefix'));
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice
        tone="error"
        title={t('send.unknown.title')}
        action={
          <span className="button-row">
            <SignInLink locale={locale} />
            <Button kind="quiet" onClick={onSend}>
              {t('send.unknown.again')}
            </Button>
          </span>
        }
      >
        <p>{t(`send.unknown.${found}`, { email })}</p>
        <p>{t('send.unknown.text')}</p>
        <p>{t('send.kept')}</p>
      </Notice>
    </div>
  );
}
