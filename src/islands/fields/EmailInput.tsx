/** The e-mail address, with a hint when its service looks misspelt. */

import { localePath } from '../../domain/i18n/paths.ts';
import { suggestEmail } from '../../domain/input/email-suggestion.ts';
import { afterPress } from '../ui/after-press.ts';
import { TextField } from '../ui/TextField.tsx';
import type { FieldProps } from './part-context.tsx';
import { useFieldError, useFieldTexts, usePart } from './part-context.tsx';
import { Offer, useOffer, useTextInput } from './TextInputs.tsx';

export function EmailInput({ path, max }: FieldProps) {
  const { t } = usePart();
  const texts = useFieldTexts(path);
  const code = useFieldError(path);
  const input = useTextInput(path);
  const { offers, offer, take } = useOffer(path);
  const [meant] = offers;

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
          afterPress(() => offer([suggestEmail(box.value) ?? []].flat()));
          void input.onBlur(event);
        }}
        note={meant ? t('email.suggestion', { email: meant }) : ''}
      />
      <Offer offers={offers} onTake={take} />
      {code === 'email_taken' && <TakenEmailLink />}
    </div>
  );
}

/** The way on for someone whose address has an application already. */
export function TakenEmailLink() {
  const { locale, t } = usePart();
  return (
    <p className="field-aside">
      <a href={localePath(locale, '/auth/login')}>{t('problems.email_taken.action')}</a>
    </p>
  );
}
