/** The form of one part. Fields are validated when they are left and on submit; a key in a text field renders nothing. */
import { type RefObject, type SubmitEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { FieldErrors } from '../../../domain/api/refusal-codes.ts';
import { PARTS, type Part } from '../../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../../domain/application/form.ts';
import type { ApplicationType } from '../../../domain/application/types.ts';
import { PHOTO_MARKS, photoMarksIn } from '../../../domain/application/wire-names.ts';
import { loadPhoneCheck } from '../../../stores/application/phone-check.ts';
import { marksAfterChange, notifyScanResults } from '../../../stores/application/scan-result.ts';
import { whenIdle } from '../../../stores/browser/when-idle.ts';
import { pageText } from '../../../stores/page-text.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import type { Elements } from '../../ui/elements.ts';
import { isFocusAvailable, runAfterPress } from '../../ui/focus.ts';
import { useHydrated, useLocale } from '../../ui/hooks.ts';
import { Lazy } from '../../ui/lazy.tsx';
import { AnswerForm } from '../answer-form.ts';
import { lazyDistricts } from '../controls/AddressInput.tsx';
import { fieldErrors, focusQuestion } from '../field-errors.ts';
import { summaryText } from '../field-texts.ts';
import styles from '../fields.module.css';
import {
  type FileTool,
  type PartAnswers,
  PartContext,
  type PartContextValue,
  useFieldErrors,
  usePart,
} from '../part-context.tsx';
import { lazyPassport } from '../passport/lazy-passport.ts';
import { pendingFiles } from '../pending-files.ts';
import { enableAutofill, refuseRestored } from '../restored-answers.ts';
import { earlyTyping } from './early-typing.ts';
import { lazyListField, loadOpenLists, PartFields } from './PartFields.tsx';

interface PartFormProps {
  type: ApplicationType | null;
  part: Part;
  /** Read once, since each part has its own form. */
  answers: PartAnswers;
  submitLabel: string;
  busyLabel?: string | undefined;
  /** Called once the part is saved. @param isOpen false once the page was left @returns the remaining errors by form path */
  onSaved: (values: FormState, isOpen: () => boolean) => Promise<FieldErrors>;
  /** Form path of the field to focus first. */
  focusFirst?: string | undefined;
  fileTool?: FileTool | undefined;
  notice?: Elements;
  aside?: Elements;
}

interface OpenForm {
  part: Part;
  type: ApplicationType | null;
  form: AnswerForm;
  answers: PartAnswers;
  box: RefObject<HTMLFormElement | null>;
}

interface Summary {
  errors: FieldErrors;
  /** Counts the submits; undefined before the first. */
  attempt?: number;
}

export function PartForm(props: PartFormProps) {
  const { part, type, submitLabel, busyLabel, onSaved, focusFirst, notice, aside } = props;
  const [answers] = useState(props.answers);
  const [form] = useState(() => new AnswerForm(answers.initial()));
  const box = useRef<HTMLFormElement>(null);
  const open = { part, type, form, answers, box };
  const [summary, setSummary] = useState<Summary>({ errors: {} });
  const touched = useChanges(open);
  useOpening(open, (errors) => {
    // Once the applicant types, errors are shown only when a field is left and on submit.
    if (Object.keys(errors).length === 0 || touched.current) return;
    form.setErrors(errors);
    setSummary((now) => ({ ...now, errors }));
  });
  useFirstFocus(form, focusFirst);
  const [busy, submit] = useSubmit(open, onSaved, (errors) => {
    form.setErrors(errors);
    setSummary(({ attempt = 0 }) => ({ attempt: attempt + 1, errors }));
  });
  const context = usePartContext(props, form, answers);

  return (
    <PartContext value={context}>
      <PartErrors {...summary} />
      <form
        noValidate
        autoComplete="off"
        onPointerDown={({ currentTarget, target }) => enableAutofill(currentTarget, target)}
        onFocus={({ currentTarget, target }) => enableAutofill(currentTarget, target)}
        onBlur={({ currentTarget }) => enableAutofill(currentTarget, null)}
        onSubmit={submit}
        className="part-form"
        {...{ [earlyTyping.ATTRIBUTE]: '' }}
        ref={box}
      >
        <PartFields part={part} />
        {notice}
        <div className={styles.end}>
          <Button
            type="submit"
            busy={busy !== null}
            busyLabel={busy === 'reading' ? context.t('file.reading') : busyLabel}
          >
            {submitLabel}
          </Button>
          {aside}
        </div>
      </form>
    </PartContext>
  );
}

/** Reports every change, first those made before hydration. @returns whether there was one */
function useChanges({ type, form, answers, box }: OpenForm): RefObject<boolean> {
  const touched = useRef(false);
  const takeEarly = useEffectEvent((changed: (path: string) => void) => {
    if (box.current) earlyTyping.apply(box.current, { type, form, changed });
  });
  useEffect(() => {
    const place = box.current;
    if (!place) return undefined;
    enableAutofill(place, document.activeElement);
    return refuseRestored(place, (name) => form.valueAt(name));
  }, [form, box]);
  useEffect(() => {
    const changed = (path: string) => {
      touched.current = true;
      answers.typed(form.values, path);
      const marks = marksAfterChange(path, () => photoMarksIn(answers.others?.() ?? {}));
      if (marks !== null) {
        answers.fill?.({ [PHOTO_MARKS]: marks });
        notifyScanResults();
      }
      fieldErrors.clearFixed(form, path, () => answers.check(form.values));
    };
    const unsubscribe = form.subscribe((path) => path !== null && changed(path));
    takeEarly(changed);
    return unsubscribe;
  }, [form, answers]);
  return touched;
}

/** Runs once when the part opens: loads what its fields need, and validates earlier answers. */
function useOpening({ part, answers }: OpenForm, onMistakes: (errors: FieldErrors) => void): void {
  const open = useEffectEvent(() => {
    answers.opened();
    whenIdle(() => {
      void loadPhoneCheck();
      if (PARTS[part].step === 2) for (const lazy of [lazyDistricts, lazyListField]) void lazy.load();
      onMistakes(answers.mistakes());
    });
  });
  useEffect(() => open(), []);
}

/** Focuses the first field once it is visible: the form is hidden until it is hydrated, a list's field until it is loaded. */
function useFirstFocus(form: AnswerForm, path: string | undefined): void {
  const hydrated = useHydrated();
  useEffect(() => {
    if (hydrated && path) void loadOpenLists(form.values).then(() => isFocusAvailable() && focusQuestion(path));
  }, [hydrated, path, form]);
}

/** Saves the part, one submit at a time. @param onErrors called at the end with the remaining errors, maybe none */
function useSubmit(
  { type, form, answers, box }: OpenForm,
  onSaved: PartFormProps['onSaved'],
  onErrors: (errors: FieldErrors) => void,
) {
  const [busy, setBusy] = useState<'reading' | 'checking' | null>(null);
  const submitting = useRef(false);
  const save = async () => {
    setBusy('reading');
    // The form was unmounted meanwhile: the draft has newer answers.
    if (!(await pendingFiles.wait()) || !box.current) return;
    setBusy('checking');
    earlyTyping.readAutofilled(box.current, { type, form });
    const errors = await answers.save(form.values);
    const isOpen = () => box.current !== null;
    onErrors(Object.keys(errors).length > 0 ? errors : await onSaved(form.values, isOpen));
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (submitting.current) return;
    submitting.current = true;
    await save();
    submitting.current = false;
    setBusy(null);
  };
  return [busy, submit] as const;
}

function usePartContext(
  { type, part, fileTool }: PartFormProps,
  form: AnswerForm,
  answers: PartAnswers,
): PartContextValue {
  const locale = useLocale();
  return useMemo(() => {
    const check = () => answers.check(form.values);
    return {
      ...answers,
      locale,
      type,
      form,
      blank: emptyForm(type, { part }),
      t: pageText(locale, 'forms'),
      words: pageText(locale, 'application'),
      validateOnBlur: (path: string) => {
        runAfterPress(() => fieldErrors.validate(form, path, check));
      },
      check,
      shownValue: (path: string) => form.valueAt(path),
      fileTool,
      photoMark: (field, photo) => (
        <Lazy module={lazyPassport}>{({ PhotoMark }) => <PhotoMark field={field} photo={photo} />}</Lazy>
      ),
    };
  }, [locale, type, part, form, answers, fileTool]);
}

/** The error summary of a part, without corrected errors. A new attempt moves the focus to it. */
function PartErrors({ errors, attempt }: Summary) {
  const part = usePart();
  const current = useFieldErrors();
  const left = Object.keys(errors).flatMap((path) => {
    const [code] = current[path] ?? [];
    return code ? [{ fieldId: path, message: summaryText(part, path, code) }] : [];
  });
  return <ErrorSummary errors={left} focusKey={attempt} />;
}
