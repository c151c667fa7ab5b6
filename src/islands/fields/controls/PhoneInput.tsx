/**
 * A phone number in international format, with its country in the note. A digit that no number can have is dropped, with a note;
 * pasted text stays, with its problem in the note. For a number without a plus, blur suggests international numbers.
 */
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { digitCount, hasExtension } from '../../../domain/input/phone.ts';
import { loadPhoneCheck, phoneTyping } from '../../../stores/application/phone-check.ts';
import { whenIdle } from '../../../stores/browser/when-idle.ts';
import type { Text } from '../../../stores/page-text.ts';
import { focusField, runAfterPress } from '../../ui/focus.ts';
import { TextField } from '../../ui/TextField.tsx';
import { shownCountry } from '../country-names.ts';
import styles from '../fields.module.css';
import { type ControlProps, useFieldTexts, usePart } from '../part-context.tsx';
import { useTextInput } from './TextInputs.tsx';

type PhoneEdit = ReturnType<typeof phoneTyping.edit>;

export function PhoneInput({ path, kind }: ControlProps) {
  const { t, form, others, validateOnBlur } = usePart();
  const input = useTextInput(path, kind);
  const typing = useRef<Typing>({ before: '', inExtension: false }).current;
  const { note, onTyped, onLeft } = usePhoneNote(path);
  const [suggestions, suggest] = useState<readonly string[]>([]);
  const apply = (value: string) => {
    form.setValue(path, value);
    suggest([]);
    validateOnBlur(path);
    focusField(path);
  };

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onTyped(formatBox(typing, event.target, event.nativeEvent as InputEvent), typing.inExtension);
    void input.onChange(event);
  };
  const leave = (event: { target: HTMLInputElement }) => {
    typing.inExtension = false;
    const box = event.target;
    const left = box.value;
    runAfterPress(onLeft);
    // The numbering plans may still be loading.
    void loadPhoneCheck().then(() =>
      runAfterPress(() => {
        if (box.value === left)
          suggest(phoneTyping.suggest(left, ['UZ', String({ ...others?.(), ...form.getValues() }.citizenship ?? '')]));
      }),
    );
    void input.onBlur(event);
  };
  return (
    <div className={styles.withAside}>
      <TextField
        {...useFieldTexts(path)}
        {...input}
        type="tel"
        inputMode="tel"
        width="m"
        onFocus={(event) => {
          typing.before = event.target.value;
        }}
        onChange={change}
        onBlur={leave}
        note={note}
      />
      {suggestions.map((value) => (
        <button type="button" className={`text-button ${styles.aside}`} key={value} onClick={() => apply(value)}>
          {t('offer', { value })}
        </button>
      ))}
    </div>
  );
}

/** The note under the box: an extension, what is wrong, or the country. A number that was there before is formatted. */
function usePhoneNote(path: string) {
  const { t, form } = usePart();
  const [extension, setExtension] = useState(false);
  const [country, setCountry] = useState<string | null>(null);
  const [trunk, setTrunk] = useState<string | null>(null);
  const [wrong, setWrong] = useState<Pick<PhoneEdit, 'problem' | 'isRefused'> | null>(null);

  useEffect(() => {
    let gone = false;
    whenIdle(async () => {
      await loadPhoneCheck();
      const known = String(form.getValues(path) ?? '');
      if (gone || !known) return;
      // Text typed before hydration is not formatted yet.
      const { value, country, trunk } = phoneTyping.format(known, known.length);
      setCountry(country);
      setTrunk(trunk);
      if (value !== known) form.setValue(path, value);
    });
    return () => {
      gone = true;
    };
  }, [form, path]);

  const refusal = wrong && t.find(`phone.${wrong.isRefused ? 'refused' : 'questioned'}.${wrong.problem}`);
  return {
    note: extension ? t('phone.extension') : (refusal ?? countryNote(t, country, trunk)),
    onTyped: (typed: PhoneEdit, inExtension: boolean) => {
      setExtension(inExtension);
      setCountry(typed.country);
      setTrunk((left) => typed.trunk ?? (typed.value && typed.country === country ? left : null));
      setWrong(typed.problem && typed);
    },
    onLeft: () => {
      setExtension(false);
      setWrong(null);
    },
  };
}

/** @param trunk removed digits of a national prefix */
function countryNote(t: Text<'forms'>, country: string | null, trunk: string | null): string {
  const named = country && shownCountry(country);
  const notes = [trunk && t('phone.trunk', { digits: trunk }), named && t('phone.country', { country: named })];
  return notes.filter(Boolean).join(' ');
}

interface Typing {
  /** Determines what Backspace has deleted. */
  before: string;
  /** The next digits belong to an extension, until the value changes in another way. */
  inExtension: boolean;
}

function formatBox(typing: Typing, box: HTMLInputElement, { inputType = '', data }: InputEvent): PhoneEdit {
  const { before } = typing;
  const goesOn = typing.inExtension && inputType === 'insertText' && box.value.startsWith(before);
  typing.inExtension = goesOn || hasExtension(box.value);
  if (goesOn) box.value = before;
  const meant = phoneTyping.deleteThroughSpace(before, box.value, box.selectionStart ?? box.value.length, inputType);
  // A phone's keyboard inserts a whole composition at once.
  const isComposed = inputType === 'insertCompositionText' && digitCount(box.value) === digitCount(before) + 1;
  const isTyped = isComposed || (inputType === 'insertText' && data?.length === 1);
  const typed = phoneTyping.edit(before, meant.value, meant.caret, isTyped);
  typing.before = typed.value;
  if (typed.value !== box.value) {
    box.value = typed.value;
    if (document.activeElement === box) box.setSelectionRange(typed.caret, typed.caret);
  }
  return typed;
}
