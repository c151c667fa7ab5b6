/** A phone number, put into international form while it is typed; the country of its code is named under it. */
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { deleteThroughSpace, formatPhone, loadPhoneCheck } from '../../stores/application/phone-check.ts';
import { whenIdle } from '../ui/later.ts';
import { TextField } from '../ui/TextField.tsx';
import { shownCountry } from './country-names.ts';
import type { FieldProps } from './field-props.ts';
import { useFieldTexts, useStep } from './step-context.ts';
import { useTextInput } from './TextInputs.tsx';

export function PhoneInput({ path }: FieldProps) {
  const { t, form } = useStep();
  const input = useTextInput(path);
  const before = useRef('');
  const [country, setCountry] = useState<string | null>(null);

  useEffect(() => {
    let gone = false;
    whenIdle(async () => {
      await loadPhoneCheck();
      const known = String(form.getValues(path) ?? '');
      if (!gone && known) setCountry(formatPhone(known, known.length).country);
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

  const named = country && shownCountry(country);
  return (
    <TextField
      {...useFieldTexts(path)}
      {...input}
      type="tel"
      inputMode="tel"
      width="m"
      onFocus={remember}
      onChange={format}
      note={named ? t('phone.country', { country: named }) : ''}
    />
  );
}
