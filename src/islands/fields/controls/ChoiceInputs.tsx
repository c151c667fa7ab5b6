/** Controlled fields: selects, and questions with a few answers. Only the changed field renders. */
import { GENDERS, KINSHIP, MONTHS } from '../../../domain/reference/choices.ts';
import { countryOfOption } from '../../../domain/reference/countries.ts';
import { valueAt } from '../../../stores/device/form-values.ts';
import { Checkbox, RadioGroup } from '../../ui/ChoiceFields.tsx';
import { useAfterHydration } from '../../ui/hooks.ts';
import { LongSelectField, SelectField } from '../../ui/SelectField.tsx';
import { COUNTRY_OPTIONS, shownCountry } from '../country-names.ts';
import { type ControlProps, useFieldTexts, usePart, useValue } from '../part-context.tsx';

/** `value`, `onChange` and `onBlur` of a controlled field. */
export function useChoice<Value>(path: string) {
  const { form, validateOnBlur, blank } = usePart();
  return {
    value: useAfterHydration(useValue<Value>(path), valueAt(blank ?? {}, path) as Value),
    onChange: (value: Value) => form.setValue(path, value),
    onBlur: () => validateOnBlur(path),
  };
}

function GenderInput({ path }: ControlProps) {
  const { locale } = usePart();
  const options = GENDERS.map((gender) => ({ value: gender.value, label: gender[`label_${locale}`] }));
  return <RadioGroup {...useFieldTexts(path)} {...useChoice<string>(path)} options={options} inline />;
}

function KinshipInput({ path }: ControlProps) {
  const { t } = usePart();
  return (
    <ShortSelect path={path} options={KINSHIP.map((value) => ({ value, label: t(`choices.kinship.${value}`) }))} />
  );
}

function MonthsInput({ path }: ControlProps) {
  const { t } = usePart();
  const label = (value: string) => t('choices.months', { count: Number(value) });
  return <ShortSelect path={path} options={MONTHS.map((value) => ({ value, label: label(value) }))} />;
}

function ShortSelect({ path, options }: Pick<ControlProps, 'path'> & { options: { value: string; label: string }[] }) {
  const { t } = usePart();
  return (
    <SelectField
      {...useFieldTexts(path)}
      {...useChoice<string>(path)}
      options={options}
      placeholder={t('select.placeholder')}
      width="m"
    />
  );
}

/** The 249 countries, with other names, are in the page's `<template>`, outside React. */
function CountryInput({ path }: ControlProps) {
  const { t } = usePart();
  const choice = useChoice<string>(path);
  return (
    <LongSelectField
      {...useFieldTexts(path)}
      {...choice}
      onChange={(option) => choice.onChange(countryOfOption(option))}
      optionsFrom={COUNTRY_OPTIONS}
      selectedLabel={shownCountry(choice.value)}
      placeholder={t('select.placeholder')}
    />
  );
}

function FlagInput({ path }: ControlProps) {
  const { t } = usePart();
  const options = [
    { value: 'no', label: t('choices.no') },
    { value: 'yes', label: t('choices.yes') },
  ];
  return <RadioGroup {...useFieldTexts(path)} {...useChoice<string>(path)} options={options} inline />;
}

/** A checkbox about the answers beside it. */
function TickInput({ path }: ControlProps) {
  const { value, onChange } = useChoice<string>(path);
  const { name, label, error } = useFieldTexts(path);
  const tick = (checked: boolean) => onChange(checked ? 'yes' : 'no');
  return <Checkbox name={name} label={label} error={error} checked={value === 'yes'} onChange={tick} />;
}

/** The controls of a few answers, by kind. */
export const choiceInputs = {
  gender: GenderInput,
  kinship: KinshipInput,
  country: CountryInput,
  months: MonthsInput,
  flag: FlagInput,
  tick: TickInput,
};
