/** Text fields. They are uncontrolled: a key changes the form's value and renders nothing. */
import { type ChangeEvent, type FocusEvent, useLayoutEffect, useState } from 'react';
import { siblingPath } from '../../../domain/application/form.ts';
import { localePath } from '../../../domain/i18n/paths.ts';
import { cleanName } from '../../../domain/input/name.ts';
import { type FieldKind, kindOf } from '../../../domain/kinds/index.ts';
import { valueAt } from '../../../stores/device/form-values.ts';
import { controlProps, Field } from '../../ui/Field.tsx';
import { useAfterHydration } from '../../ui/hooks.ts';
import { TextField } from '../../ui/TextField.tsx';
import { type Correction, type TypedText, useCorrection } from '../../ui/typed-text.ts';
import styles from '../fields.module.css';
import { type ControlProps, useFieldError, useFieldTexts, usePart, useValue } from '../part-context.tsx';
import { SuggestedAnswers, useQuestion } from '../use-question.tsx';

/**
 * Props of a text input that its kind normalizes when text is pasted and when the box is left; it is validated then.
 * @param correct replaces the correction of a pasted text
 */
export function useTextInput<Box extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(
  path: string,
  kind: FieldKind = 'text',
  correct?: (typed: TypedText) => Correction,
) {
  const { form, validateOnBlur } = usePart();
  const normalize = (text: string) => String(kindOf({ kind }).normalize(text));
  const pasted = (typed: TypedText) => {
    if (typed.inputType !== 'insertFromPaste') return typed;
    const value = normalize(typed.value);
    return { value, caret: Math.min(value.length, normalize(typed.value.slice(0, typed.caret)).length) };
  };
  const ref = useCorrection<Box>(correct ?? pasted);
  useLayoutEffect(() => (ref.current ? form.bindBox(path, ref.current) : undefined), [form, path, ref]);
  return {
    ref,
    onChange: ({ target }: { target: Box }) => form.setValue(path, target.value),
    onBlur: ({ target }: { target: Box }) => {
      // Read from the box: a password manager may have filled it in without an event.
      const normalized = normalize(target.value);
      if (normalized !== form.valueAt(path)) form.setValue(path, normalized);
      validateOnBlur(path);
    },
    autoComplete: 'off',
    'data-autofill': TOKENS[path],
  };
}

/** {@link useTextInput} for a field about whose answer there may be a question (use-question.tsx). */
function useQuestionedInput(path: string, kind: FieldKind, correct?: (typed: TypedText) => Correction) {
  const input = useTextInput(path, kind, correct);
  const { question, look, clear, accept } = useQuestion(path, kind);
  return {
    ...input,
    question,
    accept,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      clear();
      input.onChange(event);
    },
    onBlur(event: FocusEvent<HTMLInputElement>) {
      input.onBlur(event);
      void look();
    },
  };
}

function PlainInput({ path, kind }: ControlProps) {
  return <TextField {...useFieldTexts(path)} {...useTextInput(path, kind)} />;
}

/** A passport number. Where Cyrillic letters look Latin, the Latin ones are suggested; nothing is changed automatically. */
function PassportInput({ path, kind }: ControlProps) {
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
      <SuggestedAnswers question={question} accept={accept} />
    </div>
  );
}

/** Long text with its character count. */
function LongTextInput({ path, kind, max }: ControlProps) {
  const { t, blank } = usePart();
  const { name, ...texts } = useFieldTexts(path);
  const input = useTextInput<HTMLTextAreaElement>(path, kind);
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

/** Fields that the browser may autofill (restored-answers.ts): only the applicant's own, not another person's. */
const TOKENS: Record<string, string> = {
  surname: 'family-name',
  name: 'given-name',
  middlename: 'additional-name',
  email: 'email',
  phone: 'tel',
};

/** The e-mail address, with a hint when its domain looks misspelt. */
function EmailInput({ path, kind }: ControlProps) {
  const texts = useFieldTexts(path);
  const code = useFieldError(path);
  const { question, accept, ...input } = useQuestionedInput(path, kind);
  return (
    <div className={styles.withAside}>
      <TextField
        {...texts}
        {...input}
        inputMode="email"
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        note={question?.text ?? ''}
      />
      <SuggestedAnswers question={question} accept={accept} />
      {code === 'email_taken' && <TakenEmailLink />}
    </div>
  );
}

function TakenEmailLink() {
  const { locale, t } = usePart();
  return (
    <p className={styles.aside}>
      <a href={localePath(locale, '/auth/login')}>{t('refusals.email_taken.action')}</a>
    </p>
  );
}

/** A person's name. Drops invalid characters; the note lists them until the field is empty. */
function NameInput({ path, kind }: ControlProps) {
  const { t, form, others } = usePart();
  const texts = useFieldTexts(path);
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const correct = ({ value: typed, caret }: TypedText): Correction => {
    // The citizenship of the same person; the applicant's may be in another part.
    const citizenship = valueAt({ ...others?.(), ...form.values }, siblingPath(path, 'citizenship'));
    const options = {
      withInitials: kind === 'nameWithInitials',
      keepsI: ['TR', 'AZ'].includes(String(citizenship ?? '')),
    };
    const { value, dropped: added } = cleanName(typed, options);
    setDropped((all) => (value === '' && added.length === 0 ? [] : [...new Set([...all, ...added])]));
    return { value, caret: cleanName(typed.slice(0, caret), options).value.length };
  };
  const { question, accept, ...input } = useQuestionedInput(path, kind, correct);
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const name = event.target.value.trimEnd();
    if (form.valueAt(path) !== name) form.setValue(path, name);
    input.onBlur(event);
  };
  const about = [dropped.length > 0 ? t('name.dropped', { characters: dropped.join(' ') }) : '', question?.text];
  return (
    <div className={styles.withAside}>
      <TextField
        {...texts}
        {...input}
        onBlur={leave}
        note={about.filter(Boolean).join(' ')}
        spellCheck={false}
        autoCapitalize="words"
      />
      <SuggestedAnswers question={question} accept={accept} />
    </div>
  );
}

/** The controls of one text, by kind. */
export const textInputs = {
  name: NameInput,
  nameWithInitials: NameInput,
  text: PlainInput,
  longtext: LongTextInput,
  email: EmailInput,
  passport: PassportInput,
};
