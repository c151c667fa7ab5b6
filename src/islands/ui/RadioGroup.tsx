/** One question with a few answers, all in view. */
import { memo } from 'react';
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
