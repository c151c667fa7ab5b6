/**
 * Fetches the texts of namespaces that a page does not contain (requirements: translation-loader). Concurrent requests for a file
 * share one fetch.
 */
import type { Locale, Namespace } from '../domain/i18n/locales.ts';
import { ports } from './browser/ports.ts';

const PARALLEL_READS = 10;
const RETRIES = 5;
/** Delay before the first retry; each further one is twice as long. */
const FIRST_RETRY_MS = 350;

interface Wanted {
  locale: Locale;
  namespace: Namespace;
}

type Words = Record<string, unknown>;

const running = new Map<string, Promise<Words>>();

/** @returns the loaded texts, and why others are missing */
export async function fetchWords(wanted: readonly Wanted[]) {
  const results = await Promise.allSettled(wanted.map(shareRequest));
  const found = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  return { found, errors };
}

async function shareRequest(one: Wanted): Promise<Wanted & { words: Words }> {
  const path = `/assets/locales/${one.namespace}/${one.locale}.json`;
  const request = running.get(path) ?? requestWords(path, 0).finally(() => running.delete(path));
  running.set(path, request);
  return { ...one, words: await request };
}

/** Retries after a status of 5xx or without a response; gives up after any other status. */
async function requestWords(path: string, retries: number): Promise<Words> {
  const response = await inTurn(() => read(path)).catch(() => null);
  if (response && response.status < 500) return wordsOf(path, response);
  if (retries === RETRIES) throw new Error(`${path}: ${response?.status ?? 'no response'}`);
  await new Promise<void>((resume) => ports.after(FIRST_RETRY_MS * 2 ** retries, resume));
  return requestWords(path, retries + 1);
}

async function read(path: string) {
  const response = await ports.fetch(path);
  return { status: response.status, ok: response.ok, text: await response.text() };
}

function wordsOf(path: string, { ok, status, text }: Awaited<ReturnType<typeof read>>): Words {
  const words: unknown = ok ? JSON.parse(text) : null;
  if (typeof words === 'object' && words !== null && Object.keys(words).length > 0) return { ...words };
  throw new Error(`${path}: ${status}, no texts`);
}

let reads = 0;
const waiting: (() => void)[] = [];

/** Runs `act` when fewer than {@link PARALLEL_READS} others run. */
async function inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
  if (reads >= PARALLEL_READS) await new Promise<void>((begin) => waiting.push(begin));
  reads += 1;
  return act().finally(() => {
    reads -= 1;
    waiting.shift()?.();
  });
}
