/** A password that can be shown. It is hidden again when its form is sent, so that no browser stores it as plain text. */
import { memo, type ReactNode, useEffect, useState } from 'react';
import { controlProps, Field, splitTexts } from './Field.tsx';
import { useText } from './hooks.ts';
import styles from './PasswordField.module.css';
import type { TextFieldProps } from './TextField.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'width' | 'errorPrefix'> {
  label: string;
  /** Shown under the box: the strength of the password. */
  strength?: ReactNode;
}

export const PasswordField = memo(function PasswordField({ name, id = name, strength, ...rest }: PasswordFieldProps) {
  const forms = useText('forms');
  const [shown, setShown] = useState(false);
  const [texts, input] = splitTexts(rest);

  useEffect(() => {
    if (!shown) return;
    const hide = () => setShown(false);
    // In the capture phase, since the form's own handler may stop the event.
    document.addEventListener('submit', hide, true);
    return () => document.removeEventListener('submit', hide, true);
  }, [shown]);

  return (
    <Field id={id} {...texts} errorPrefix={forms('errorPrefix')}>
      {(wiring) => (
        <>
          <div className={styles.box}>
            <input
              autoCapitalize="none"
              spellCheck={false}
              {...input}
              type={shown ? 'text' : 'password'}
              {...controlProps(name, wiring)}
            />
            <button type="button" className={styles.toggle} aria-controls={id} onClick={() => setShown(!shown)}>
              <span>{forms(shown ? 'password.hide' : 'password.show')}</span>
              <span className="visually-hidden">{` ${rest.label.toLowerCase()}`}</span>
            </button>
          </div>
          {strength && <div className={styles.strength}>{strength}</div>}
        </>
      )}
    </Field>
  );
});
