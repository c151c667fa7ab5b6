/**
 * The application as one form, with the wizard's own fields. A key stroke tells the store and renders nothing; mistakes are
 * told on leaving a field that was filled wrongly and on sending, as codes.
 */
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { askedPaths, changeableParts } from '../../domain/application/asked-fields.ts';
import type { FieldName } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import {
  $changes,
  checkChanges,
  dropMine,
  formNow,
  NO_CHANGES,
  saveChanges,
  typeChanges,
} from '../../stores/account/changes.ts';
import { $progress } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { afterPress } from '../ui/after-press.ts';
import { Button } from '../ui/Button.tsx';
import { isFocusFree } from '../ui/focus-field.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { useClientStore } from '../ui/use-client-store.ts';
import { checkOnBlur, clearMended, setCodes } from '../wizard/field-errors.ts';
import { filesRead } from '../wizard/files-under-way.ts';
import { PartFields } from '../wizard/PartFields.tsx';
import { ProblemNotice } from '../wizard/ProblemNotice.tsx';
import { StepContext } from '../wizard/step-context.ts';
import { ChangeErrors } from './ChangeErrors.tsx';
import { ChangeState } from './ChangeState.tsx';
import { CURRENT_PASSWORD, CurrentPassword } from './CurrentPassword.tsx';
import { goToField } from './go-to-field.ts';

export interface ChangeFormProps {
  locale: Locale;
  type: ApplicationType;
  /** The field to begin at; `''` for the beginning. */
  at: string;
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
  /** Back to reading. */
  onLeave: () => void;
}

export function ChangeForm({ locale, type, at, asked, onLeave }: ChangeFormProps) {
  const auth = textOf(locale, 'auth');
  const status = useClientStore($progress, null);
  const { sending, percent, error, changed } = useClientStore($changes, NO_CHANGES);
  const [initial] = useState(formNow);
  const form = useForm<FormState>({ defaultValues: initial, shouldFocusError: false });
  const [told, setTold] = useState<{ attempt: number; errors: FieldErrors }>({ attempt: 0, errors: {} });
  const [reading, setReading] = useState(false);
  const box = useRef<HTMLElement>(null);

  useEffect(() => {
    // What was pressed to come here is gone, and the focus with it, or the page has just begun at its heading; a focus that
    // is somewhere else is left there.
    if (!isFocusFree() || (at && goToField(at))) return;
    box.current?.focus({ preventScroll: true });
  }, [at]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const password = String(new FormData(event.currentTarget).get(CURRENT_PASSWORD) ?? '');
    setReading(true);
    const usable = await filesRead();
    setReading(false);
    if (!usable) return;
    typeChanges(form.getValues());
    const errors = await saveChanges(locale, password);
    setCodes(form, errors);
    setTold(({ attempt }) => ({ attempt: attempt + 1, errors }));
  };
  const drop = async () => {
    await dropMine();
    onLeave();
  };

  const [changes] = useState(() => new EventTarget());
  const context = useMemo(
    () => ({
      locale,
      type,
      form,
      t: textOf(locale, 'forms'),
      words: textOf(locale, 'application'),
      check: checkChanges,
      asked: askedPaths(asked, type),
      changed: (path: string) => {
        typeChanges(form.getValues());
        clearMended(form, path, checkChanges);
        changes.dispatchEvent(new Event(path));
      },
      changes,
      leave: (path: string) => afterPress(() => checkOnBlur(form, path, checkChanges)),
    }),
    [locale, type, form, asked, changes],
  );

  return (
    <StepContext value={context}>
      <section className="form change-form" aria-label={auth('person.change.title')} tabIndex={-1} ref={box}>
        <ChangeErrors errors={told.errors} attempt={told.attempt} />
        <form noValidate onSubmit={submit} className="part-form">
          {changeableParts(type).map((part) => (
            <PartFields key={part} part={part} />
          ))}
          {changed.includes('email') && <CurrentPassword />}
          {error && <ProblemNotice locale={locale} problem={error} text={auth('person.change.kept')} />}
          {sending && <ProgressBar label={auth('person.change.busy')} percent={percent} />}
          <div className="change-bar">
            <ChangeState locale={locale} asked={asked} />
            <div className="button-row">
              <Button
                type="submit"
                busy={sending || reading}
                busyLabel={reading ? context.t('file.reading') : auth('person.change.busy')}
              >
                {auth(status === 'rejected' ? 'person.change.sendAgain' : 'person.change.submit')}
              </Button>
              <Button kind="link" onClick={() => void drop()}>
                {auth(changed.length > 0 ? 'person.change.drop' : 'person.change.leave')}
              </Button>
            </div>
          </div>
        </form>
      </section>
    </StepContext>
  );
}
