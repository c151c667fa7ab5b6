/** A native select for a short list. Long lists belong in LongSelectField, outside React's tree. */
import { type ComponentPropsWithRef, memo } from 'react';
import { controlProps, Field, type FieldTexts, splitTexts } from './Field.tsx';

export interface SelectOption {
  value: string;
  label: string;
}

type NativeSelect = Omit<ComponentPropsWithRef<'select'>, 'name' | 'id' | 'value' | 'onChange' | 'onBlur'>;

export interface SelectBaseProps extends FieldTexts, NativeSelect {
  name: string;
  id?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** Shown while nothing is chosen; its value is `''`. */
  placeholder: string;
  width?: 'full' | 'm' | 's' | undefined;
}

export interface SelectFieldProps extends SelectBaseProps {
  options: readonly SelectOption[];
}

export const SelectField = memo(function SelectField({
  name,
  id = name,
  onChange,
  placeholder,
  width = 'full',
  options,
  ...rest
}: SelectFieldProps) {
  const [texts, select] = splitTexts(rest);
  return (
    <Field id={id} {...texts}>
      {(wiring) => (
        <select
          {...select}
          data-width={width}
          onChange={(event) => onChange(event.target.value)}
          {...controlProps(name, wiring)}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
});
