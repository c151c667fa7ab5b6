/** Text fields. They are uncontrolled: a key changes the form's value and renders nothing. */
import { useState } from 'react';
import { latinLookAlikes } from '../../../domain/input/text.ts';
import { type FieldKind, kindOf } from '../../../domain/kinds/index.ts';
import { valueAt } from '../../../stores/device/form-values.ts';
import { runAfterPress } from '../../ui/after-press.ts';
import { controlProps, Field } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useAfterHydration } from '../../ui/use-hydrated.ts';
import styles from '../fields.module.css';
import { type ControlProps, useFieldTexts, usePart, useValue } from '../part-context.tsx';

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

export function PlainInput({ path, kind }: ControlProps) {
  return <TextField {...useFieldTexts(path)} {...useTextInput(path, kind)} />;
}

/** A passport number. Cyrillic letters that look Latin are suggested as Latin ones, never changed automatically. */
export function PassportInput({ path, kind }: ControlProps) {
  const input = useTextInput(path, kind);
  const { suggestions, suggest, apply } = useSuggestions(path);
  return (
    <div className={styles.withAside}>
      <TextField
        {...useFieldTexts(path)}
        {...input}
        onBlur={(event) => {
          const box = event.target;
          runAfterPress(() => suggest([latinLookAlikes(box.value) ?? []].flat()));
          void input.onBlur(event);
        }}
        width="m"
        spellCheck={false}
        autoCapitalize="characters"
        autoCorrect="off"
      />
      <Suggestions suggestions={suggestions} onApply={apply} />
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

/** Suggested values for a field: `suggest` shows them, `apply` sets one and focuses the field. */
export function useSuggestions(path: string) {
  const { form, validateOnBlur } = usePart();
  const [suggestions, suggest] = useState<readonly string[]>([]);
  const apply = (value: string) => {
    form.setValue(path, value);
    suggest([]);
    validateOnBlur(path);
    document.getElementById(path)?.focus();
  };
  return { suggestions, suggest, apply };
}

interface SuggestionsProps {
  suggestions: readonly string[];
  /** The text of a value's button, instead of the default. */
  words?: (value: string) => string;
  onApply: (value: string) => void;
}

/** Suggested values, one button each; none is applied automatically. */
export function Suggestions({ suggestions, words, onApply }: SuggestionsProps) {
  const { t } = usePart();
  return suggestions.map((value) => (
    <button type="button" className={`text-button ${styles.aside}`} key={value} onClick={() => onApply(value)}>
      {words ? words(value) : t('offer', { value })}
    </button>
  ));
}
