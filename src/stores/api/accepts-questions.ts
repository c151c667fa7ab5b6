/** Shares no module with other calls: the help page requests it before any interaction. */
import { HTTP_TIMEOUT_MS } from '../../domain/api/timeout.ts';

/** A host without the call: 204 from the gateway, 404 from an older one. */
const ABSENT = [204, 404];

/** Whether this host accepts questions: false only if it lacks the call; other failures may pass. @param path set at build */
export async function acceptsQuestions(path: string): Promise<boolean> {
  try {
    const headers = { Accept: 'application/json' };
    const signal = AbortSignal.timeout(HTTP_TIMEOUT_MS);
    const response = await fetch(path, { headers, redirect: 'error', cache: 'no-store', signal });
    // An unread body keeps its connection open.
    await response.text();
    return !ABSENT.includes(response.status);
  } catch {
    return true;
  }
}
