/** One request and what came of it. Knows of no session, so that pages without one need not carry it. */
import { ports } from '../browser/ports.ts';
import { type Answer, failed, readAnswer } from './answer.ts';

/** Specification §9. */
export const HTTP_TIMEOUT_MS = 60_000;

/** Sends a request within the time-out. @param path on this origin */
export async function send(path: string, request: RequestInit): Promise<Answer> {
  const timeout = new AbortController();
  const callOff = ports.after(HTTP_TIMEOUT_MS, () => timeout.abort());
  const signal = request.signal ? AbortSignal.any([request.signal, timeout.signal]) : timeout.signal;
  try {
    // A redirect is never part of the contract, and must not carry the token elsewhere.
    const response = await ports.fetch(path, { ...request, signal, redirect: 'error', cache: 'no-store' });
    return readAnswer(response.status, response.headers, await response.text());
  } catch {
    return failed(ports.online() ? 'no_answer' : 'offline');
  } finally {
    callOff();
  }
}
