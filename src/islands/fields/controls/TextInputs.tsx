/** Text fields. They are uncontrolled: a key changes the form's value and renders nothing. */
import type { ChangeEvent, FocusEvent } from 'react';
import { type FieldKind, kindOf } from '../../../domain/kinds/index.ts';
import { valueAt } from '../../../stores/device/form-values.ts';
import { controlProps, Field } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useAfterHydration } from '../../ui/use-hydrated.ts';
import styles from '../fields.module.css';
import { type ControlProps, useFieldTexts, usePart, useValue } from '../part-context.tsx';
import { Offers, useQuestion } from '../use-question.tsx';

/** Props of a text input that is normalized by its kind and validated on blur. */
export function useTextInput(path: string, kind: FieldKind = 'text') {
  const { form, validateOnBlur } = usePart();
  const input = form.register(path);
  return {
    ...input,
    onBlur: (event: { target: unknown }) => {
      const typed = String(form.getValues(path) ?? '');
      const normalized = kindOf({ kind }).normalize(typed);
      if (normalized !== typed) form.setValue(path, normalized);
      validateOnBlur(path);
      return input.onBlur(event);
    },
    autoComplete: autoCompleteOf(path),
  };
}

/** {@link useTextInput} of a field whose answer may be questioned (use-question.tsx). */
export function useQuestionedInput(path: string, kind: FieldKind) {
  const input = useTextInput(path, kind);
  const { question, look, clear, accept } = useQuestion(path, kind);
  return {
    ...input,
    question,
    accept,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      clear();
      return input.onChange(event);
    },
    async onBlur(event: FocusEvent<HTMLInputElement>) {
      await input.onBlur(event);
      await look();
    },
  };
}

export function PlainInput({ path, kind }: ControlProps) {
  return <TextField {...useFieldTexts(path)} {...useTextInput(path, kind)} />;
}

/** A passport number. Cyrillic letters that look Latin are suggested as Latin ones, never changed automatically. */
export function PassportInput({ path, kind }: ControlProps) {
  const { question, accept, ...input } = useQuestionedInput(path, kind);
  return (
    <div className={styles.withAside}>
      <TextField
        {...useFieldTexts(path)}
        {...input}
        note={question?.text ?? ''}
        width="m"
        spellCheck={false}
        autoCapitalize="characters"
        autoCorrect="off"
      />
      <Offers question={question} accept={accept} />
    </div>
  );
}

/** Long text with its character count. */
export function LongTextInput({ path, kind, max }: ControlProps) {
  const { t, blank } = usePart();
  const { name, ...texts } = useFieldTexts(path);
  const input = useTextInput(path, kind);
  const text = useAfterHydration(String(useValue(path)), String(valueAt(blank ?? {}, path) ?? ''));
  const countId = `${path}-count`;
  return (
    <Field id={path} {...texts}>
      {(wiring) => (
        <>
          <textarea {...input} rows={4} {...controlProps(name, wiring, countId)} />
          <p className="field__count" id={countId}>
            {t('longtext.count', { used: text.length, max })}
          </p>
        </>
      )}
    </Field>
  );
}

/** Fields that the browser may autofill: the applicant's own, never another person's. */
const TOKENS: Record<string, string> = {
  surname: 'family-name',
  name: 'given-name',
  middlename: 'additional-name',
  email: 'email',
  phone: 'tel',
};

/** Value of the attribute `autocomplete` for a form path. */
function autoCompleteOf(path: string): string {
  return TOKENS[path] ?? 'off';
}
