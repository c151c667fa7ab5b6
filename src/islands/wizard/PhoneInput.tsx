/** A phone number, put into international form while it is typed; the country of its code is named under it. */
import { type ChangeEvent, useEffect, useState } from 'react';
import { countryName } from '../../domain/reference/countries.ts';
import { formatPhone, loadPhoneCheck } from '../../stores/application/phone-check.ts';
import { TextField } from '../ui/TextField.tsx';
import type { FieldProps } from './field-props.ts';
import { useFieldTexts, useStep } from './step-context.ts';
import { useTextInput } from './TextInputs.tsx';

export function PhoneInput({ path }: FieldProps) {
  const { t, form, locale } = useStep();
  const input = useTextInput(path);
  const [country, setCountry] = useState<string | null>(null);

  useEffect(() => {
    let gone = false;
    void loadPhoneCheck().then(() => {
      const known = String(form.getValues(path) ?? '');
      if (!gone && known) setCountry(formatPhone(known, known.length).country);
    });
    return () => {
      gone = true;
    };
  }, [form, path]);

  const format = (event: ChangeEvent<HTMLInputElement>) => {
    const box = event.target;
    const typed = formatPhone(box.value, box.selectionStart ?? box.value.length);
    if (typed.value !== box.value) {
      box.value = typed.value;
      if (document.activeElement === box) box.setSelectionRange(typed.caret, typed.caret);
    }
    setCountry(typed.country);
    void input.onChange(event);
  };

  return (
    <TextField
      {...useFieldTexts(path)}
      {...input}
      type="tel"
      inputMode="tel"
      width="m"
      onChange={format}
      note={country ? t('phone.country', { country: countryName(country, locale) }) : ''}
    />
  );
}
