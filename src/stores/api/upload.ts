/** Calls with large bodies, with progress. The time-out begins anew with each progress, since 10 MB may take longer. */
import type { CallParams } from '../../domain/api/contract/calls.ts';
import { ENDPOINTS, type EndpointId, endpointPath } from '../../domain/api/endpoints.ts';
import { requestOf } from '../../domain/api/request.ts';
import { HTTP_TIMEOUT_MS } from '../../domain/api/timeout.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { ports } from '../browser/ports.ts';
import { applyTokenResponse, responseOptions } from './client.ts';
import { type ApiResponse, failedResponse, type ResponseOptions, readResponse } from './request.ts';
import { $session } from './session-token.ts';

export interface ExchangeOptions {
  /** Progress of the body in whole per cent; of the response for a call without a body. */
  onProgress?: (percent: number) => void;
  /** Aborts the call, which returns `no_answer`. */
  signal?: AbortSignal | undefined;
}

interface UploadOptions<Id extends EndpointId = EndpointId> extends ExchangeOptions {
  params?: CallParams<Id>;
  form: FormData;
  locale: Locale;
  idempotencyKey?: string;
}

/** Uploads a form; never throws. `offline`: nothing was sent. `no_answer`: it may have arrived. */
export async function uploadForm<Id extends EndpointId>(id: Id, options: UploadOptions<Id>): Promise<ApiResponse> {
  const { access } = ENDPOINTS[id];
  const path = endpointPath(id, options.params);
  const token = access === 'token' ? $session.get().token : null;
  if (access === 'token' && !token) return failedResponse('token_required');
  const { method, headers } = requestOf(id, { ...options, token });
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  const exchanged = await exchange(method, path, headers, options.form, options);
  const response =
    typeof exchanged === 'string' ? failedResponse(exchanged) : readExchanged(exchanged, responseOptions(id));
  if (token) applyTokenResponse(token, response);
  return response;
}

export interface Exchanged {
  status: number;
  headers: Pick<Headers, 'get'>;
  bytes: Uint8Array<ArrayBuffer>;
}

export const readExchanged = ({ status, headers, bytes }: Exchanged, options: ResponseOptions): ApiResponse =>
  readResponse(status, headers, new TextDecoder().decode(bytes), options);

/** One call with progress. `offline`: nothing was sent. `no_answer`: it may have arrived. Throws for neither. */
export function exchange(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: XMLHttpRequestBodyInit | null,
  { onProgress, signal }: ExchangeOptions = {},
): Promise<Exchanged | 'offline' | 'no_answer'> {
  if (!ports.online()) return Promise.resolve('offline');
  return new Promise((resolve) => {
    // `fetch` reports no upload progress.
    const request = new XMLHttpRequest();
    let stopWaiting: () => void = () => undefined;
    const end = (response: Exchanged | 'no_answer') => {
      stopWaiting();
      signal?.removeEventListener('abort', abort);
      resolve(response);
    };
    const abort = () => request.abort();
    const onActivity = () => {
      stopWaiting();
      stopWaiting = ports.after(HTTP_TIMEOUT_MS, abort);
    };
    const report = ({ lengthComputable, loaded, total }: ProgressEvent) => {
      if (lengthComputable && total > 0) onProgress?.(Math.floor((loaded / total) * 100));
    };
    request.upload.onprogress = (event) => {
      onActivity();
      report(event);
    };
    request.upload.onload = () => {
      onActivity();
      onProgress?.(100);
    };
    request.onprogress = (event) => {
      onActivity();
      if (body === null) report(event);
    };
    request.onerror = () => end('no_answer');
    request.onabort = () => end('no_answer');
    request.onload = () =>
      end({
        status: request.status,
        headers: { get: (name) => request.getResponseHeader(name) },
        bytes: new Uint8Array(request.response as ArrayBuffer),
      });

    request.open(method, path);
    request.responseType = 'arraybuffer';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal?.addEventListener('abort', abort);
    onActivity();
    if (signal?.aborted) end('no_answer');
    else request.send(body);
  });
}
