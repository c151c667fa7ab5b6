/** Messages to the staff: the list, and a page with the form that answers one. */
import type { ComponentProps } from 'react';
import { shownEmail } from '../../../src/domain/input/email.ts';
import { MAX_MESSAGE } from '../../../src/domain/input/message.ts';
import { readApplicantId } from '../../admin/secrets/keys.ts';
import { findMessage, listMessages, type Message } from '../../admin/store/messages.ts';
import { Entries } from '../pages/Entries.tsx';
import { Page } from '../pages/Page.tsx';
import { applicationPath, messagePath, skippedEntries } from '../pages/paths.ts';
import { Byline, Field, Form, Multiline, Section, Tag, useOffice } from '../pages/ui.tsx';
import type { DeskContext, Office } from '../request/office.ts';
import { notFoundPage } from './refusals.tsx';

const LISTED = 40;
/** Longer texts are cut in lists. */
const MAX_CHARACTERS = 240;
const TONES = { open: 'warning', answered: 'success', closed: 'info' } as const;

export async function messagesPage({ env, t, path }: Office, c: DeskContext) {
  const all = c.req.query('all') !== undefined;
  // One more tells that there are others.
  const messages = await listMessages(env.DB, all, skippedEntries(path) + LISTED + 1);
  return (
    <Page title={t('places.messages')} section="messages">
      <a href={all ? '/messages' : '/messages?all'}>{t(all ? 'messages.open' : 'messages.all')}</a>
      <MessageList messages={messages} empty={t('messages.none')} most={LISTED} />
    </Page>
  );
}

type MessageListProps = Pick<ComponentProps<typeof Entries>, 'empty' | 'more' | 'most'>;

export function MessageList({ messages, ...list }: MessageListProps & { messages: readonly Message[] }) {
  const { t } = useOffice();
  return (
    <Entries {...list}>
      {messages.map((message) => (
        <li key={message.id}>
          <p>
            <a href={messagePath(message.id)}>{message.name || shownEmail(message.email)}</a>{' '}
            <MessageState message={message} /> <About message={message} />
          </p>
          <Multiline text={message.text} maxLength={MAX_CHARACTERS} whole={messagePath(message.id)} />
          {message.answer && (
            <p className="soft">
              <Multiline
                text={`${t('messages.answer')}: ${message.answer}`}
                maxLength={MAX_CHARACTERS}
                whole={messagePath(message.id)}
              />
            </p>
          )}
        </li>
      ))}
    </Entries>
  );
}

function MessageState({ message: { state, sentAt } }: { message: Message }) {
  const { t, clock } = useOffice();
  return (
    <>
      <Tag tone={TONES[state]} text={t(`messages.states.${state}`)} />{' '}
      <span className="soft">{clock.instant(sentAt)}</span>
    </>
  );
}

/** The application that a message is about: linked where the text is a number. */
function About({ message: { applicantId, number } }: { message: Message }) {
  const id = applicantId ?? readApplicantId(number, true);
  return id ? <a href={applicationPath(id)}>{applicantId ?? number}</a> : number;
}

export async function messagePage({ env, t, may }: Office, c: DeskContext) {
  const { id = '' } = c.req.param();
  const message = await findMessage(env.DB, id);
  if (!message) return notFoundPage(c);
  const { applicantId, name, email, text, state, answer, endedBy, endedAt } = message;
  const language = message.locale === 'en' ? 'en' : 'ru';
  const field = { name: 'text', rows: 8, maxLength: MAX_MESSAGE, lang: language, required: true };
  return (
    <Page title={`${t('messages.one')} ${id}`} section="messages">
      <p className="row">
        <MessageState message={message} /> {[name, shownEmail(email)].filter(Boolean).join(', ')}
        <About message={message} />
        <span className="soft">{t(`applicantLanguage.${language}`)}</span>
      </p>
      {applicantId === null && <p className="soft">{t('messages.stranger')}</p>}
      <Multiline text={text} />
      {endedAt !== null && (
        <Section id="answer" title={t(`messages.states.${state}`)}>
          {answer && <Multiline text={answer} />}
          <Byline author={endedBy} at={endedAt} />
        </Section>
      )}
      {state === 'open' && may('decide') && (
        <>
          <Form to={messagePath(id)} submit={t('messages.send')}>
            <Field
              {...field}
              label={t('messages.answer')}
              hint={t(`messages.hint.${language}`, { email: shownEmail(email) })}
            />
          </Form>
          <Form to={messagePath(id, '/close')} submit={t('messages.close')} look="quiet" />
        </>
      )}
    </Page>
  );
}
