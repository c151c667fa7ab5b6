/** Messages with applicants and others: a list, and elements that a message's page shares with it. */
import type { ComponentProps } from 'react';
import { shownEmail } from '../../../src/domain/input/shown-email.ts';
import { readApplicantId } from '../../admin/secrets/keys.ts';
import type { Message } from '../../admin/store/messages.ts';
import { Entries } from './Entries.tsx';
import { applicationPath, messagePath } from './paths.ts';
import { Multiline, Owner, Tag, useOffice } from './ui.tsx';

/** Most characters of a text in a list. */
const MAX_CHARACTERS = 240;
const TONES = { open: 'warning', answered: 'success', closed: 'info' } as const;

interface MessageListProps extends Pick<ComponentProps<typeof Entries>, 'empty' | 'more' | 'then'> {
  messages: readonly Message[];
  /** Shows who works on each message. */
  hasOwners?: boolean;
}

export function MessageList({ messages, hasOwners, ...list }: MessageListProps) {
  const { t } = useOffice();
  return (
    <Entries {...list}>
      {messages.map((message) => (
        <li key={message.id}>
          <p>
            <a href={messagePath(message.id)}>{message.name || shownEmail(message.email)}</a>{' '}
            <MessageState message={message} /> <About message={message} hasOwner={hasOwners} />
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

/** The application that a message is about: linked where the text is a number; and who works on it. */
export function About({ message, hasOwner }: { message: Message; hasOwner?: boolean | undefined }) {
  const { applicantId, number, assignee } = message;
  const id = applicantId ?? readApplicantId(number, true);
  return (
    <>
      {id ? <a href={applicationPath(id)}>{applicantId ?? number}</a> : number}
      {hasOwner && applicantId && <Owner assignee={assignee} />}
    </>
  );
}
