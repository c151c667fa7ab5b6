/** Messages to the staff, from the account and the help page. Unsent text stays in the tab, across sign-in and language. */
import { atom } from 'nanostores';
import { type MessageEntry, readMessages } from '../../domain/api/message-responses.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { normalizeEmail } from '../../domain/input/email.ts';
import { messageIssue, type QuestionFields, questionIssues } from '../../domain/input/message.ts';
import { cleanText } from '../../domain/input/text.ts';
import { callEndpoint } from '../api/client.ts';
import { $session, returnNote } from '../api/session-token.ts';
import { readTab, writeTab } from '../browser/storage.ts';
import { createAccountForm } from './form.ts';
import { $record } from './record.ts';

/** Key of the account form's text and its applicant. */
const TEXT_KEY = 'messageText';
export const QUESTION_KEY = 'question';

/** Ids of messages that were sent without a clear response, by form. */
const TEXT_SENT_KEY = 'messageTextSent';
const QUESTION_SENT_KEY = 'questionSent';

/** The message id, stored in the tab. A retry of the same text has the same id, so that it is stored once. */
function idOf(key: string, words: string): string {
  const last = readTab(key) as { words?: unknown; id?: unknown } | null;
  if (last?.words === words && typeof last.id === 'string') return last.id;
  const id = crypto.randomUUID();
  writeTab(key, { words, id });
  return id;
}

function createMessageForm(fields: readonly string[]) {
  const { $state, $wait, submit, clear } = createAccountForm(fields);
  /** True after a message was sent, until the next one is begun. */
  const $sent = atom(false);
  const begin = () => {
    clear();
    $sent.set(false);
  };
  return { $state, $wait, submit, $sent, begin };
}

const accountMessage = createMessageForm(['text']);

interface OwnMessages {
  phase: 'loading' | 'ready' | 'failed';
  list: MessageEntry[];
}
const NO_MESSAGES: OwnMessages = { phase: 'loading', list: [] };
const $messages = atom<OwnMessages>(NO_MESSAGES);

async function openMessages(): Promise<void> {
  const response = await callEndpoint('listMessages');
  const list = response.ok && readMessages(response.body);
  $messages.set(list ? { phase: 'ready', list } : { phase: 'failed', list: $messages.get().list });
}

function readUnsentText(): string {
  const stored = readTab(TEXT_KEY) as { id?: unknown; text?: unknown } | null;
  return stored && stored.id === $record.get()?.id && typeof stored.text === 'string' ? stored.text : '';
}

function storeText(text: string): void {
  writeTab(TEXT_KEY, text === '' ? null : { id: $record.get()?.id, text });
}

// Signing out deletes the text; a session that expired leads back here.
$session.listen(({ signedIn }) => {
  if (!signedIn && returnNote.read() === null) clearText();
});

function clearText(): void {
  storeText('');
  writeTab(TEXT_SENT_KEY, null);
}

async function sendText(typed: string, locale: Locale): Promise<boolean> {
  const text = cleanText(typed, true).trim();
  const isSent = await accountMessage.submit(
    () => issuesOf({ text: messageIssue(text) }),
    () => {
      const id = idOf(TEXT_SENT_KEY, `${$record.get()?.id} ${text}`);
      return callEndpoint('sendMessage', { json: { id, text }, locale });
    },
  );
  if (!isSent) return false;
  clearText();
  accountMessage.$sent.set(true);
  await openMessages();
  return true;
}

const helpQuestion = createMessageForm(['text', 'email', 'name', 'application']);

const BLANK: QuestionFields = { text: '', email: '', name: '', application: '' };

function readUnsentQuestion(): QuestionFields {
  const stored = readTab(QUESTION_KEY) as Partial<Record<keyof QuestionFields, unknown>> | null;
  const text = (name: keyof QuestionFields) => (typeof stored?.[name] === 'string' ? stored[name] : '');
  return { text: text('text'), email: text('email'), name: text('name'), application: text('application') };
}

function storeQuestion(values: QuestionFields): void {
  writeTab(QUESTION_KEY, Object.values(values).some(Boolean) ? values : null);
}

async function sendQuestion(typed: QuestionFields, locale: Locale): Promise<boolean> {
  const values = {
    text: cleanText(typed.text, true).trim(),
    email: normalizeEmail(typed.email),
    name: cleanText(typed.name).trim(),
    application: cleanText(typed.application).trim(),
  };
  const isSent = await helpQuestion.submit(
    () => issuesOf(questionIssues(values)),
    () => {
      const id = idOf(QUESTION_SENT_KEY, JSON.stringify(values));
      return callEndpoint('askQuestion', { json: { id, ...values }, locale });
    },
  );
  if (!isSent) return false;
  storeQuestion(BLANK);
  writeTab(QUESTION_SENT_KEY, null);
  helpQuestion.$sent.set(true);
  return true;
}

function issuesOf(issues: Record<string, string | null | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(issues).flatMap(([field, issue]) => (issue ? [[field, issue]] : [])));
}

export const helpQuestions = {
  form: helpQuestion,
  readUnsent: readUnsentQuestion,
  store: storeQuestion,
  send: sendQuestion,
};

export const accountMessages = {
  form: accountMessage,
  $list: $messages,
  open: openMessages,
  readUnsent: readUnsentText,
  store: storeText,
  send: sendText,
};
