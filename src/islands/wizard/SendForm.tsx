/** The last form of the application: the consent, the account's password, the send button, and the outcome. */
import { useStore } from '@nanostores/react';
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { hasEdgeSpace, type PasswordOwner, passwordStrength } from '../../domain/account/plain-password.ts';
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import { TERMS_POINTS } from '../../domain/application/terms.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { shownEmail } from '../../domain/input/shown-email.ts';
import { draftStore } from '../../stores/application/draft.ts';
import { isSending } from '../../stores/application/outgoing.ts';
import type { Submission } from '../../stores/application/submission.ts';
import { $submission, submissionStore } from '../../stores/application/submit.ts';
import type { TextKey } from '../../stores/page-text.ts';
import { $passwordRule, loadPasswordRule } from '../../stores/password-rule.ts';
import { errorText, labelOf } from '../fields/field-texts.ts';
import { focusOpenQuestion } from '../fields/passport/open-questions.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/ChoiceFields.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { focusField, runAfterPress } from '../ui/focus.ts';
import { useLocale, useText } from '../ui/hooks.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useErrorTitle } from '../ui/page-title.ts';
import { draftLinks } from './draft-links.ts';
import { SendOutcome } from './SendOutcome.tsx';
import styles from './sending.module.css';
import { useDraft } from './use-draft.ts';

export function SendForm({ type }: { type: ApplicationType }) {
  const locale = useLocale();
  const t = useText('application');
  const forms = useText('forms');
  const submission = useStore($submission);
  const { phase, refusal, notice } = submission;
  const sending = isSending(submission);
  const refused: FieldErrors = (phase === 'refused' && refusal?.fields) || {};
  const isOfCheck = Object.keys(refused).every((name) => name === 'password');
  const owner = useDraft((draft) => draft.step1Data) as PasswordOwner;
  const given = useDraft((draft) => draft.step2Data.read_check === 'yes');
  const [consent, setConsent] = useState(given);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  /** Counts the presses that found more than one mistake. */
  const [attempts, setAttempts] = useState(0);
  const password = usePassword(owner, refused.password?.[0]);
  const form = useRef<HTMLFormElement>(null);
  const outcome = useRef<HTMLDivElement>(null);

  useErrorTitle(Boolean(password.error) || (wasSubmitted && !consent));
  useSending(sending, outcome);
  // The summary has errors of fields in other parts, and takes the focus.
  useEffect(() => {
    if (phase === 'refused' && !notice && isOfCheck) focusField('password');
  }, [phase, notice, isOfCheck]);

  const send = async (typed: string, again: boolean) => {
    const endLinks = draftLinks.prepareEnd();
    // Reserves space for the progress, so that the second press of a double click hits nothing else.
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
    // Autofill may fire no event, so the values are read from the form.
    const data = new FormData(form.current);
    const typed = String(data.get('password') ?? '');
    const agreed = data.has('read_check');
    if (agreed !== consent) giveConsent(agreed);
    const issue = password.check(typed);
    setWasSubmitted(true);
    if (!agreed && issue) setAttempts((count) => count + 1);
    else if (!agreed) focusField('read_check');
    else if (issue) focusField('password');
    else if (!focusOpenQuestion()) void send(typed, again);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    check();
  };
  const mistakes = [
    ...(wasSubmitted && !consent ? [{ fieldId: 'read_check', code: 'consent_required' }] : []),
    ...(password.error ? [{ fieldId: 'password', code: password.error }] : []),
  ].map(({ fieldId, code }) => ({ fieldId, message: errorText({ t: forms, type }, fieldId, code) }));
  return (
    // Autocomplete is off, so that browsers restore no consent.
    <form noValidate autoComplete="off" onSubmit={submit} className={styles.sendForm} ref={form}>
      <h2>{t('send.submit')}</h2>
      {mistakes.length > 1 && <ErrorSummary errors={mistakes} focusKey={attempts} />}
      <Consent type={type} isGiven={consent} onChange={giveConsent} isMissing={wasSubmitted} />
      <AccountPassword type={type} owner={owner} password={password} />
      <SendOutcome
        submission={submission}
        isOfCheck={isOfCheck}
        email={owner.email ?? ''}
        onSend={() => check(true)}
        ref={outcome}
      />
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

/** After sending, gives the box of the outcome its natural height again. */
function useSending(sending: boolean, outcome: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!sending && outcome.current) outcome.current.style.minHeight = '';
  }, [sending, outcome]);
}

interface ConsentProps {
  type: ApplicationType;
  isGiven: boolean;
  onChange: (isGiven: boolean) => void;
  /** The consent was missing on submit. */
  isMissing: boolean;
}

function Consent({ type, isGiven, onChange, isMissing }: ConsentProps) {
  const locale = useLocale();
  const terms = useText('terms');
  const t = useText('forms');
  return (
    <>
      <details className={styles.terms}>
        <summary>{terms('summary')}</summary>
        <div className="prose">
          {TERMS_POINTS.map((point) => (
            <p key={point}>{terms(`points.${point}`)}</p>
          ))}
          {/* Opens in new tabs, so that the form and its input stay. */}
          <p>
            <span>{`${terms('full')} `}</span>
            <a href={localePath(locale, '/terms')} target="_blank" rel="noopener">
              {terms('terms')}
            </a>
            <span>, </span>
            <a href={localePath(locale, '/privacy')} target="_blank" rel="noopener">
              {terms('privacy')}
            </a>
          </p>
        </div>
      </details>
      <Checkbox
        name="read_check"
        label={labelOf({ t, type }, 'read_check')}
        error={isMissing && !isGiven ? errorText({ t, type }, 'read_check', 'consent_required') : undefined}
        checked={isGiven}
        onChange={onChange}
      />
    </>
  );
}

/** @param rejectedCode the issue that the host reported for the password that was sent */
function usePassword(owner: PasswordOwner, rejectedCode: string | undefined) {
  const { check } = useStore($passwordRule);
  const [value, setValue] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const issue = check(value, owner);
  return {
    value,
    // The host's error stays until another password is typed.
    error: code ?? (value === sent && rejectedCode),
    strength: passwordStrength(value, issue),
    type: (typed: string) => {
      void loadPasswordRule();
      setValue(typed);
      if (code && !check(typed, owner)) setCode(null);
    },
    leave: () => {
      if (value) runAfterPress(() => setCode(issue));
    },
    /** @returns the issue of a password before it is sent */
    check: (typed: string) => {
      const found = check(typed, owner);
      setValue(typed);
      setCode(found);
      return found;
    },
    /** @param typed the password that is being sent */
    onSend: setSent,
  };
}

interface AccountPasswordProps {
  type: ApplicationType;
  owner: PasswordOwner;
  password: ReturnType<typeof usePassword>;
}

function AccountPassword({ type, owner: { email }, password }: AccountPasswordProps) {
  const t = useText('application');
  const forms = useText('forms');
  const { value, error, strength } = password;
  return (
    <>
      {email && <p>{t('password.text', { email: shownEmail(email) })}</p>}
      <input type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField
        name="password"
        label={forms('fields.password.label')}
        hint={forms('password.rules')}
        error={error ? errorText({ t: forms, type }, 'password', error) : undefined}
        note={hasEdgeSpace(value) ? forms('password.space') : ''}
        autoComplete="new-password"
        value={value}
        onChange={(event) => password.type(event.target.value)}
        onBlur={password.leave}
        strength={
          <span className={styles.strength} data-level={strength}>
            <span className={styles.bar} aria-hidden="true" />
            <output>{value ? forms(`password.strength.${strength}`) : ''}</output>
          </span>
        }
      />
    </>
  );
}
