/** The parts of a submitted application: requested changes, edits and errors of each, and the form that sends them all. */
import { type SubmitEvent, useState } from 'react';
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import { askedUnchanged, changeableParts } from '../../domain/application/asked-fields.ts';
import { fieldLabel } from '../../domain/application/field-names.ts';
import { type FieldName, PARTS, type Part, partOf } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { isReapplication, mailsSteps, type StatusEntry } from '../../domain/application/status.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { photoMarksIn } from '../../domain/application/wire-names.ts';
import { writtenTime } from '../../domain/i18n/dates.ts';
import { $changes, changeStore } from '../../stores/account/changes.ts';
import { $currentStatus, $record } from '../../stores/account/record.ts';
import { $scanResultsVersion, notifyScanResults } from '../../stores/application/scan-result.ts';
import { pageText } from '../../stores/page-text.ts';
import { errorText, labelOf, mistakesText, summaryText } from '../fields/field-texts.ts';
import { PartGroup } from '../fields/PartGroup.tsx';
import { LazyReview } from '../fields/passport/LazyReview.tsx';
import { lazyPassportReview } from '../fields/passport/lazy-passport.ts';
import { focusOpenQuestion } from '../fields/passport/open-questions.ts';
import { RefusalNotice } from '../fields/RefusalNotice.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { ProgressBar, StatusText } from '../ui/Loading.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import styles from './Change.module.css';
import { ReviewerNote } from './ChangeRequest.tsx';
import { changeHref } from './change-place.ts';
import { SignInButton } from './SignInButton.tsx';
import { waitsForApplicant } from './stage-words.ts';

interface ChangeListProps {
  type: ApplicationType;
  entry: StatusEntry | null;
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
  /** The errors that the host reported, by form path. */
  refused: FieldErrors;
  onRefused: (errors: FieldErrors) => void;
  /** Fills in answers, by form path. */
  fill: (values: FormState) => void;
  /** Returns to the view for reading. */
  onLeave: () => void;
}

export function ChangeList({ type, entry, asked, refused, onRefused, fill, onLeave }: ChangeListProps) {
  const locale = useLocale();
  const t = useText('auth');
  const words = { t: pageText(locale, 'forms'), type };
  const { changed } = useClientStore($changes);
  const [attempts, setAttempts] = useState(0);
  const errors = { ...changeStore.checkChanges(), ...refused };
  const states = changeStates(type, { asked, changed, errors });
  const rows = (parts: typeof states) => parts.map((state) => <ChangeRow key={state.part} type={type} state={state} />);

  const showErrors = (newErrors: FieldErrors) => {
    const own = changeStore.checkChanges();
    onRefused(Object.fromEntries(Object.entries(newErrors).filter(([path]) => !(path in own))));
    setAttempts((before) => before + 1);
  };
  const takeFromPhoto = (values: FormState) => {
    fill(values);
    notifyScanResults();
  };
  const summary = Object.entries(attempts > 0 || Object.keys(refused).length > 0 ? errors : {});
  const withAsked = states.filter((state) => state.asked.length > 0);
  const others = states.filter((state) => state.asked.length === 0);
  return (
    <div className={styles.list}>
      <ErrorSummary
        errors={summary.map(([path, [code = 'required']]) => ({
          ...(partOf(type, path) ? { href: changeHref(locale, type, { field: path }) } : { fieldId: path }),
          message: summaryText(words, path, code),
        }))}
        focusKey={attempts || undefined}
      />
      {entry && waitsForApplicant(entry.status_type) && <ReviewerNote entry={entry} />}
      {entry && isReapplication(entry.status_type) && (
        <p className="lead">{t('person.change.againText', { context: entry.status_type })}</p>
      )}
      {withAsked.length > 0 ? (
        <>
          <PartGroup title={t('person.change.askedParts')}>{rows(withAsked)}</PartGroup>
          {others.length > 0 && <PartGroup title={t('person.change.otherParts')}>{rows(others)}</PartGroup>}
        </>
      ) : (
        ([1, 2] as const).map((step) => (
          <PartGroup key={step} title={pageText(locale, 'application')(step === 1 ? 'groups.person' : 'groups.trip')}>
            {rows(others.filter(({ part }) => PARTS[part].step === step))}
          </PartGroup>
        ))
      )}
      <PhotoQuestions type={type} onChange={takeFromPhoto} />
      <ChangeSending
        type={type}
        asked={asked}
        passwordError={refused.current_password?.[0]}
        onPassword={() => refused.current_password && onRefused({})}
        onErrors={showErrors}
        onLeave={onLeave}
      />
    </div>
  );
}

