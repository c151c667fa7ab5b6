/** A native select for a short list. Long lists belong in LongSelectField, outside React's tree. */
import { memo, type Ref } from 'react';
import { Field, type FieldTexts } from './Field.tsx';

export interface SelectOption {
  value: string;
  label: string;
}

export interface SelectBaseProps extends FieldTexts {
  name: string;
  id?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** Shown while nothing is chosen; its value is `''`. */
  placeholder: string;
  autoComplete?: string | undefined;
  disabled?: boolean | undefined;
  width?: 'full' | 'm' | 's' | undefined;
  ref?: Ref<HTMLSelectElement> | undefined;
}

export interface SelectFieldProps extends SelectBaseProps {
  options: readonly SelectOption[];
}

export const SelectField = memo(function SelectField({
  name,
  id = name,
  value,
  onChange,
  onBlur,
  placeholder,
  autoComplete,
  disabled,
  width = 'full',
  ref,
  options,
  ...texts
}: SelectFieldProps) {
  return (
    <Field id={id} {...texts}>
      {({ describedBy, invalid }) => (
        <select
          name={name}
          id={id}
          className="control"
          data-width={width}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          autoComplete={autoComplete}
          disabled={disabled}
          ref={ref}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
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
