/**
 * A phone number, put into international form while it is typed; the country of its code is named under it. A number
 * without its plus stays as it is: what it may have meant is offered when the field is left.
 */
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { hasExtension } from '../../domain/input/phone.ts';
import { $draft } from '../../stores/application/draft.ts';
import { deleteThroughSpace, formatPhone, loadPhoneCheck, meantPhones } from '../../stores/application/phone-check.ts';
import { afterPress } from '../ui/after-press.ts';
import { whenIdle } from '../ui/lazy.tsx';
import { TextField } from '../ui/TextField.tsx';
import { shownCountry } from './country-names.ts';
import type { FieldProps } from './part-context.tsx';
import { useFieldTexts, usePart } from './part-context.tsx';
import { Offer, useOffer, useTextInput } from './TextInputs.tsx';

export function PhoneInput({ path }: FieldProps) {
  const { t, form } = usePart();
  const input = useTextInput(path);
  const before = useRef('');
  /** Digits that follow are of an extension, until something else is done in the field. */
  const inExtension = useRef(false);
  const [extension, setExtension] = useState(false);
  const [country, setCountry] = useState<string | null>(null);
  const { offers, offer, take } = useOffer(path);

  useEffect(() => {
    let gone = false;
    whenIdle(async () => {
      await loadPhoneCheck();
      const known = String(form.getValues(path) ?? '');
      if (gone || !known) return;
      // What was typed before the page was hydrated is not in international form yet.
      const { value, country } = formatPhone(known, known.length);
      setCountry(country);
      if (value !== known) form.setValue(path, value);
    });
    return () => {
      gone = true;
    };
  }, [form, path]);

  // What a press of Backspace takes away is seen only beside what stood before.
  const remember = (event: { target: HTMLInputElement }) => {
    before.current = event.target.value;
  };
  const format = (event: ChangeEvent<HTMLInputElement>) => {
    const box = event.target;
    const { inputType = '' } = event.nativeEvent as InputEvent;
    const goesOn = inExtension.current && inputType === 'insertText' && box.value.startsWith(before.current);
    inExtension.current = goesOn || hasExtension(box.value);
    if (goesOn) box.value = before.current;
    setExtension(inExtension.current);
    const meant = deleteThroughSpace(before.current, box.value, box.selectionStart ?? box.value.length, inputType);
    const typed = formatPhone(meant.value, meant.caret);
    before.current = typed.value;
    if (typed.value !== box.value) {
      box.value = typed.value;
      if (document.activeElement === box) box.setSelectionRange(typed.caret, typed.caret);
    }
    setCountry(typed.country);
    void input.onChange(event);
  };
  const leave = (event: { target: HTMLInputElement }) => {
    inExtension.current = false;
    const box = event.target;
    const left = box.value;
    afterPress(() => setExtension(false));
    // What is known of numbers may still be on its way.
    void loadPhoneCheck().then(() =>
      afterPress(() => {
        if (box.value === left) offer(meantPhones(left, ['UZ', citizenshipOf(form.getValues())]));
      }),
    );
    void input.onBlur(event);
  };

  const named = country && shownCountry(country);
  return (
    <div className="with-aside">
      <TextField
        {...useFieldTexts(path)}
        {...input}
        type="tel"
        inputMode="tel"
        width="m"
        onFocus={remember}
        onChange={format}
        onBlur={leave}
        note={extension ? t('phone.extension') : named ? t('phone.country', { country: named }) : ''}
      />
      <Offer offers={offers} onTake={take} />
    </div>
  );
}

/** The citizenship stands in another part of the draft. */
function citizenshipOf(values: Record<string, unknown>): string {
  return String(values.citizenship ?? $draft.get().step1Data.citizenship ?? '');
}
