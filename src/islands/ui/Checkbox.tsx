/** One statement to agree to. Its label may hold links. */
import { memo, type ReactNode } from 'react';

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
