/** The e-mail address, with a hint when its service looks misspelt. */
import { useState } from 'react';
import { suggestEmail } from '../../domain/input/email-suggestion.ts';
import { afterPress } from '../ui/after-press.ts';
import { TextField } from '../ui/TextField.tsx';
import type { FieldProps } from './field-props.ts';
import { useFieldError, useFieldTexts, useStep } from './step-context.ts';
import { TakenEmailLink } from './TakenEmailLink.tsx';
import { useTextInput } from './TextInputs.tsx';

export function EmailInput({ path, max }: FieldProps) {
  const { t, form, changed, leave } = useStep();
  const texts = useFieldTexts(path);
  const code = useFieldError(path);
  const input = useTextInput(path);
  const [meant, setMeant] = useState('');

  const accept = () => {
    form.setValue(path, meant);
    changed(path);
    setMeant('');
    leave(path);
    document.getElementById(path)?.focus();
  };

  return (
    <div className="with-aside">
      <TextField
        {...texts}
        {...input}
        type="email"
        inputMode="email"
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        maxLength={max || undefined}
        onBlur={(event) => {
          const box = event.target;
          // What the press itself has put right needs no hint any more.
          afterPress(() => setMeant(suggestEmail(box.value) ?? ''));
          void input.onBlur(event);
        }}
        note={meant && t('email.suggestion', { email: meant })}
      />
      {meant && (
        <button type="button" className="text-button field-aside" onClick={accept}>
          {t('email.accept', { email: meant })}
        </button>
      )}
      {code === 'email_taken' && <TakenEmailLink />}
    </div>
  );
}
