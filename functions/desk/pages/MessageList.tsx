/** Messages with applicants and others: a list, and the parts that a message's page shares with it. */
import type { ComponentProps } from 'react';
import { shownEmail } from '../../../src/domain/input/email.ts';
import { readApplicantId } from '../../admin/secrets/keys.ts';
import type { Message } from '../../admin/store/messages.ts';
import { Entries } from './Entries.tsx';
import { applicationPath, messagePath } from './paths.ts';
import { Multiline, Tag, useOffice } from './ui.tsx';

/** Longer texts are cut in lists. */
const MAX_CHARACTERS = 240;
const TONES = { open: 'warning', answered: 'success', closed: 'info' } as const;

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
          {message.text !== '' && (
            <Multiline text={message.text} maxLength={MAX_CHARACTERS} whole={messagePath(message.id)} />
          )}
          {message.answer && (
            <p className="soft">
              <Multiline
                text={`${t(message.text === '' ? 'messages.fromOffice' : 'messages.answer')} (${message.endedBy}): ${message.answer}`}
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

export function MessageState({ message: { state, sentAt, text } }: { message: Message }) {
  const { t, clock } = useOffice();
  return (
    <>
      <Tag tone={TONES[state]} text={t(text === '' ? 'messages.fromOffice' : `messages.states.${state}`)} />{' '}
      <span className="soft">{clock.instant(sentAt)}</span>
    </>
  );
}

/** The application that a message is about: linked where the text is a number. */
export function About({ message: { applicantId, number } }: { message: Message }) {
  const id = applicantId ?? readApplicantId(number, true);
  return id ? <a href={applicationPath(id)}>{applicantId ?? number}</a> : number;
}
