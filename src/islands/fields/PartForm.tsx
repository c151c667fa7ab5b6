/**
 * The form of one part, for whoever holds its answers ({@link PartAnswers}). React Hook Form tells every change; a key in a
 * text field renders nothing. Fields are validated on blur and on submit; errors are codes.
 */
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { PARTS, type Part } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { loadPhoneCheck } from '../../stores/application/phone-check.ts';
import { textOf } from '../../stores/page-text.ts';
import { afterPress } from '../ui/after-press.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import type { Elements } from '../ui/elements.ts';
import { isFocusFree } from '../ui/focus-field.ts';
import { whenIdle } from '../ui/lazy.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { lazyDistricts } from './AddressInput.tsx';
import { EARLY, takeEarlyPress, takeEarlyTyping, takeUntoldValues } from './early-typing.ts';
import { clearFixed, errorCode, focusQuestion, setCodes, validateField } from './field-errors.ts';
import { summaryText } from './field-texts.ts';
import styles from './fields.module.css';
import { lazyListField, loadOpenLists, PartFields } from './PartFields.tsx';
import { type FileTool, type PartAnswers, PartContext, usePart } from './part-context.tsx';
import { waitForFiles } from './pending-files.ts';

export interface PartFormProps {
  locale: Locale;
  type: ApplicationType | null;
  part: Part;
  /** Read once: another part has a form of its own. */
  answers: PartAnswers;
  submitLabel: string;
  busyLabel?: string | undefined;
  /** Called once the part is saved. @returns what is still wrong, by form path */
  onSaved: (values: FormState) => Promise<FieldErrors>;
  /** Form path of the field to focus first. */
  focusFirst?: string | undefined;
  /** Beside each file field. */
  fileTool?: FileTool | undefined;
  /** Between the fields and the button. */
  notice?: Elements;
  /** Beside the button. */
  aside?: Elements;
}

export function PartForm(props: PartFormProps) {
  const { locale, type, part, submitLabel, busyLabel, onSaved, focusFirst, fileTool, notice, aside } = props;
  const [answers] = useState(props.answers);
  const [initial] = useState(answers.initial);
  const form = useForm<FormState>({ defaultValues: initial, shouldFocusError: false });
  const [summary, setSummary] = useState<{ errors: FieldErrors; attempt?: number }>({ errors: {} });
  const [busy, setBusy] = useState<'reading' | 'checking' | null>(null);
  const submitting = useRef(false);
  const touched = useRef(false);
  const box = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();

  const showErrors = (errors: FieldErrors) => {
    setCodes(form, errors);
    setSummary(({ attempt = 0 }) => ({ attempt: attempt + 1, errors }));
  };

  const check = () => answers.check(form.getValues());
  const changed = (path: string) => {
    touched.current = true;
    answers.typed(form.getValues(), path);
    clearFixed(form, path, check);
  };

  // In an effect: until its own effects have run, React Hook Form gives the values that the form was created with.
  useEffect(() => {
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: ({ name }) => name && changed(name) });
    if (box.current) takeEarlyTyping(box.current, { type, form, changed });
    return unsubscribe;
  }, []);

  // Once, when the part opens.
  useEffect(() => {
    answers.opened();
    whenIdle(() => {
      void loadPhoneCheck();
      if (PARTS[part].step === 2) for (const lazy of [lazyDistricts, lazyListField]) void lazy.load();
      const errors = answers.mistakes();
      // Once someone types, errors are shown on blur and on submit.
      if (Object.keys(errors).length > 0 && !touched.current) {
        setCodes(form, errors);
        setSummary(({ attempt }) => (attempt === undefined ? { errors } : { attempt, errors }));
      }
    });
    if (takeEarlyPress()) box.current?.requestSubmit();
  }, []);

  // Only what is visible takes the focus: the form is hidden until it is hydrated, a field of a list until that is loaded.
  useEffect(() => {
    if (hydrated && focusFirst)
      void loadOpenLists(form.getValues()).then(() => isFocusFree() && focusQuestion(focusFirst));
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
    if (!(await waitForFiles())) return;
    setBusy('checking');
    if (box.current) takeUntoldValues(box.current, { type, form });
    const errors = await answers.save(form.getValues());
    if (Object.keys(errors).length > 0) return showErrors(errors);
    showErrors(await onSaved(form.getValues()));
  };

  const context = useMemo(() => {
    return {
      locale,
      type,
      form,
      blank: emptyForm(type, { part }),
      t: textOf(locale, 'forms'),
      words: textOf(locale, 'application'),
      validateOnBlur: (path: string) => {
        afterPress(() => validateField(form, path, check));
      },
      check,
      shownValue: (path: string) => form.getValues(path),
      others: answers.others,
      fill: answers.fill,
      copies: answers.copies,
      asked: answers.asked,
      only: answers.only,
      fileTool,
    };
  }, [locale, type, part, form, answers, fileTool]);

  return (
    <PartContext value={context}>
      <PartErrors errors={summary.errors} attempt={summary.attempt} />
      <form noValidate onSubmit={submit} className="part-form" {...{ [EARLY]: '' }} ref={box}>
        <PartFields part={part} />
        {notice}
        <div className={styles.end}>
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

/** The error summary of a part, in the fields' own words; errors that were fixed since are left out. */
/** @param attempt counts the submits; a new one moves the focus to the summary */
function PartErrors({ errors, attempt }: { errors: FieldErrors; attempt?: number | undefined }) {
  const part = usePart();
  const { t, form } = part;
  const { errors: current } = useFormState({ control: form.control });
  const left = Object.keys(errors).flatMap((path) => {
    const code = errorCode(current, path);
    return code ? [{ fieldId: path, message: summaryText(part, path, code) }] : [];
  });
  return (
    <ErrorSummary
      title={t('summary.title', { count: left.length })}
      errors={left}
      errorPrefix={t('errorPrefix')}
      focusKey={attempt}
    />
  );
}
