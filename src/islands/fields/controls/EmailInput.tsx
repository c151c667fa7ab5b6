/** The e-mail address, with a hint when its domain looks misspelt. */
import { localePath } from '../../../domain/i18n/paths.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from '../fields.module.css';
import type { ControlProps } from '../part-context.tsx';
import { useFieldError, useFieldTexts, usePart } from '../part-context.tsx';
import { Offers } from '../use-question.tsx';
import { useQuestionedInput } from './TextInputs.tsx';

export function EmailInput({ path, kind }: ControlProps) {
  const texts = useFieldTexts(path);
  const code = useFieldError(path);
  const { question, accept, ...input } = useQuestionedInput(path, kind);
  return (
    <div className={styles.withAside}>
      <TextField
        {...texts}
        {...input}
        inputMode="email"
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        note={question?.text ?? ''}
      />
      <Offers question={question} accept={accept} />
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
