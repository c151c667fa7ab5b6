/**
 * A phone number in international format, with its country in the note. A digit that no number can have is dropped, with a note;
 * pasted text stays, and the note shows its issue. When a number without plus is left, international numbers are suggested.
 */
import { useEffect, useRef, useState } from 'react';
import { hasExtension } from '../../../domain/input/phone.ts';
import { loadPhoneCheck, phoneTyping } from '../../../stores/application/phone-check.ts';
import { whenIdle } from '../../../stores/browser/when-idle.ts';
import type { Text } from '../../../stores/page-text.ts';
import { focusField, runAfterPress } from '../../ui/focus.ts';
import { TextField } from '../../ui/TextField.tsx';
import { replaceText, type TypedText } from '../../ui/typed-text.ts';
import { shownCountry } from '../country-names.ts';
import styles from '../fields.module.css';
import { type ControlProps, useFieldTexts, usePart } from '../part-context.tsx';
import { useTextInput } from './TextInputs.tsx';

type PhoneEdit = ReturnType<typeof phoneTyping.edit>;

export function PhoneInput({ path, kind }: ControlProps) {
  const { t, form, others, validateOnBlur } = usePart();
  const typing = useRef<Typing>({ before: '', inExtension: false }).current;
  const { note, onTyped, onLeft } = usePhoneNote(path);
  const input = useTextInput(path, kind, (text) => {
    const edit = formatText(typing, text);
    onTyped(edit, typing.inExtension);
    return edit;
  });
  const [suggestions, suggest] = useState<readonly string[]>([]);
  const apply = (value: string) => {
    form.setValue(path, value);
    suggest([]);
    validateOnBlur(path);
    focusField(path);
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
          suggest(phoneTyping.suggest(left, ['UZ', String({ ...others?.(), ...form.values }.citizenship ?? '')]));
      }),
    );
    input.onBlur(event);
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
        onBlur={leave}
        note={note}
      />
      {suggestions.map((value) => (
        <button type="button" className={`text-button ${styles.aside}`} key={value} onClick={() => apply(value)}>
          {t('suggestion', { value })}
        </button>
      ))}
    </div>
  );
}

/** The note under the box: an extension, an issue, or the country. A number that was there before is formatted. */
function usePhoneNote(path: string) {
  const { t, form } = usePart();
  const [extension, setExtension] = useState(false);
  const [country, setCountry] = useState<string | null>(null);
  const [trunk, setTrunk] = useState<string | null>(null);
  const [wrong, setWrong] = useState<Pick<PhoneEdit, 'issue' | 'isRefused'> | null>(null);

  useEffect(() => {
    let gone = false;
    whenIdle(async () => {
      await loadPhoneCheck();
      const known = String(form.valueAt(path) ?? '');
      if (gone || !known) return;
      // Text typed before hydration is not formatted yet.
      const { activeElement: active } = document;
      const box = active instanceof HTMLInputElement && active.id === path ? active : null;
      const { value, caret, country, trunk } = phoneTyping.format(known, box?.selectionStart ?? known.length);
      setCountry(country);
      setTrunk(trunk);
      if (box) replaceText(box, { value, caret });
      else if (value !== known) form.setValue(path, value);
    });
    return () => {
      gone = true;
    };
  }, [form, path]);

  const refusal = wrong && t.find(`phone.${wrong.isRefused ? 'refused' : 'questioned'}.${wrong.issue}`);
  return {
    note: extension ? t('phone.extension') : (refusal ?? countryNote(t, country, trunk)),
    onTyped: (typed: PhoneEdit, inExtension: boolean) => {
      setExtension(inExtension);
      setCountry(typed.country);
      setTrunk((left) => typed.trunk ?? (typed.value && typed.country === country ? left : null));
      setWrong(typed.issue && typed);
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
  /** The text before the edit, from which follows what Backspace has deleted. */
  before: string;
  /** The next digits belong to an extension, until the value changes in another way. */
  inExtension: boolean;
}

function formatText(typing: Typing, text: TypedText): PhoneEdit {
  const { before } = typing;
  const { inputType, data } = text;
  const goesOn = typing.inExtension && inputType === 'insertText' && text.value.startsWith(before);
  typing.inExtension = goesOn || hasExtension(text.value);
  const value = goesOn ? before : text.value;
  const meant = phoneTyping.deleteThroughSpace(before, value, Math.min(text.caret, value.length), inputType);
  const isTyped = inputType === 'insertText' && data?.length === 1;
  const edit = phoneTyping.edit(before, meant.value, meant.caret, isTyped);
  typing.before = edit.value;
  return edit;
}
