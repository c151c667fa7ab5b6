/**
 * The form of one part, drawn from the field table, for whoever has its answers (part-answers.ts). A key stroke is told and
 * renders nothing; mistakes are told on leaving a field that was filled wrongly and on submit, as codes.
 */
import { type ReactNode, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { PARTS, type Part } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { loadRules } from '../../stores/application/check-forms.ts';
import { loadPhoneCheck } from '../../stores/application/phone-check.ts';
import { textOf } from '../../stores/page-text.ts';
import { afterPress } from '../ui/after-press.ts';
import { Button } from '../ui/Button.tsx';
import { isFocusFree } from '../ui/focus-field.ts';
import { whenIdle } from '../ui/later.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { EARLY, takeEarlyPress, takeEarlyTyping } from './early-typing.ts';
import { checkOnBlur, clearMended, setCodes } from './field-errors.ts';
import { filesRead } from './files-under-way.ts';
import { goToQuestion } from './go-to-question.ts';
import { laterDistricts, laterList, listsOf } from './later-parts.ts';
import { PartErrors } from './PartErrors.tsx';
import { PartFields } from './PartFields.tsx';
import { ProblemNotice } from './ProblemNotice.tsx';
import type { PartAnswers } from './part-answers.ts';
import { PartContext } from './part-context.ts';

export interface PartFormProps {
  locale: Locale;
  type: ApplicationType;
  part: Part;
  /** Looked at once: another part has a form of its own. */
  answers: PartAnswers;
  submitLabel: string;
  busyLabel?: string | undefined;
  /** The part is saved; goes on, or says what is still wrong. */
  onSaved: (values: FormState) => Promise<FieldErrors>;
  /** Form path of the question to begin at. */
  focusFirst?: string | undefined;
  /** Stands between the fields and the button. */
  notice?: ReactNode;
  /** Beside the button. */
  aside?: ReactNode;
}

export function PartForm(props: PartFormProps) {
  const { locale, type, part, submitLabel, busyLabel, onSaved, focusFirst, notice, aside } = props;
  const [answers] = useState(props.answers);
  const [initial] = useState(answers.initial);
  const form = useForm<FormState>({ defaultValues: initial, shouldFocusError: false });
  const [told, setTold] = useState<{ errors: FieldErrors; attempt?: number }>({ errors: {} });
  const [busy, setBusy] = useState<'reading' | 'checking' | null>(null);
  const [noRules, setNoRules] = useState(false);
  const submitting = useRef(false);
  const touched = useRef(false);
  const box = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();

  const tell = (errors: FieldErrors) => {
    setCodes(form, errors);
    setTold(({ attempt = 0 }) => ({ attempt: attempt + 1, errors }));
  };

  // Not sooner: React Hook Form gives the values that the form was created with until its own effects have run.
  useEffect(() => {
    if (box.current) takeEarlyTyping(box.current, context);
  }, []);

  // Once, when the part opens.
  useEffect(() => {
    answers.opened();
    whenIdle(async () => {
      await loadRules();
      void loadPhoneCheck();
      if (PARTS[part].step === 2) for (const later of [laterDistricts, laterList]) void later.fetch();
      const errors = await answers.mistakes();
      // Whoever types already is told at the field, or on saving.
      if (Object.keys(errors).length > 0 && !touched.current) {
        setCodes(form, errors);
        setTold(({ attempt }) => (attempt === undefined ? { errors } : { attempt, errors }));
      }
    });
    if (takeEarlyPress()) box.current?.requestSubmit();
  }, []);

  // What is out of sight takes no focus: the form is until it is hydrated, a question in a list until the list is there.
  useEffect(() => {
    if (hydrated && focusFirst) void listsOf(form.getValues()).then(() => isFocusFree() && goToQuestion(focusFirst));
  }, [hydrated]);

  const submit = async (event?: SubmitEvent) => {
    event?.preventDefault();
    if (submitting.current) return;
    submitting.current = true;
    await save();
    submitting.current = false;
    setBusy(null);
  };

  const save = async () => {
    setBusy('reading');
    if (!(await filesRead())) return;
    setBusy('checking');
    const ready = await loadRules();
    setNoRules(!ready);
    if (!ready) return;
    const errors = answers.save(form.getValues());
    if (Object.keys(errors).length > 0) return tell(errors);
    tell(await onSaved(form.getValues()));
  };

  const [changes] = useState(() => new EventTarget());
  const context = useMemo(() => {
    const check = () => answers.check(form.getValues());
    return {
      locale,
      type,
      form,
      blank: emptyForm(type, { part }),
      t: textOf(locale, 'forms'),
      words: textOf(locale, 'application'),
      changed: (path: string) => {
        touched.current = true;
        answers.typed(form.getValues(), path);
        clearMended(form, path, check);
        changes.dispatchEvent(new Event(path));
      },
      changes,
      leave: (path: string) => {
        void loadRules().then(() => afterPress(() => checkOnBlur(form, path, check)));
      },
      check,
      others: answers.others,
      asked: answers.asked,
    };
  }, [locale, type, part, form, changes, answers]);

  return (
    <PartContext value={context}>
      <PartErrors errors={told.errors} attempt={told.attempt} />
      <form noValidate onSubmit={submit} className="part-form" {...{ [EARLY]: '' }} ref={box}>
        <PartFields part={part} />
        {notice}
        {noRules && <ProblemNotice locale={locale} problem={{ code: 'no_answer' }} />}
        <div className="part-form__end">
          <Button
            type={hydrated ? 'submit' : 'button'}
            busy={busy !== null}
            busyLabel={busy === 'reading' ? context.t('file.reading') : busyLabel}
            data-early-submit=""
          >
            {submitLabel}
          </Button>
          {aside}
        </div>
      </form>
    </PartContext>
  );
}
