/** A password that can be shown. It is hidden again when its form is sent, so that no browser stores it as plain text. */
import { memo, type ReactNode, useEffect, useState } from 'react';
import { Field } from './Field.tsx';
import type { TextFieldProps } from './TextField.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'width'> {
  showLabel: string;
  hideLabel: string;
  /** Shown under the box: the strength of the password. */
  strength?: ReactNode;
}

export const PasswordField = memo(function PasswordField({
  name,
  id = name,
  label,
  hint,
  error,
  errorPrefix,
  optionalLabel,
  note,
  showLabel,
  hideLabel,
  strength,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const texts = { label, hint, error, errorPrefix, optionalLabel, note };

  useEffect(() => {
    if (!shown) return;
    const hide = () => setShown(false);
    // Capture: the form's own handler may stop the event.
    document.addEventListener('submit', hide, true);
    return () => document.removeEventListener('submit', hide, true);
  }, [shown]);

  return (
    <Field id={id} {...texts}>
      {({ describedBy, invalid }) => (
        <>
          <div className="password">
            <input
              autoCapitalize="none"
              spellCheck={false}
              {...input}
              type={shown ? 'text' : 'password'}
              name={name}
              id={id}
              className="control"
              translate="no"
              aria-describedby={describedBy}
              aria-invalid={invalid || undefined}
            />
            <button type="button" className="password__toggle" aria-controls={id} onClick={() => setShown(!shown)}>
              {shown ? hideLabel : showLabel}
            </button>
          </div>
          {strength && <div className="password__strength">{strength}</div>}
        </>
      )}
    </Field>
  );
});
