/** Messages to the staff, for the account and the help page. Loaded on request, both in one script. */
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { formatInstant } from '../../domain/i18n/dates.ts';
import { LOCALES, type Locale } from '../../domain/i18n/locales.ts';
import { MAX_MESSAGE, type QuestionFields } from '../../domain/input/message.ts';
import { accountMessages, helpQuestions } from '../../stores/account/messages.ts';
import { loadWords, pageText } from '../../stores/page-text.ts';
import { AccountForm, type ErrorOf } from '../auth/AccountForm.tsx';
import { EmailField } from '../auth/EmailField.tsx';
import { issueText } from '../auth/SignInRefusal.tsx';
import { Button } from '../ui/Button.tsx';
import type { ContactWays } from '../ui/ContactBlock.tsx';
import type { Elements } from '../ui/elements.ts';
import { controlProps, Field } from '../ui/Field.tsx';
import { LocaleContext, useClientStore, useHydrated, useLocale, useText } from '../ui/hooks.ts';
import { Notice } from '../ui/Notice.tsx';
import { TextField } from '../ui/TextField.tsx';
import '../../styles/messages.css';

interface MessageFormProps {
  form: typeof accountMessages.form;
  ways: ContactWays;
  /** The page opened the form by itself, because of its unsent text, so that the form does not take the focus. */
  restored?: boolean;
  /** Returns the unsent text; called for each new form. */
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

function MessageForm(props: MessageFormProps) {
  const { form, ways, restored = false, typed, done, heading: Heading, fields, onType, onSend } = props;
  const t = useText('messages');
  const { refusal } = useClientStore(form.$state);
  const isSent = useClientStore(form.$sent);
  const title = useId();
  // The button that opened the form is gone by then, and so is the form once it is sent.
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
        form={form}
        errorText={errorText}
        submit={t('send')}
        busyLabel={t('busy')}
        wordsOf={({ code }) => (code === 'not_found' ? { title: t('absent'), text: t('absentText') } : {})}
        notice={refusal && <OtherWays ways={ways} />}
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
  return isEmpty ? pageText(locale, 'messages')('textRequired') : issueText(locale, field, code);
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
        text={done}
      />
    </section>
  );
}

type TextBoxProps = Pick<MessageFormProps, 'typed'> & { error: string | undefined };

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

interface QuestionFormProps {
  locale: Locale;
  ways: ContactWays;
  /** The page opened the form by itself, because of its unsent text. */
  restored: boolean;
}

/** The help page's form, for people without an account. @param element an empty one @throws AggregateError without its texts */
export async function mountQuestionForm(element: Element, props: QuestionFormProps): Promise<void> {
  await loadWords([props.locale], ['messages', 'forms', 'auth']);
  // Starts like an island: `createRoot` would be added to the scripts of every page.
  hydrateRoot(
    element,
    <LocaleContext value={props.locale}>
      <Mounted {...props} />
    </LocaleContext>,
  );
}

/** Renders nothing at first, as the element is empty. */
function Mounted(props: QuestionFormProps) {
  return useHydrated() && <QuestionForm {...props} />;
}

function questionIn(values: FormData): QuestionFields {
  const text = (name: keyof QuestionFields) => String(values.get(name) ?? '');
  return { text: text('text'), email: text('email'), name: text('name'), application: text('application') };
}

function QuestionForm({ ways, restored }: QuestionFormProps) {
  const locale = useLocale();
  const t = useText('messages');
  return (
    <MessageForm
      form={helpQuestions.form}
      ways={ways}
      restored={restored}
      typed={() => helpQuestions.readUnsent().text}
      done={t('doneHelp')}
      heading="h2"
      fields={(errorOf) => <Fields errorOf={errorOf} />}
      onType={(values) => helpQuestions.store(questionIn(values))}
      onSend={(values) => helpQuestions.send(questionIn(values), locale)}
    />
  );
}

function Fields({ errorOf }: { errorOf: ErrorOf }) {
  const t = useText('messages');
  const errorPrefix = useText('forms')('errorPrefix');
  const [typed] = useState(helpQuestions.readUnsent);
  return (
    <>
      <EmailField
        label={t('email')}
        hint={t('emailHint')}
        defaultValue={typed.email}
        error={errorOf('email')}
        autoComplete="email"
      />
      <TextField
        name="name"
        label={t('name')}
        optionalLabel={t('optional')}
        defaultValue={typed.name}
        error={errorOf('name')}
        errorPrefix={errorPrefix}
        autoComplete="name"
      />
      <TextField
        name="application"
        label={t('application')}
        hint={t('applicationHint')}
        optionalLabel={t('optional')}
        defaultValue={typed.application}
        error={errorOf('application')}
        errorPrefix={errorPrefix}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}

const textIn = (values: FormData) => String(values.get('text') ?? '');

/** Loads what the account's home shows, with its texts; the page may change its language. @throws AggregateError without its texts */
export async function loadMessages() {
  await loadWords(LOCALES, ['messages']);
  return AccountMessages;
}

function AccountMessages({ ways }: { ways: ContactWays }) {
  const locale = useLocale();
  const t = useText('messages');
  useEffect(() => void accountMessages.open(), []);
  return (
    <>
      <MessageForm
        form={accountMessages.form}
        ways={ways}
        typed={accountMessages.readUnsent}
        done={t('doneAccount')}
        heading="h3"
        onType={(values) => accountMessages.store(textIn(values))}
        onSend={(values) => accountMessages.send(textIn(values), locale)}
      />
      <SentMessages />
    </>
  );
}

function SentMessages() {
  const locale = useLocale();
  const t = useText('messages');
  const { phase, list } = useClientStore(accountMessages.$list);
  if (phase === 'failed' && list.length === 0)
    return (
      <p>
        <span>{`${t('listFailed')} `}</span>
        <Button kind="link" onClick={() => void accountMessages.open()}>
          {t('again')}
        </Button>
      </p>
    );
  if (list.length === 0) return null;
  return (
    <section className="message-form" aria-labelledby="messages-title">
      <h3 id="messages-title">{t('listTitle')}</h3>
      <ul className="messages">
        {list.map(({ sent_at, text, answer }) => (
          <li key={`${sent_at} ${text}`}>
            <p className="messages__about">
              <time dateTime={sent_at}>{formatInstant(sent_at, locale)}</time>
            </p>
            {text !== '' && <p>{text}</p>}
            {answer ? (
              <div className="messages__answer">
                <p className="messages__about">
                  {t(text === '' ? 'fromOffice' : 'answered', { date: formatInstant(answer.answered_at, locale) })}
                </p>
                <p>{answer.text}</p>
              </div>
            ) : (
              <p className="messages__about">{t('waiting')}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