const hasPhotoQuestions = () => photoMarksIn(changeStore.currentForm()) !== '';

/** Answers that differ from the photo of a new passport: each needs an answer before the changes are sent. */
function PhotoQuestions({ type, onChange }: { type: ApplicationType; onChange: (values: FormState) => void }) {
  const locale = useLocale();
  useClientStore($scanResultsVersion);
  const form = changeStore.currentForm();
  if (!hasPhotoQuestions()) return null;
  const words = { locale, type, t: pageText(locale, 'forms') };
  return <LazyReview form={form} words={words} doubts={[]} mustAnswer onChange={onChange} />;
}

function ChangeRow({ type, state: { part, left, changed, errors } }: { type: ApplicationType; state: ChangeState }) {
  const locale = useLocale();
  const t = useText('auth');
  const application = useText('application');
  const words = { t: pageText(locale, 'forms'), type };
  const labels = (names: readonly string[]) => names.map((name) => labelOf(words, name)).join('; ');
  const more = (count: number) => application('overview.more', { count });
  const mistakes = mistakesText(words, errors, more);
  const needsWork = mistakes !== '' || left.length > 0;
  const ownState = needsWork ? t('person.change.toDo') : changed.length > 0 && t('person.change.done');
  const state = mistakes ? application('states.attention') : ownState;
  const field = left[0] ?? Object.keys(errors)[0];
  return (
    <li>
      <a href={changeHref(locale, type, { part, field })}>{words.t(`parts.${part}.title`, { context: type })}</a>
      {state && (
        <span className="part-state" data-state={needsWork ? 'attention' : 'done'}>
          {state}
        </span>
      )}
      {left.length > 0 && (
        <span className={`part-list__why ${styles.asked}`}>{t('person.change.askedFor', { names: labels(left) })}</span>
      )}
      {mistakes && <span className="part-list__why">{mistakes}</span>}
      {changed.length > 0 && (
        <span className="part-list__why">{t('person.change.changedHere', { names: labels(changed) })}</span>
      )}
    </li>
  );
}

interface ChangeFacts {
  asked: readonly FieldName[];
  changed: readonly string[];
  /** Errors of the whole application by form path. */
  errors: FieldErrors;
}

interface ChangeState {
  part: Part;
  asked: FieldName[];
  /** Fields that are requested and not changed yet. */
  left: FieldName[];
  changed: FieldName[];
  errors: FieldErrors;
}

/** The states of a whole application's parts, in their order. */
function changeStates(type: ApplicationType, { asked, changed, errors }: ChangeFacts): ChangeState[] {
  const left = askedUnchanged(asked, changed);
  return changeableParts(type).map((part) => {
    const isOwn = (path: string) => partOf(type, path) === part;
    return {
      part,
      asked: asked.filter(isOwn),
      left: left.filter(isOwn),
      changed: (changed as FieldName[]).filter(isOwn),
      errors: Object.fromEntries(Object.entries(errors).filter(([path]) => isOwn(path))),
    };
  });
}

const CURRENT_PASSWORD = 'current_password';

interface ChangeSendingProps {
  type: ApplicationType;
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
  /** The error code of the current password. */
  passwordError: string | undefined;
  /** The current password was edited. */
  onPassword: () => void;
  /** Called when nothing was sent, or it was not accepted. @param errors by form path */
  onErrors: (errors: FieldErrors) => void;
  /** Returns to the view for reading. */
  onLeave: () => void;
}

