/** An address in Uzbekistan: region, the districts of that region, street and house, flat. */
import { useState } from 'react';
import { regions } from '../../../domain/reference/regions.ts';
import { useAfterHydration } from '../../ui/hooks.ts';
import { StatusText } from '../../ui/Loading.tsx';
import { LazyFallback, lazyModule } from '../../ui/lazy.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { hintOf, labelOf } from '../field-texts.ts';
import styles from '../fields.module.css';
import { type ControlProps, useFieldTexts, usePart, useValue } from '../part-context.tsx';
import { useChoice } from './ChoiceInputs.tsx';
import { useTextInput } from './TextInputs.tsx';

/** The names of 200 districts, which are not needed before a region is chosen. */
export const lazyDistricts = lazyModule(() => import('../../../domain/reference/districts.ts'));

export function AddressInput({ path }: ControlProps) {
  const part = usePart();
  return (
    <fieldset className={styles.address} id={path}>
      <legend className="field__label">{labelOf(part, path)}</legend>
      <p className="field__hint">{hintOf(part, path)}</p>
      <div className="field-row">
        <RegionLine path={path} />
        <DistrictLine path={path} />
      </div>
      <LazyFallback module={lazyDistricts} />
      <div className={`field-row ${styles.street}`}>
        <TextField {...useFieldTexts(`${path}.street`)} {...useTextInput(`${path}.street`)} />
        <TextField {...useFieldTexts(`${path}.flat`)} {...useTextInput(`${path}.flat`)} width="s" />
      </div>
    </fieldset>
  );
}

function RegionLine({ path }: { path: string }) {
  const { t, locale, form } = usePart();
  const { onChange, ...choice } = useChoice<string>(`${path}.region`);
  const options = regions.in(locale).map((region) => ({ value: String(region.id), label: region[locale] }));
  const [emptied, setEmptied] = useState(0);
  const change = (region: string) => {
    onChange(region);
    if (form.valueAt(`${path}.district`)) setEmptied((count) => count + 1);
    form.setValue(`${path}.district`, '');
  };
  return (
    <>
      <SelectField
        {...useFieldTexts(`${path}.region`)}
        {...choice}
        onChange={change}
        options={options}
        placeholder={t('select.placeholder')}
      />
      <StatusText hidden>{emptied > 0 && <span key={emptied}>{t('address.districtEmptied')}</span>}</StatusText>
    </>
  );
}

function DistrictLine({ path }: { path: string }) {
  const { t, locale } = usePart();
  const region = useAfterHydration(useValue<string>(`${path}.region`), '');
  const districts = lazyDistricts.use();
  const options = (districts?.districtsOf(region, locale) ?? []).map((district) => ({
    value: String(district.id),
    label: district[locale],
  }));
  const choice = useChoice<string>(`${path}.district`);
  return (
    <SelectField
      {...useFieldTexts(`${path}.district`)}
      {...choice}
      aria-busy={(choice.value !== '' && !districts) || undefined}
      options={options}
      disabled={region === ''}
      placeholder={t(region === '' ? 'select.regionFirst' : 'select.placeholder')}
    />
  );
}
