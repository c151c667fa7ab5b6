/** Sends all changes at once, below the list of parts: what is sent, the password where it takes one, and what came of it. */
import type { SubmitEvent } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { FieldName } from '../../domain/application/fields.ts';
import { appliesAgain } from '../../domain/application/status.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $changes, dropMine, NO_CHANGES, saveChanges } from '../../stores/account/changes.ts';
import { $progress } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { ProblemNotice } from '../fields/ProblemNotice.tsx';
import { Button } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/Loading.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { ChangeState } from './ChangeState.tsx';
import { CURRENT_PASSWORD, CurrentPassword } from './CurrentPassword.tsx';

export interface ChangeSendingProps {
  locale: Locale;
  type: ApplicationType;
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
  /** The code of what is wrong with the current password. */
  passwordError: string | undefined;
  /** Another one is typed. */
  onPassword: () => void;
  /** Nothing was sent, or nothing taken: what is wrong, by form path. */
  onErrors: (errors: FieldErrors) => void;
  /** Back to reading. */
  onLeave: () => void;
}

export function ChangeSending({
  locale,
  type,
  asked,
  passwordError,
  onPassword,
  onErrors,
  onLeave,
}: ChangeSendingProps) {
  const t = textOf(locale, 'auth');
  const status = useClientStore($progress, null);
  const { sending, percent, error, changed } = useClientStore($changes, NO_CHANGES);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const password = String(new FormData(event.currentTarget).get(CURRENT_PASSWORD) ?? '');
    onErrors(await saveChanges(locale, password));
  };
  const drop = async () => {
    await dropMine();
    onLeave();
  };
  return (
    <form noValidate onSubmit={submit} className="change-sending">
      <h2>{textOf(locale, 'application')('groups.sending')}</h2>
      <ChangeState locale={locale} type={type} asked={asked} />
      {changed.includes('email') && (
        <CurrentPassword locale={locale} type={type} code={passwordError} onInput={onPassword} />
      )}
      {error && <ProblemNotice locale={locale} problem={error} text={t('person.change.kept')} />}
      {sending && <ProgressBar label={t('person.change.busy')} percent={percent} />}
      <div className="button-row">
        <Button type="submit" busy={sending} busyLabel={t('person.change.busy')}>
          {t(status !== null && appliesAgain(status) ? 'person.change.sendAgain' : 'person.change.submit')}
        </Button>
        <Button kind="link" onClick={() => void drop()}>
          {t(changed.length > 0 ? 'person.change.drop' : 'person.change.leave')}
        </Button>
      </div>
    </form>
  );
}
