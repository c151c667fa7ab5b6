/** The e-mail address, with a hint when its domain looks misspelt. */
import { localePath } from '../../../domain/i18n/paths.ts';
import { suggestEmail } from '../../../domain/input/email-suggestion.ts';
import { runAfterPress } from '../../ui/after-press.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from '../fields.module.css';
import type { ControlProps } from '../part-context.tsx';
import { useFieldError, useFieldTexts, usePart } from '../part-context.tsx';
import { Suggestions, useSuggestions, useTextInput } from './TextInputs.tsx';

export function EmailInput({ path, kind }: ControlProps) {
  const { t } = usePart();
  const texts = useFieldTexts(path);
  const code = useFieldError(path);
  const input = useTextInput(path, kind);
  const { suggestions, suggest, apply } = useSuggestions(path);
  const [meant] = suggestions;

  return (
    <div className={styles.withAside}>
      <TextField
        {...texts}
        {...input}
        inputMode="email"
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        onBlur={(event) => {
          const box = event.target;
          runAfterPress(() => suggest([suggestEmail(box.value) ?? []].flat()));
          void input.onBlur(event);
        }}
        note={meant ? t('email.suggestion', { email: meant }) : ''}
      />
      <Suggestions suggestions={suggestions} onApply={apply} />
      {code === 'email_taken' && <TakenEmailLink />}
    </div>
  );
}

/** The link for an address that already has an application. */
function TakenEmailLink() {
  const { locale, t } = usePart();
  return (
    <p className={styles.aside}>
      <a href={localePath(locale, '/auth/login')}>{t('problems.email_taken.action')}</a>
    </p>
  );
}
