/** Apart from the other calls, and from what they share: the help page asks before anybody touches it. */
import { HTTP_TIMEOUT_MS } from '../../domain/api/timeout.ts';

/** What the gateway answers for a host without the call, and one of an earlier version. */
const ABSENT = [204, 404];

/**
 * Whether this host takes questions. False only where the host has answered that it lacks the call: a failure may pass, and a
 * press tells what it met. @param path built into the page, in place of the endpoint table
 */
export async function messagesTaken(path: string): Promise<boolean> {
  try {
    const headers = { Accept: 'application/json' };
    const signal = AbortSignal.timeout(HTTP_TIMEOUT_MS);
    const response = await fetch(path, { headers, redirect: 'error', cache: 'no-store', signal });
    // A body that nobody reads keeps its connection.
    await response.text();
    return !ABSENT.includes(response.status);
  } catch {
    return true;
  }
}
