/** One question with a few answers, all in view. */
import { memo, type ReactNode } from 'react';
import { Field, type FieldTexts } from './Field.tsx';

export interface RadioOption {
  value: string;
  label: string;
  hint?: string | undefined;
}

export interface RadioGroupProps extends FieldTexts {
  name: string;
  id?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  options: readonly RadioOption[];
  /** Side by side, for short answers such as yes and no. */
  inline?: boolean | undefined;
}

export const RadioGroup = memo(function RadioGroup({
  name,
  id = name,
  value,
  onChange,
  onBlur,
  options,
  inline,
  ...texts
}: RadioGroupProps) {
  return (
    <Field id={id} group groupRole="radiogroup" {...texts}>
      {() => (
        <div className="choices" data-inline={inline || undefined}>
          {options.map((option) => {
            const optionId = `${id}.${option.value}`;
            return (
              <div className="choice" key={option.value}>
                <input
                  type="radio"
                  name={name}
                  id={optionId}
                  value={option.value}
                  checked={value === option.value}
                  onChange={() => onChange(option.value)}
                  onBlur={onBlur}
                  aria-describedby={option.hint ? `${optionId}-hint` : undefined}
                />
                <label htmlFor={optionId}>{option.label}</label>
                {option.hint && (
                  <p className="choice__hint" id={`${optionId}-hint`}>
                    {option.hint}
                  </p>
                )}
              </div>
            );
          })}
        </div>
      )}
    </Field>
  );
});

/** One statement to agree to. Its label may hold links. */
export interface CheckboxProps {
  name: string;
  id?: string | undefined;
  label: ReactNode;
  error?: string | undefined;
  errorPrefix?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export const Checkbox = memo(function Checkbox({
  name,
  id = name,
  label,
  error,
  errorPrefix,
  checked,
  onChange,
}: CheckboxProps) {
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      {error && (
        <p className="field__error" id={`${id}-error`}>
          {errorPrefix && <span className="visually-hidden">{errorPrefix} </span>}
          {error}
        </p>
      )}
      <div className="choice">
        <input
          type="checkbox"
          name={name}
          id={id}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
        />
        <label htmlFor={id}>{label}</label>
      </div>
    </div>
  );
});
