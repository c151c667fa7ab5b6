/** The form that sends all changes at once, below the parts: unsent changes, the password for a new address, errors. */
import { type SubmitEvent, useState } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { askedUnchanged } from '../../domain/application/asked-fields.ts';
import { fieldLabel } from '../../domain/application/field-names.ts';
import type { FieldName } from '../../domain/application/fields.ts';
import { isOfContract, isReapplication } from '../../domain/application/status.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { formatClock } from '../../domain/i18n/dates.ts';
import { $changes, changeStore, NO_CHANGES } from '../../stores/account/changes.ts';
import { $currentStatus, $statusHistory } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { errorText } from '../fields/field-texts.ts';
import { ProblemNotice } from '../fields/ProblemNotice.tsx';
import { Button } from '../ui/Button.tsx';
import { ProgressBar, StatusText } from '../ui/Loading.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import styles from './Change.module.css';

const CURRENT_PASSWORD = 'current_password';

interface ChangeSendingProps {
  type: ApplicationType;
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
  /** The error code of the current password. */
  passwordError: string | undefined;
  /** The current password was edited. */
  onPassword: () => void;
  /** Nothing was sent or accepted: errors by form path. */
  onErrors: (errors: FieldErrors) => void;
  /** Returns to reading. */
  onLeave: () => void;
}

export function ChangeSending({ type, asked, passwordError, onPassword, onErrors, onLeave }: ChangeSendingProps) {
  const locale = useLocale();
  const t = useText('auth');
  const status = useClientStore($currentStatus, null);
  const { sending, percent, error, changed } = useClientStore($changes, NO_CHANGES);
  const again = status !== null && isReapplication(status);
  const [isRefused, setRefused] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    // An application sent back to the reviewers unchanged could not be changed any more. A new application may stay as it was.
    const isEmpty = changed.length === 0 && !again;
    setRefused(isEmpty);
    if (isEmpty) return;
    const password = String(new FormData(event.currentTarget).get(CURRENT_PASSWORD) ?? '');
    onErrors(await changeStore.sendChanges(locale, password));
  };
  const discard = async () => {
    await changeStore.discardChanges();
    onLeave();
  };
  return (
    <form noValidate onSubmit={submit} className={styles.sending}>
      <h2>{textOf(locale, 'application')('groups.sending')}</h2>
      <UnsentChanges type={type} asked={asked} isRefused={isRefused} />
      {changed.includes('email') && <CurrentPassword type={type} code={passwordError} onInput={onPassword} />}
      {error && <ProblemNotice problem={error} text={t('person.change.kept')} focused />}
      {sending && <ProgressBar label={t('person.change.busy')} percent={percent} />}
      <div className="button-row">
        <Button type="submit" busy={sending} busyLabel={t('person.change.busy')}>
          {t(again ? 'person.change.sendAgain' : 'person.change.submit')}
        </Button>
        <Button kind="link" onClick={() => void discard()}>
          {t(changed.length > 0 ? 'person.change.drop' : 'person.change.leave')}
        </Button>
      </div>
    </form>
  );
}

interface UnsentProps extends Pick<ChangeSendingProps, 'type' | 'asked'> {
  /** Sending was tried without a change. */
  isRefused: boolean;
}

/** The unsent changes, whether they are saved on this device, and requested changes that are still missing. */
function UnsentChanges({ type, asked, isRefused }: UnsentProps) {
  const locale = useLocale();
  const t = useText('auth');
  const words = useText('forms').find;
  const { changed, saveState, savedAt } = useClientStore($changes, NO_CHANGES);
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
          : savedAt !== null && t('person.change.keptAt', { when: formatClock(Date.parse(savedAt), locale) })}
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

/** Required for another e-mail address. Not a value of the application, since those are stored on the device. */
function CurrentPassword({ type, code, onInput }: CurrentPasswordProps) {
  const t = useText('forms');
  const auth = useText('auth');
  const followsContract = isOfContract($statusHistory.get());
  return (
    <PasswordField
      name={CURRENT_PASSWORD}
      label={t('fields.current_password.label')}
      hint={auth(followsContract ? 'person.change.emailHint' : 'person.change.emailHintOnly')}
      error={code && errorText({ t, type }, CURRENT_PASSWORD, code)}
      autoComplete="current-password"
      onInput={onInput}
    />
  );
}
