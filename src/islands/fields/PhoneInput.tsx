/**
 * A phone number, formatted as international while it is typed, with the country of its code in the note. A digit that no number
 * can have there is left out, and the note says so; what is pasted stays, and the note says what is wrong. A number without
 * a plus stays as it is: on blur, international numbers that it may stand for are suggested.
 */
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { digitCount, hasExtension } from '../../domain/input/phone.ts';
import {
  deleteThroughSpace,
  editPhone,
  formatPhone,
  loadPhoneCheck,
  meantPhones,
  type PhoneEdit,
} from '../../stores/application/phone-check.ts';
import { afterPress } from '../ui/after-press.ts';
import { whenIdle } from '../ui/lazy.tsx';
import { TextField } from '../ui/TextField.tsx';
import { shownCountry } from './country-names.ts';
import styles from './fields.module.css';
import type { ControlProps } from './part-context.tsx';
import { useFieldTexts, usePart } from './part-context.tsx';
import { Suggestions, useSuggestions, useTextInput } from './TextInputs.tsx';

export function PhoneInput({ path, kind }: ControlProps) {
  const { t, form, others } = usePart();
  const input = useTextInput(path, kind);
  const before = useRef('');
  /** The next digits belong to an extension, until the value changes in another way. */
  const inExtension = useRef(false);
  const [extension, setExtension] = useState(false);
  const [country, setCountry] = useState<string | null>(null);
  const [trunk, setTrunk] = useState<string | null>(null);
  const [told, tell] = useState<Pick<PhoneEdit, 'problem' | 'isRefused'> | null>(null);
  const { suggestions, suggest, apply } = useSuggestions(path);

  useEffect(() => {
    let gone = false;
    whenIdle(async () => {
      await loadPhoneCheck();
      const known = String(form.getValues(path) ?? '');
      if (gone || !known) return;
      // What was typed before hydration is not formatted yet.
      const { value, country, trunk } = formatPhone(known, known.length);
      setCountry(country);
      setTrunk(trunk);
      if (value !== known) form.setValue(path, value);
    });
    return () => {
      gone = true;
    };
  }, [form, path]);

  // What Backspace has deleted follows from the value before it.
  const remember = (event: { target: HTMLInputElement }) => {
    before.current = event.target.value;
  };
  const format = (event: ChangeEvent<HTMLInputElement>) => {
    const box = event.target;
    const { inputType = '', data } = event.nativeEvent as InputEvent;
    const goesOn = inExtension.current && inputType === 'insertText' && box.value.startsWith(before.current);
    inExtension.current = goesOn || hasExtension(box.value);
    if (goesOn) box.value = before.current;
    setExtension(inExtension.current);
    const meant = deleteThroughSpace(before.current, box.value, box.selectionStart ?? box.value.length, inputType);
    // A keyboard of a phone gives all that it composes at once.
    const isComposed =
      inputType === 'insertCompositionText' && digitCount(box.value) === digitCount(before.current) + 1;
    const isTyped = isComposed || (inputType === 'insertText' && data?.length === 1);
    const typed = editPhone(before.current, meant.value, meant.caret, isTyped);
    before.current = typed.value;
    if (typed.value !== box.value) {
      box.value = typed.value;
      if (document.activeElement === box) box.setSelectionRange(typed.caret, typed.caret);
    }
    setCountry(typed.country);
    setTrunk((left) => (typed.value === '' ? null : (typed.trunk ?? left)));
    tell(typed.problem && typed);
    void input.onChange(event);
  };
  const leave = (event: { target: HTMLInputElement }) => {
    inExtension.current = false;
    const box = event.target;
    const left = box.value;
    afterPress(() => {
      setExtension(false);
      tell(null);
    });
    // The numbering plans may still be loading.
    void loadPhoneCheck().then(() =>
      afterPress(() => {
        if (box.value === left)
          suggest(meantPhones(left, ['UZ', String({ ...others?.(), ...form.getValues() }.citizenship ?? '')]));
      }),
    );
    void input.onBlur(event);
  };

  const named = country && shownCountry(country);
  const note = () => {
    if (extension) return t('phone.extension');
    if (told) return t.find(`phone.${told.isRefused ? 'refused' : 'questioned'}.${told.problem}`);
    const notes = [trunk && t('phone.trunk', { digits: trunk }), named && t('phone.country', { country: named })];
    return notes.filter(Boolean).join(' ');
  };
  return (
    <div className={styles.withAside}>
      <TextField
        {...useFieldTexts(path)}
        {...input}
        type="tel"
        inputMode="tel"
        width="m"
        onFocus={remember}
        onChange={format}
        onBlur={leave}
        note={note()}
      />
      <Suggestions suggestions={suggestions} onApply={apply} />
    </div>
  );
}
