/** A list of messages to the staff. */
import { shownEmail } from '../../../src/domain/input/email.ts';
import type { Message } from '../../admin/store/messages.ts';
import { Entries, Multiline, messagePath, Tag, useOffice } from './ui.tsx';

/** Longer texts are cut. */
const MAX_CHARACTERS = 240;
const TONES = { open: 'warning', answered: 'success', closed: 'info' } as const;

export function MessageList({ messages, empty = '' }: { messages: readonly Message[]; empty?: string }) {
  const { t } = useOffice();
  return (
    <Entries empty={empty}>
      {messages.map((message) => (
        <li key={message.id}>
          <p>
            <a href={messagePath(message.id)}>{message.name || shownEmail(message.email)}</a>{' '}
            <MessageState message={message} />
          </p>
          <Multiline text={message.text} maxLength={MAX_CHARACTERS} />
          {message.answer && (
            <p className="soft">
              <Multiline text={`${t('messages.answer')}: ${message.answer}`} maxLength={MAX_CHARACTERS} />
            </p>
          )}
        </li>
      ))}
    </Entries>
  );
}

export function MessageState({ message: { state, sentAt } }: { message: Message }) {
  const { t, clock } = useOffice();
  return (
    <>
      <Tag tone={TONES[state]} text={t(`messages.states.${state}`)} />{' '}
      <span className="soft">{clock.instant(sentAt)}</span>
    </>
  );
}
