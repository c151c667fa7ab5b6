/** The short choice of the type, for someone who came to step 1 without one. */
import { type SubmitEvent, useState } from 'react';
import { APPLICATION_TYPES, type ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { focusField } from '../ui/focus-field.ts';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { chooseHref } from './go.ts';

export interface TypeChoiceProps {
  locale: Locale;
  onChoose: (type: ApplicationType) => void;
}

export function TypeChoice({ locale, onChoose }: TypeChoiceProps) {
  const t = textOf(locale, 'application');
  const [value, setValue] = useState('');
  const [missing, setMissing] = useState(false);
  const options = APPLICATION_TYPES.map((type) => ({
    value: type,
    label: t(`types.${type}.title`),
    hint: t(`types.${type}.text`),
  }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const type = APPLICATION_TYPES.find((known) => known === value);
    if (type) return onChoose(type);
    setMissing(true);
    focusField('application_type');
  };
  return (
    <form noValidate onSubmit={submit}>
      <RadioGroup
        name="application_type"
        label={t('type.question')}
        hint={<a href={chooseHref(locale)}>{t('type.compare')}</a>}
        error={missing && !value ? t('type.missing') : undefined}
        value={value}
        onChange={setValue}
        options={options}
      />
      <Button type="submit">{t('type.submit')}</Button>
    </form>
  );
}
