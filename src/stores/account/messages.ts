/** Messages to the staff, from the account and the help page. Unsent text stays in the tab, across sign-in and language. */
import { atom } from 'nanostores';
import { type MessageEntry, readMessages } from '../../domain/api/list-responses.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { normalizeEmail } from '../../domain/input/email.ts';
import { messageIssue, type QuestionFields, questionIssues } from '../../domain/input/message.ts';
import { cleanText } from '../../domain/input/text.ts';
import { callEndpoint } from '../api/client.ts';
import { readTab, writeTab } from '../browser/storage.ts';
import { createAccountForm } from './form.ts';
import { $record } from './record.ts';
import { onSessionEnd } from './session-end.ts';

/** Session storage: the text in the account's form, and its applicant. */
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

/** @param sentKey storage key of the id of a message that was sent without a clear response */
function createMessageForm(fields: readonly string[], sentKey: string) {
  const { $state, $wait, submit, clear } = createAccountForm(fields);
  /** True after a message was sent, until the next one is begun. */
  const $sent = atom(false);
  return {
    $state,
    $wait,
    $sent,
    begin: () => {
      clear();
      $sent.set(false);
    },
    /** @param words text that distinguishes a retry from another message */
    submit: (issues: Issues, words: string, call: (id: string) => ReturnType<typeof callEndpoint>) => {
      const found = Object.entries(issues).flatMap(([field, issue]) => (issue ? [[field, issue] as const] : []));
      return submit(
        () => Object.fromEntries(found),
        () => call(idOf(sentKey, words)),
      );
    },
  };
}

type Issues = Readonly<Record<string, string | null | undefined>>;

interface OwnMessages {
  phase: 'loading' | 'ready' | 'failed';
  list: MessageEntry[];
}
const NO_MESSAGES: OwnMessages = { phase: 'loading', list: [] };
const $list = atom<OwnMessages>(NO_MESSAGES);
const applicantId = () => $record.get()?.id;
/** Counts the requests for the list: responses to earlier ones are ignored. */
let requests = 0;

/** The form of the account, and the messages that were sent. */
export const accountMessages = {
  form: createMessageForm(['text'], TEXT_SENT_KEY),
  $list,
  async open(): Promise<void> {
    requests += 1;
    const request = requests;
    const response = await callEndpoint('listMessages');
    if (request !== requests) return;
    const list = response.ok && readMessages(response.body);
    $list.set(list ? { phase: 'ready', list } : { phase: 'failed', list: $list.get().list });
  },
  readUnsent(): string {
    const stored = readTab(TEXT_KEY) as { id?: unknown; text?: unknown } | null;
    return stored && stored.id === applicantId() && typeof stored.text === 'string' ? stored.text : '';
  },
  store(text: string): void {
    writeTab(TEXT_KEY, text === '' ? null : { id: applicantId(), text });
  },
  async send(typed: string, locale: Locale): Promise<boolean> {
    const { form, open, readUnsent } = accountMessages;
    const applicant = applicantId();
    const stored = readUnsent();
    const text = cleanText(typed, true).trim();
    const isSent = await form.submit({ text: messageIssue(text) }, `${applicant} ${text}`, (id) =>
      callEndpoint('sendMessage', { json: { id, text }, locale }),
    );
    if (!isSent || applicantId() !== applicant) return false;
    writeTab(TEXT_SENT_KEY, null);
    // Text typed after the press was not sent, and stays.
    if (readUnsent() === stored) accountMessages.store('');
    form.$sent.set(true);
    await open();
    return true;
  },
};

// Another applicant may sign in, perhaps in another tab.
$record.listen((record, before) => {
  if (record?.id === before?.id) return;
  requests += 1;
  $list.set(NO_MESSAGES);
  accountMessages.form.begin();
});

// Signing out deletes the text. After an expired session the applicant returns here and finds it.
onSessionEnd((reason) => {
  if (reason) return;
  for (const key of [TEXT_KEY, TEXT_SENT_KEY]) writeTab(key, null);
});

const BLANK: QuestionFields = { text: '', email: '', name: '', application: '' };

/** The form of the help page. */
export const helpQuestions = {
  form: createMessageForm(['text', 'email', 'name', 'application'], QUESTION_SENT_KEY),
  readUnsent(): QuestionFields {
    const stored = readTab(QUESTION_KEY) as Partial<Record<keyof QuestionFields, unknown>> | null;
    const text = (name: keyof QuestionFields) => (typeof stored?.[name] === 'string' ? stored[name] : '');
    return { text: text('text'), email: text('email'), name: text('name'), application: text('application') };
  },
  store(values: QuestionFields): void {
    writeTab(QUESTION_KEY, Object.values(values).some(Boolean) ? values : null);
  },
  async send(typed: QuestionFields, locale: Locale): Promise<boolean> {
    const { form, readUnsent, store } = helpQuestions;
    const stored = JSON.stringify(readUnsent());
    const values = {
      text: cleanText(typed.text, true).trim(),
      email: normalizeEmail(typed.email),
      name: cleanText(typed.name).trim(),
      application: cleanText(typed.application).trim(),
    };
    const isSent = await form.submit(questionIssues(values), JSON.stringify(values), (id) =>
      callEndpoint('askQuestion', { json: { id, ...values }, locale }),
    );
    if (!isSent) return false;
    if (JSON.stringify(readUnsent()) === stored) store(BLANK);
    writeTab(QUESTION_SENT_KEY, null);
    form.$sent.set(true);
    return true;
  },
};
