/** A message to the staff: its fields and errors, and another way if it can't be sent. */
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { MAX_MESSAGE } from '../../domain/input/message.ts';
import { IDLE_FORM } from '../../stores/account/form.ts';
import type { MessageFormStore as FormStore } from '../../stores/account/messages.ts';
import { textOf } from '../../stores/page-text.ts';
import { AccountForm, type ErrorOf } from '../auth/AccountForm.tsx';
import { issueText } from '../auth/words.ts';
import { Button } from '../ui/Button.tsx';
import type { ContactWays } from '../ui/ContactBlock.tsx';
import type { Elements } from '../ui/elements.ts';
import { controlProps, Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useText } from '../ui/use-locale.ts';

export interface MessageFormProps {
  form: FormStore;
  ways: ContactWays;
  /** The page shows the form by itself, for its unsent text: the form does not take the focus. */
  restored?: boolean;
  /** The unsent text; called for each new form. */
  typed: () => string;
  /** Announced after it was sent. */
  done: string;
  /** Its heading's level below the page's other headings. */
  heading: 'h2' | 'h3';
  /** Fields above the text, each with its error. */
  fields?: (errorOf: ErrorOf) => Elements;
  onType: (values: FormData) => void;
  onSend: (values: FormData) => Promise<boolean>;
}

export function MessageForm(props: MessageFormProps) {
  const { form, ways, restored = false, typed, done, heading: Heading, fields, onType, onSend } = props;
  const t = useText('messages');
  const state = useClientStore(form.$state, IDLE_FORM);
  const wait = useClientStore(form.$wait, 0);
  const isSent = useClientStore(form.$sent, false);
  const title = useId();
  // The button that opened the form is gone by then; so is the form once it is sent.
  const box = useRef<HTMLElement>(null);
  const shown = useRef(restored ? isSent : null);
  useEffect(() => {
    if (isSent !== shown.current) box.current?.focus();
    shown.current = isSent;
  }, [isSent]);

  if (isSent) return <Sent done={done} onNext={form.begin} box={box} />;
  return (
    <section className="message-form" aria-labelledby={title} tabIndex={-1} ref={box}>
      <Heading id={title}>{t('title')}</Heading>
      <AccountForm
        {...{ state, wait, errorText }}
        submit={t('send')}
        busyLabel={t('busy')}
        wordsOf={({ code }) => (code === 'not_found' ? { title: t('absent'), text: t('absentText') } : {})}
        notice={state.error && <OtherWays ways={ways} />}
        onSend={onSend}
        onInput={({ currentTarget }) => onType(new FormData(currentTarget))}
      >
        {(errorOf) => (
          <>
            {fields?.(errorOf)}
            <TextBox typed={typed} error={errorOf('text')} />
          </>
        )}
      </AccountForm>
    </section>
  );
}

function errorText(locale: Locale, field: string, code: string): string {
  const isEmpty = field === 'text' && code === 'required';
  return isEmpty ? textOf(locale, 'messages')('textRequired') : issueText(locale, field, code);
}

type SentProps = Pick<MessageFormProps, 'done'> & {
  onNext: () => void;
  box: RefObject<HTMLElement | null>;
};

function Sent({ done, onNext, box }: SentProps) {
  const t = useText('messages');
  return (
    <section className="message-form" tabIndex={-1} ref={box}>
      <Notice
        tone="success"
        title={t('done')}
        action={
          <Button kind="quiet" onClick={onNext}>
            {t('another')}
          </Button>
        }
      >
        <p>{done}</p>
      </Notice>
    </section>
  );
}

type TextBoxProps = Pick<MessageFormProps, 'typed'> & { error: string | undefined };

/** The text, with its character count. */
function TextBox({ typed, error }: TextBoxProps) {
  const t = useText('messages');
  const forms = useText('forms');
  const [text] = useState(typed);
  const [used, setUsed] = useState(text.length);
  return (
    <Field id="text" label={t('text')} hint={t('textHint')} error={error} errorPrefix={forms('errorPrefix')}>
      {(wiring) => (
        <>
          <textarea
            rows={6}
            defaultValue={text}
            onChange={({ target }) => setUsed(target.value.length)}
            {...controlProps('text', wiring, 'text-count')}
          />
          <p className="field__count" id="text-count">
            {forms('longtext.count', { used, max: MAX_MESSAGE })}
          </p>
        </>
      )}
    </Field>
  );
}

// Not imported from the block: the account's home would load it as a separate script.
const tel = (number: string) => `tel:${number.replace(/[^+\d]/g, '')}`;

function OtherWays({ ways: { email, abroad, inside } }: Pick<MessageFormProps, 'ways'>) {
  const t = useText('messages');
  const forms = useText('forms');
  return (
    <>
      <p>{t('kept')}</p>
      <ul>
        {email !== null && <Way label={forms('contact.email')} href={`mailto:${email}`} text={email} />}
        {abroad !== null && <Way label={forms('contact.abroad')} href={tel(abroad)} text={abroad} />}
        <Way label={forms('contact.inside')} href={tel(inside)} text={inside} />
      </ul>
    </>
  );
}

function Way({ label, href, text }: { label: string; href: string; text: string }) {
  return (
    <li>
      <span>{`${label}: `}</span>
      <a href={href} translate="no">
        {text}
      </a>
    </li>
  );
}
