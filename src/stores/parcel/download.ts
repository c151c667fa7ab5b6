/** Downloads bytes with progress. The time-out counts inactivity: 12 MB may take longer. */
import { HTTP_TIMEOUT_MS } from '../../domain/api/timeout.ts';
import { type ApiError, readResponse } from '../api/request.ts';
import type { SendOptions } from '../api/upload.ts';
import { anySignal } from '../browser/any-signal.ts';
import { ports } from '../browser/ports.ts';

export type Downloaded =
  | { ok: true; headers: Headers; bytes: Uint8Array<ArrayBuffer> }
  | { ok: false; error: ApiError };

/** `no_answer` when it was cut off or aborted. @param path on this origin */
export async function download(
  path: string,
  headers: Record<string, string>,
  { onProgress, signal, responseOptions }: SendOptions,
): Promise<Downloaded> {
  if (!ports.online()) return { ok: false, error: { code: 'offline' } };
  const silence = new AbortController();
  let stopWaiting: () => void = () => undefined;
  const onActivity = () => {
    stopWaiting();
    stopWaiting = ports.after(HTTP_TIMEOUT_MS, () => silence.abort());
  };
  onActivity();
  try {
    const ended = signal ? anySignal([signal, silence.signal]) : silence.signal;
    const response = await ports.fetch(path, { headers, signal: ended, redirect: 'error', cache: 'no-store' });
    onActivity();
    if (!response.ok) {
      const refusal = readResponse(response.status, response.headers, await response.text(), responseOptions);
      return { ok: false, error: refusal.ok ? { code: 'unreadable' } : refusal.error };
    }
    const total = Number(response.headers.get('Content-Length'));
    const bytes = await readAll(response, (loaded) => {
      onActivity();
      if (total > 0) onProgress?.(Math.min(100, Math.floor((loaded / total) * 100)));
    });
    return { ok: true, headers: response.headers, bytes };
  } catch {
    return { ok: false, error: { code: ports.online() ? 'no_answer' : 'offline' } };
  } finally {
    stopWaiting();
  }
}

async function readAll(response: Response, onLoaded: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let loaded = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    chunks.push(next.value);
    loaded += next.value.length;
    onLoaded(loaded);
  }
  const whole = new Uint8Array(loaded);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
