/**
 * Calls with a multipart body: the same answers as client.ts, with progress. The time-out counts silence, not the whole
 * upload, since a slow line may need longer than that for 10 MB (decisions.md, "Applying").
 */
import { ENDPOINTS, type EndpointId, type EndpointParams, endpointPath } from '../../domain/api/endpoints.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { ports } from '../browser/ports.ts';
import { noteTokenAnswer } from './client.ts';
import { type Answer, failed, HTTP_TIMEOUT_MS, readAnswer } from './request.ts';
import { $session } from './token.ts';

export interface UploadOptions<Id extends EndpointId = EndpointId> {
  params?: EndpointParams<Id>;
  form: FormData;
  /** Language of mail that the host sends. */
  locale: Locale;
  /** For the create calls. */
  idempotencyKey?: string;
  /** Called with 0 to 100 as bytes leave. */
  onProgress?: (percent: number) => void;
  /** Calls the upload off. */
  signal?: AbortSignal;
  /** Makes the request; `fetch` tells no progress. */
  createXhr?: () => XMLHttpRequest;
}

/**
 * Sends a form to an endpoint of the table. Nothing is thrown for a failure that can be expected.
 * `offline` says that nothing left the device; `no_answer` leaves open whether the form arrived.
 */
export async function uploadForm<Id extends EndpointId>(id: Id, options: UploadOptions<Id>): Promise<Answer> {
  const { method, access } = ENDPOINTS[id];
  const path = endpointPath(id, options.params ?? ({} as EndpointParams<Id>));
  const token = access === 'token' ? $session.get().token : null;
  if (access === 'token' && !token) return failed('token_required');
  if (!ports.online()) return failed('offline');

  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': options.locale };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  const answer = await send(method, path, headers, options);
  if (token) noteTokenAnswer(token, answer);
  return answer;
}

function send(method: string, path: string, headers: Record<string, string>, options: UploadOptions): Promise<Answer> {
  const { form, onProgress, signal, createXhr = () => new XMLHttpRequest() } = options;
  return new Promise((resolve) => {
    const request = createXhr();
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
      end(readAnswer(request.status, { get: (name) => request.getResponseHeader(name) }, request.responseText));

    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal?.addEventListener('abort', abort);
    moved();
    if (signal?.aborted) end(failed('no_answer'));
    else request.send(form);
  });
}
