/** Messages to the staff: a list of them, and one with the form that answers it. */
import { shownEmail } from '../../../src/domain/input/email.ts';
import { MAX_MESSAGE } from '../../../src/domain/input/message.ts';
import type { Message } from '../../admin/store/messages.ts';
import type { Office } from '../request/office.ts';
import { Page } from './Page.tsx';
import { Action, applicationPath, Notice, Section, TextField, Written } from './ui.tsx';

const messagePath = (id: string) => `/messages/${encodeURIComponent(id)}`;

/** Letters of each text in a list. */
const LETTERS = 240;
const cut = (text: string) => (text.length > LETTERS ? `${text.slice(0, LETTERS)}…` : text);
const TONES = { open: 'warning', answered: 'success', closed: 'info' } as const;

export function MessageList({ office, messages }: { office: Office; messages: readonly Message[] }) {
  return (
    <ul className="entries">
      {messages.map((message) => (
        <li key={message.id}>
          <p>
            <a href={messagePath(message.id)}>{message.name || shownEmail(message.email)}</a>{' '}
            <State office={office} message={message} />
          </p>
          <Written text={cut(message.text)} />
          {message.answer && (
            <p className="soft">
              {office.t('messages.answer')}: {cut(message.answer)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function State({ office: { t, clock }, message: { state, sentAt } }: { office: Office; message: Message }) {
  return (
    <>
      <span className="tag" data-tone={TONES[state]}>
        {t(`messages.states.${state}`)}
      </span>{' '}
      <span className="soft">{clock.instant(sentAt)}</span>
    </>
  );
}

interface MessagesPageProps {
  office: Office;
  messages: readonly Message[];
  /** Ended ones too. */
  all: boolean;
  done: string | null;
}

export function MessagesPage({ office, messages, all, done }: MessagesPageProps) {
  const { t } = office;
  return (
    <Page office={office} title={t('places.messages')} place="messages">
      {done && <Notice tone="success" title={t(`done.${done}`)} />}
      <h1>{t('places.messages')}</h1>
      <p>
        <a href={all ? '/messages' : '/messages?all'}>{t(all ? 'messages.open' : 'messages.all')}</a>
      </p>
      {messages.length === 0 ? (
        <p className="empty">{t('messages.none')}</p>
      ) : (
        <MessageList office={office} messages={messages} />
      )}
    </Page>
  );
}

export function MessagePage({ office, message }: { office: Office; message: Message }) {
  const { t, clock } = office;
  const { id, applicantId, number, name, email, text, answer, endedBy, endedAt } = message;
  const language = message.locale === 'en' ? 'en' : 'ru';
  return (
    <Page office={office} title={`${t('messages.one')} ${id}`} place="messages">
      <h1>{`${t('messages.one')} ${id}`}</h1>
      <p className="head__facts">
        <State office={office} message={message} />
        <span>{[name, shownEmail(email)].filter(Boolean).join(', ')}</span>
        {(applicantId ?? number) && <a href={applicationPath(applicantId ?? number)}>{applicantId ?? number}</a>}
        <span className="soft">{t(`applicantLanguage.${language}`)}</span>
      </p>
      {applicantId === null && <p className="soft">{t('messages.stranger')}</p>}
      <p>
        <Written text={text} />
      </p>
      {endedAt !== null && (
        <Section id="answer" title={t(`messages.states.${message.state}`)}>
          {answer && <Written text={answer} />}
          <p className="soft">
            {endedBy}, {clock.instant(endedAt)}
          </p>
        </Section>
      )}
      {message.state === 'open' && office.may('decide') && (
        <>
          <form method="post" action={messagePath(id)} className="form">
            <TextField
              name="text"
              label={t('messages.answer')}
              hint={t(`messages.hint.${language}`, { email: shownEmail(email) })}
              {...{ rows: 8, maxLength: MAX_MESSAGE, lang: language, required: true }}
            />
            <button type="submit" className="button">
              {t('messages.send')}
            </button>
          </form>
          <Action action={`${messagePath(id)}/close`} label={t('messages.close')} />
        </>
      )}
    </Page>
  );
}
