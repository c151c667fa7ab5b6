/** Uploads of forms and bytes with progress. The time-out counts inactivity: 10 MB may take longer. */
import { ENDPOINTS, type EndpointId, type EndpointParams, endpointPath } from '../../domain/api/endpoints.ts';
import { HTTP_TIMEOUT_MS } from '../../domain/api/timeout.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { ports } from '../browser/ports.ts';
import { answeredCall, noteTokenAnswer } from './client.ts';
import { type Answer, type AnsweredCall, failed, readAnswer } from './request.ts';
import { $session } from './token.ts';

export interface SendOptions {
  /** Whole per cent of the body that were sent. */
  onProgress?: (percent: number) => void;
  /** Aborts the call, which returns `no_answer`. */
  signal?: AbortSignal;
  call?: AnsweredCall;
}

export interface UploadOptions<Id extends EndpointId = EndpointId> extends SendOptions {
  params?: EndpointParams<Id>;
  form: FormData;
  locale: Locale;
  idempotencyKey?: string;
}

/** Uploads a form. `offline`: nothing was sent. `no_answer`: it may have arrived. Throws for neither. */
export async function uploadForm<Id extends EndpointId>(id: Id, options: UploadOptions<Id>): Promise<Answer> {
  const { method, access } = ENDPOINTS[id];
  const path = endpointPath(id, options.params ?? ({} as EndpointParams<Id>));
  const token = access === 'token' ? $session.get().token : null;
  if (access === 'token' && !token) return failed('token_required');

  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': options.locale };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  const answer = await sendBody(method, path, headers, options.form, { ...options, call: answeredCall(id) });
  if (token) noteTokenAnswer(token, answer);
  return answer;
}

/** Uploads a form or bytes. `offline`: nothing was sent. `no_answer`: it may have arrived. Throws for neither. */
export function sendBody(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: XMLHttpRequestBodyInit,
  { onProgress, signal, call = {} }: SendOptions = {},
): Promise<Answer> {
  if (!ports.online()) return Promise.resolve(failed('offline'));
  return new Promise((resolve) => {
    // `fetch` reports no upload progress.
    const request = new XMLHttpRequest();
    let stopWaiting: () => void = () => undefined;
    const end = (answer: Answer) => {
      stopWaiting();
      signal?.removeEventListener('abort', abort);
      resolve(answer);
    };
    const abort = () => request.abort();
    const moved = () => {
      stopWaiting();
      stopWaiting = ports.after(HTTP_TIMEOUT_MS, abort);
    };
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      moved();
      if (lengthComputable && total > 0) onProgress?.(Math.floor((loaded / total) * 100));
    };
    request.upload.onload = () => {
      moved();
      onProgress?.(100);
    };
    request.onprogress = moved;
    request.onerror = () => end(failed('no_answer'));
    request.onabort = () => end(failed('no_answer'));
    request.onload = () =>
      end(readAnswer(request.status, { get: (name) => request.getResponseHeader(name) }, request.responseText, call));

    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal?.addEventListener('abort', abort);
    moved();
    if (signal?.aborted) end(failed('no_answer'));
    else request.send(body);
  });
}
