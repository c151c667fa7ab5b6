/**
 * Reads the lists of an account, separate from the other responses, since most pages show none. Returns null for a response that
 * breaks the contract.
 */
import { propertyOf } from './json.ts';

/** Times are ISO 8601, UTC. */
export interface MessageEntry {
  sent_at: string;
  text: string;
  answer: { text: string; answered_at: string } | null;
}

export const readMessages = (value: unknown): MessageEntry[] | null => readList(value, 'messages', readMessage);

function readMessage(value: unknown): MessageEntry | null {
  const [sent_at, text] = [propertyOf(value, 'sent_at'), propertyOf(value, 'text')];
  const given = propertyOf(value, 'answer') ?? null;
  const answer = given === null ? null : readAnswer(given);
  if (typeof sent_at !== 'string' || typeof text !== 'string' || (given !== null && !answer)) return null;
  return { sent_at, text, answer };
}

function readAnswer(value: unknown): MessageEntry['answer'] {
  const [text, answered_at] = [propertyOf(value, 'text'), propertyOf(value, 'answered_at')];
  return typeof text === 'string' && typeof answered_at === 'string' ? { text, answered_at } : null;
}

/** A signed-in browser; times are ISO 8601, UTC, `current` marks the session that asks. */
export interface SessionEntry {
  created_at: string;
  used_at: string;
  browser: string;
  current: boolean;
}

export const readSessions = (value: unknown): SessionEntry[] | null => readList(value, 'sessions', readSession);

function readSession(value: unknown): SessionEntry | null {
  const [created_at, used_at] = [propertyOf(value, 'created_at'), propertyOf(value, 'used_at')];
  const [browser, current] = [propertyOf(value, 'browser') ?? '', propertyOf(value, 'current') ?? false];
  if (typeof created_at !== 'string' || typeof used_at !== 'string') return null;
  if (typeof browser !== 'string' || typeof current !== 'boolean') return null;
  return { created_at, used_at, browser, current };
}

function readList<Entry>(value: unknown, name: string, read: (entry: unknown) => Entry | null): Entry[] | null {
  const list = propertyOf(value, name);
  if (!Array.isArray(list)) return null;
  const entries = list.map(read);
  return entries.every((entry) => entry !== null) ? (entries as Entry[]) : null;
}
