/** Text fields. They are uncontrolled: a key changes the form's value and renders nothing. */
import { type ChangeEvent, type CompositionEvent, type FocusEvent, useState } from 'react';
import { siblingPath } from '../../../domain/application/form.ts';
import { localePath } from '../../../domain/i18n/paths.ts';
import { cleanName, type NameOptions } from '../../../domain/input/name.ts';
import { type FieldKind, kindOf } from '../../../domain/kinds/index.ts';
import { valueAt } from '../../../stores/device/form-values.ts';
import { controlProps, Field } from '../../ui/Field.tsx';
import { useAfterHydration } from '../../ui/hooks.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from '../fields.module.css';
import { type ControlProps, useFieldError, useFieldTexts, usePart, useValue } from '../part-context.tsx';
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
    autoComplete: TOKENS[path] ?? 'off',
  };
}

/** {@link useTextInput} of a field whose answer may be questioned (use-question.tsx). */
function useQuestionedInput(path: string, kind: FieldKind) {
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

function PlainInput({ path, kind }: ControlProps) {
  return <TextField {...useFieldTexts(path)} {...useTextInput(path, kind)} />;
}

/** A passport number. Cyrillic letters that look Latin are suggested as Latin ones, never changed automatically. */
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
      <Offers question={question} accept={accept} />
    </div>
  );
}

/** Long text with its character count. */
function LongTextInput({ path, kind, max }: ControlProps) {
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
      <Offers question={question} accept={accept} />
      {code === 'email_taken' && <TakenEmailLink />}
    </div>
  );
}

function TakenEmailLink() {
  const { locale, t } = usePart();
  return (
    <p className={styles.aside}>
      <a href={localePath(locale, '/auth/login')}>{t('problems.email_taken.action')}</a>
    </p>
  );
}

/** A person's name. Drops invalid characters, and lists them in the note until the field is empty. */
function NameInput({ path, kind }: ControlProps) {
  const { t, form, others } = usePart();
  const texts = useFieldTexts(path);
  const { question, accept, ...input } = useQuestionedInput(path, kind);
  const [dropped, setDropped] = useState<readonly string[]>([]);

  const clean = (box: HTMLInputElement) => {
    // Of the same person: the applicant's may be in another part.
    const citizenship = valueAt({ ...others?.(), ...form.getValues() }, siblingPath(path, 'citizenship'));
    const added = cleanBox(box, {
      withInitials: kind === 'nameWithInitials',
      keepsI: ['', 'TR', 'AZ'].includes(String(citizenship ?? '')),
    });
    setDropped((all) => (box.value === '' && added.length === 0 ? [] : [...new Set([...all, ...added])]));
  };
  // An input method, as on Android, ends each word with `compositionend`: before that nothing is changed.
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (!(event.nativeEvent as InputEvent).isComposing) clean(event.target);
    void input.onChange(event);
  };
  const compositionEnded = (event: CompositionEvent<HTMLInputElement>) => {
    clean(event.currentTarget);
    form.setValue(path, event.currentTarget.value);
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const box = event.target;
    clean(box);
    box.value = box.value.trimEnd();
    if (form.getValues(path) !== box.value) form.setValue(path, box.value);
    void input.onBlur(event);
  };
  const about = [dropped.length > 0 ? t('name.dropped', { characters: dropped.join(' ') }) : '', question?.text];
  return (
    <div className={styles.withAside}>
      <TextField
        {...texts}
        {...input}
        onChange={change}
        onCompositionEnd={compositionEnded}
        onBlur={leave}
        note={about.filter(Boolean).join(' ')}
        spellCheck={false}
        autoCapitalize="words"
      />
      <Offers question={question} accept={accept} />
    </div>
  );
}

/** Removes invalid characters. @returns the removed characters */
function cleanBox(box: HTMLInputElement, options: NameOptions): readonly string[] {
  const caret = box.selectionStart ?? box.value.length;
  const { value, dropped } = cleanName(box.value, options);
  if (value !== box.value) {
    const before = cleanName(box.value.slice(0, caret), options).value.length;
    box.value = value;
    if (document.activeElement === box) box.setSelectionRange(before, before);
  }
  return dropped;
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
