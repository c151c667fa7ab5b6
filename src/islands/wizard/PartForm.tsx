/**
 * The form of one part, drawn from the field table. A key stroke tells the draft and renders nothing; mistakes are told on
 * leaving a field that was filled wrongly and on submit, as codes.
 */
import { type ReactNode, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { PARTS, type Part, partOf } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import { partStates } from '../../domain/application/part-states.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $draft, checkDraft, formOf, openPart, savePart, typeInPart } from '../../stores/application/draft.ts';
import { completeForm } from '../../stores/application/draft-form.ts';
import { loadPhoneCheck } from '../../stores/application/phone-check.ts';
import { $refused, clearRefused } from '../../stores/application/refused.ts';
import { loadRules } from '../../stores/application/rules.ts';
import { textOf } from '../../stores/page-text.ts';
import { afterPress } from '../ui/after-press.ts';
import { Button } from '../ui/Button.tsx';
import { focusField, isFocusFree } from '../ui/focus-field.ts';
import { whenIdle } from '../ui/later.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { checkNow } from './check-now.ts';
import { takeEarlyPress, withEarlyTexts } from './early-typing.ts';
import { checkOnBlur, clearMended, setCodes } from './field-errors.ts';
import { filesRead } from './files-under-way.ts';
import { laterDistricts, laterList, listsOfDraft } from './later-parts.ts';
import { PartErrors } from './PartErrors.tsx';
import { PartFields } from './PartFields.tsx';
import { ProblemNotice } from './ProblemNotice.tsx';
import { StepContext } from './step-context.ts';

export interface PartFormProps {
  locale: Locale;
  type: ApplicationType;
  part: Part;
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

/** The values of a part's own fields. */
function valuesOfPart(type: ApplicationType, part: Part): FormState {
  const form = completeForm(type, { part }, formOf(PARTS[part].step));
  return Object.fromEntries(Object.keys(emptyForm(type, { part })).map((name) => [name, form[name]]));
}

/** What a part that needs attention is opened with: what the host refused, and what is wrong by now. */
async function mistakesAtOpening(type: ApplicationType, part: Part): Promise<FieldErrors> {
  const refused = Object.entries($refused.get()).filter(([path]) => partOf(type, path) === part);
  const found = partStates(type, $draft.get().saved, (await checkDraft()) ?? {});
  return { ...found.find((progress) => progress.part === part)?.errors, ...Object.fromEntries(refused) };
}

export function PartForm(props: PartFormProps) {
  const { locale, type, part, submitLabel, busyLabel, onSaved, focusFirst, notice, aside } = props;
  const [initial] = useState(() => withEarlyTexts(type, valuesOfPart(type, part)));
  const form = useForm<FormState>({ defaultValues: initial, shouldFocusError: false });
  const [told, setTold] = useState<{ errors: FieldErrors; attempt?: number }>({ errors: {} });
  const [busy, setBusy] = useState<'reading' | 'checking' | null>(null);
  const [noRules, setNoRules] = useState(false);
  const submitting = useRef(false);
  const box = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();

  const tell = (errors: FieldErrors) => {
    setCodes(form, errors);
    setTold(({ attempt = 0 }) => ({ attempt: attempt + 1, errors }));
  };

  // Once, when the part opens.
  useEffect(() => {
    openPart(part);
    whenIdle(async () => {
      await loadRules();
      void loadPhoneCheck();
      if (PARTS[part].step === 2) for (const later of [laterDistricts, laterList]) void later.fetch();
      const errors = await mistakesAtOpening(type, part);
      // Whoever types already is told at the field, or on saving.
      if (Object.keys(errors).length > 0 && !form.formState.isDirty) {
        setCodes(form, errors);
        setTold(({ attempt }) => (attempt === undefined ? { errors } : { attempt, errors }));
      }
    });
    if (takeEarlyPress()) box.current?.requestSubmit();
  }, []);

  // What is out of sight takes no focus: the form is until it is hydrated, a question in a list until the list is there.
  useEffect(() => {
    if (hydrated && focusFirst) void listsOfDraft().then(() => isFocusFree() && focusField(focusFirst));
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
    const errors = savePart(part, form.getValues());
    if (Object.keys(errors).length > 0) return tell(errors);
    clearRefused((path) => partOf(type, path) === part);
    tell(await onSaved(form.getValues()));
  };

  const [changes] = useState(() => new EventTarget());
  const context = useMemo(() => {
    const check = () => checkNow(type, part, form.getValues());
    return {
      locale,
      type,
      form,
      blank: emptyForm(type, { part }),
      t: textOf(locale, 'forms'),
      words: textOf(locale, 'application'),
      changed: (path: string) => {
        typeInPart(part, form.getValues(), path);
        clearMended(form, path, check);
        changes.dispatchEvent(new Event(path));
      },
      changes,
      leave: (path: string) => {
        void loadRules().then(() => afterPress(() => checkOnBlur(form, path, check)));
      },
      check,
    };
  }, [locale, type, part, form, changes]);

  return (
    <StepContext value={context}>
      <PartErrors errors={told.errors} attempt={told.attempt} />
      <form noValidate onSubmit={submit} className="part-form" ref={box}>
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
    </StepContext>
  );
}
