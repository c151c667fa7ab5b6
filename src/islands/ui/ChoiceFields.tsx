/** One question with a few visible answers. */
import { type ComponentProps, memo, type ReactNode } from 'react';
import { Field, type FieldTexts } from './Field.tsx';
import { useText } from './hooks.ts';

interface ChoiceProps extends ComponentProps<'input'> {
  id: string;
  type: 'radio' | 'checkbox';
  label: ReactNode;
  hint?: string | undefined;
}

export function Choice({ label, hint, ...input }: ChoiceProps) {
  const hintId = hint ? `${input.id}-hint` : undefined;
  return (
    <div className="choice">
      <input aria-describedby={hintId} {...input} />
      <label htmlFor={input.id}>{label}</label>
      {hint && (
        <p className="choice__hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

export interface ChoiceOption {
  value: string;
  label: string;
  hint?: string | undefined;
}

/** Props of every control for one of several answers. */
export interface ChoiceFieldProps extends FieldTexts {
  name: string;
  id?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
}

interface RadioGroupProps extends ChoiceFieldProps {
  options: readonly ChoiceOption[];
  /** Puts short answers, such as yes and no, side by side. */
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
          {options.map((option) => (
            <Choice
              key={option.value}
              type="radio"
              name={name}
              id={`${id}.${option.value}`}
              {...option}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              onBlur={onBlur}
            />
          ))}
        </div>
      )}
    </Field>
  );
});

/** One statement to agree to. Its label may contain links. */
interface CheckboxProps {
  name: string;
  id?: string | undefined;
  label: ReactNode;
  error?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export const Checkbox = memo(function Checkbox({ name, id = name, label, error, checked, onChange }: CheckboxProps) {
  const forms = useText('forms');
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      {error && (
        <p className="field__error" id={`${id}-error`}>
          <span className="visually-hidden">{`${forms('errorPrefix')} `}</span>
          <span>{error}</span>
        </p>
      )}
      <Choice
        type="checkbox"
        name={name}
        id={id}
        label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
      />
    </div>
  );
});
