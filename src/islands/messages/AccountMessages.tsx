/** The applicant's messages to the staff: a new one, those with answers, and what the staff wrote first. Lazy-loaded. */
import { useEffect } from 'react';
import { formatInstant } from '../../domain/i18n/dates.ts';
import { LOCALES } from '../../domain/i18n/locales.ts';
import {
  $messages,
  accountMessage,
  NO_MESSAGES,
  openMessages,
  readUnsentText,
  sendText,
  storeText,
} from '../../stores/account/messages.ts';
import { loadWords } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import type { ContactWays } from '../ui/ContactBlock.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import '../../styles/messages.css';
import { useLocale, useText } from '../ui/use-locale.ts';
import { MessageForm } from './MessageForm.tsx';

const textIn = (values: FormData) => String(values.get('text') ?? '');

/** Loads what the account's home shows, with its texts; the page may change its language. @throws WordsNotLoaded */
export async function loadMessages() {
  await loadWords(LOCALES, ['messages']);
  return AccountMessages;
}

function AccountMessages({ ways }: { ways: ContactWays }) {
  const locale = useLocale();
  const t = useText('messages');
  useEffect(() => void openMessages(), []);
  return (
    <>
      <MessageForm
        form={accountMessage}
        ways={ways}
        typed={readUnsentText}
        done={t('doneAccount')}
        heading="h3"
        onType={(values) => storeText(textIn(values))}
        onSend={(values) => sendText(textIn(values), locale)}
      />
      <Sent />
    </>
  );
}

function Sent() {
  const locale = useLocale();
  const t = useText('messages');
  const { phase, list } = useClientStore($messages, NO_MESSAGES);
  if (phase === 'failed' && list.length === 0)
    return (
      <p>
        <span>{`${t('listFailed')} `}</span>
        <Button kind="link" onClick={() => void openMessages()}>
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
