/** Uploads of forms and bytes with progress. The time-out counts inactivity: 10 MB may take longer. */
import { ENDPOINTS, type EndpointId, type EndpointParams, endpointPath } from '../../domain/api/endpoints.ts';
import { HTTP_TIMEOUT_MS } from '../../domain/api/timeout.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { ports } from '../browser/ports.ts';
import { applyTokenResponse, responseOptions } from './client.ts';
import { type ApiResponse, failedResponse, type ResponseOptions, readResponse } from './request.ts';
import { $session } from './session-token.ts';

export interface SendOptions {
  /** Whole per cent of the body that were sent. */
  onProgress?: (percent: number) => void;
  /** Aborts the call, which returns `no_answer`. */
  signal?: AbortSignal;
  responseOptions?: ResponseOptions;
}

export interface UploadOptions<Id extends EndpointId = EndpointId> extends SendOptions {
  params?: EndpointParams<Id>;
  form: FormData;
  locale: Locale;
  idempotencyKey?: string;
}

/** Uploads a form. `offline`: nothing was sent. `no_answer`: it may have arrived. Throws for neither. */
export async function uploadForm<Id extends EndpointId>(id: Id, options: UploadOptions<Id>): Promise<ApiResponse> {
  const { method, access } = ENDPOINTS[id];
  const path = endpointPath(id, options.params ?? ({} as EndpointParams<Id>));
  const token = access === 'token' ? $session.get().token : null;
  if (access === 'token' && !token) return failedResponse('token_required');

  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': options.locale };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  const response = await sendBody(method, path, headers, options.form, {
    ...options,
    responseOptions: responseOptions(id),
  });
  if (token) applyTokenResponse(token, response);
  return response;
}

/** Uploads a form or bytes. `offline`: nothing was sent. `no_answer`: it may have arrived. Throws for neither. */
export function sendBody(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: XMLHttpRequestBodyInit,
  { onProgress, signal, responseOptions = {} }: SendOptions = {},
): Promise<ApiResponse> {
  if (!ports.online()) return Promise.resolve(failedResponse('offline'));
  return new Promise((resolve) => {
    // `fetch` reports no upload progress.
    const request = new XMLHttpRequest();
    let stopWaiting: () => void = () => undefined;
    const end = (response: ApiResponse) => {
      stopWaiting();
      signal?.removeEventListener('abort', abort);
      resolve(response);
    };
    const abort = () => request.abort();
    const onActivity = () => {
      stopWaiting();
      stopWaiting = ports.after(HTTP_TIMEOUT_MS, abort);
    };
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      onActivity();
      if (lengthComputable && total > 0) onProgress?.(Math.floor((loaded / total) * 100));
    };
    request.upload.onload = () => {
      onActivity();
      onProgress?.(100);
    };
    request.onprogress = onActivity;
    request.onerror = () => end(failedResponse('no_answer'));
    request.onabort = () => end(failedResponse('no_answer'));
    request.onload = () =>
      end(
        readResponse(
          request.status,
          { get: (name) => request.getResponseHeader(name) },
          request.responseText,
          responseOptions,
        ),
      );

    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal?.addEventListener('abort', abort);
    onActivity();
    if (signal?.aborted) end(failedResponse('no_answer'));
    else request.send(body);
  });
}