function ChangeSending({ type, asked, passwordError, onPassword, onErrors, onLeave }: ChangeSendingProps) {
  const locale = useLocale();
  const t = useText('auth');
  const status = useClientStore($currentStatus);
  const { sending, percent, refusal, changed } = useClientStore($changes);
  const isReapplying = status !== null && isReapplication(status);
  const [isRefused, setRefused] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    // An application sent back to the reviewers unchanged could not be changed any more. Applying again is possible without a
    // change.
    const isEmpty = changed.length === 0 && !isReapplying;
    setRefused(isEmpty);
    if (isEmpty) return;
    const password = String(new FormData(event.currentTarget).get(CURRENT_PASSWORD) ?? '');
    if (hasPhotoQuestions()) await lazyPassportReview.load();
    if (focusOpenQuestion()) return;
    onErrors(await changeStore.sendChanges(locale, password));
  };
  const discard = async () => {
    await changeStore.discardChanges();
    onLeave();
  };
  return (
    <form noValidate onSubmit={submit} className={styles.sending}>
      <h2>{pageText(locale, 'application')('groups.sending')}</h2>
      <UnsentChanges type={type} asked={asked} isRefused={isRefused} />
      {changed.includes('email') && <CurrentPassword type={type} code={passwordError} onInput={onPassword} />}
      {refusal && (
        <RefusalNotice
          refusal={refusal}
          text={t('person.change.kept')}
          // The references of the record's files are known only after a sign-in.
          action={refusal.code === 'token_required' ? <SignInButton /> : undefined}
          focused
        />
      )}
      {sending && <ProgressBar label={t('person.change.busy')} percent={percent} />}
      <div className="button-row">
        <Button type="submit" busy={sending} busyLabel={t('person.change.busy')}>
          {t(isReapplying ? 'person.change.sendAgain' : 'person.change.submit')}
        </Button>
        <Button kind="link" onClick={() => void discard()}>
          {t(changed.length > 0 ? 'person.change.drop' : 'person.change.leave')}
        </Button>
      </div>
    </form>
  );
}

type UnsentProps = Pick<ChangeSendingProps, 'type' | 'asked'>;

/** @param isRefused the applicant pressed "send" without a change */
function UnsentChanges({ type, asked, isRefused }: UnsentProps & { isRefused: boolean }) {
  const t = useText('auth');
  const words = useText('forms').find;
  const { changed, saveState, savedAt } = useClientStore($changes);
  const labels = (names: readonly string[]) => names.map((name) => fieldLabel(words, type, name)).join('; ');
  const left = askedUnchanged(asked, changed);
  if (changed.length === 0) {
    return <StatusText>{isRefused ? <b>{t('person.change.noneToSend')}</b> : t('person.change.none')}</StatusText>;
  }
  return (
    <StatusText>
      <b>{`${t('person.change.changed', { count: changed.length, names: labels(changed) })} `}</b>
      <span>
        {saveState === 'failed'
          ? t('person.change.notKept')
          : savedAt !== null && t('person.change.keptAt', { when: writtenTime(savedAt) })}
      </span>
      {left.length > 0 && <span>{` ${t('person.asked.left', { names: labels(left) })}`}</span>}
    </StatusText>
  );
}

interface CurrentPasswordProps {
  type: ApplicationType;
  code: string | undefined;
  onInput: () => void;
}

/** Required for another e-mail address. It is kept out of the application's values, since the device stores those. */
function CurrentPassword({ type, code, onInput }: CurrentPasswordProps) {
  const t = useText('forms');
  const auth = useText('auth');
  const isMailed = mailsSteps($record.get() ?? {});
  return (
    <PasswordField
      name={CURRENT_PASSWORD}
      label={t('fields.current_password.label')}
      hint={auth(isMailed ? 'person.change.emailHint' : 'person.change.emailHintOnly')}
      error={code && errorText({ t, type }, CURRENT_PASSWORD, code)}
      autoComplete="current-password"
      onInput={onInput}
    />
  );
}
