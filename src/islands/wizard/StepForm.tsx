/**
 * The form of one step, drawn from the field table. A key stroke tells the draft and renders nothing; mistakes are told
 * on leaving a field that was filled wrongly and on submit, as codes.
 */
import { type ReactNode, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { type Step, sectionsOf } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { formOf, saveStep, typeInStep } from '../../stores/application/draft.ts';
import { completeForm } from '../../stores/application/draft-form.ts';
import { loadPhoneCheck } from '../../stores/application/phone-check.ts';
import { loadRules } from '../../stores/application/rules.ts';
import { textOf } from '../../stores/page-text.ts';
import { afterPress } from '../ui/after-press.ts';
import { Button } from '../ui/Button.tsx';
import { focusField, isFocusFree } from '../ui/focus-field.ts';
import { whenIdle } from '../ui/later.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { carryErrors, stepOf, takeCarried } from './carried-errors.ts';
import { asShownEarly, takeEarlyPress, whenAlive, withEarlyTexts } from './early-typing.ts';
import { clearMended, judgeLeft, setCodes } from './field-errors.ts';
import { filesRead } from './files-under-way.ts';
import { checkStepNow } from './judge.ts';
import { laterDistricts, laterList, laterReview } from './later-parts.ts';
import { ProblemNotice } from './ProblemNotice.tsx';
import { SectionFields } from './SectionFields.tsx';
import { StepErrors } from './StepErrors.tsx';
import { StepContext } from './step-context.ts';

export interface StepFormProps {
  locale: Locale;
  type: ApplicationType;
  step: Step;
  submitLabel: string;
  busyLabel?: string | undefined;
  /** The step is saved; goes on, or says what is still wrong. */
  onSaved: (values: FormState) => Promise<FieldErrors>;
  /** Tries at once to save and go on, to show what still has to be put right. */
  checkFirst?: boolean | undefined;
  /** The field to begin with. */
  focusFirst?: string | undefined;
  /** Stands between the fields and the button. */
  notice?: ReactNode;
  /** Beside the button. */
  aside?: ReactNode;
}

export function StepForm(props: StepFormProps) {
  const { locale, type, step, submitLabel, busyLabel, onSaved, checkFirst, focusFirst, notice, aside } = props;
  const [initial] = useState(() => withEarlyTexts(completeForm(type, step, formOf(step))));
  const form = useForm<FormState>({ defaultValues: initial, shouldFocusError: false });
  const [told, setTold] = useState<{ errors: FieldErrors; attempt?: number }>({ errors: {} });
  const [busy, setBusy] = useState<'reading' | 'checking' | null>(null);
  const [noRules, setNoRules] = useState(false);
  const submitting = useRef(false);
  const box = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();

  const tell = (errors: FieldErrors) => {
    setCodes(form, errors);
    // What the other step has to put right is told there too.
    carryErrors(Object.fromEntries(Object.entries(errors).filter(([path]) => stepOf(path) !== step)));
    setTold(({ attempt = 0 }) => ({ attempt: attempt + 1, errors }));
  };

  // Once, when the form opens.
  useEffect(() => {
    const carried = takeCarried(step);
    if (checkFirst) void submit();
    else if (focusFirst) {
      // What it was asked for stands at the field, where the focus goes.
      setCodes(form, carried);
      setTold({ errors: carried });
    } else if (Object.keys(carried).length > 0) tell(carried);
    // One by one: a slow phone answers to the hand in between.
    whenIdle(() => void loadRules().then(loadPhoneCheck));
    for (const part of step === 2 ? [laterDistricts, laterList, laterReview] : []) whenIdle(part.fetch);
    whenIdle(() => {
      if (takeEarlyPress()) box.current?.requestSubmit();
    });
    if (focusFirst) whenAlive(focusFirst, () => isFocusFree() && focusField(focusFirst));
  }, []);

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
    const errors = saveStep(step, form.getValues());
    tell(Object.keys(errors).length > 0 ? errors : await onSaved(form.getValues()));
  };

  const [changes] = useState(() => new EventTarget());
  const context = useMemo(() => {
    const check = () => checkStepNow(type, step, form.getValues());
    return {
      locale,
      type,
      step,
      form,
      blank: asShownEarly(emptyForm(type, step)),
      t: textOf(locale, 'forms'),
      words: textOf(locale, 'application'),
      changed: (path: string) => {
        typeInStep(step, form.getValues(), path);
        clearMended(form, path, check);
        changes.dispatchEvent(new Event(path));
      },
      changes,
      leave: (path: string) => {
        void loadRules().then(() => afterPress(() => judgeLeft(form, path, check)));
      },
      check,
    };
  }, [locale, type, step, form, changes]);

  const sections = useMemo(() => sectionsOf(type, step), [type, step]);

  return (
    <StepContext value={context}>
      <StepErrors errors={told.errors} attempt={told.attempt} />
      <form noValidate onSubmit={submit} className="step-form" ref={box}>
        {sections.map(({ section, fields }) => (
          <SectionFields key={section} section={section} fields={fields} />
        ))}
        {notice}
        {noRules && <ProblemNotice locale={locale} problem={{ code: 'no_answer' }} />}
        <div className="button-row">
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
    </StepContext>
  );
}
