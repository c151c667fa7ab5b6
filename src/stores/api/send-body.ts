/** Sends a body with progress. The time-out counts silence: 10 MB may take longer. */
import { ports } from '../browser/ports.ts';
import { transferPorts } from '../browser/transfer-ports.ts';
import { type Answer, failed, HTTP_TIMEOUT_MS, readAnswer } from './request.ts';

export interface SendOptions {
  /** Whole per cent of the body that have left. */
  onProgress?: (percent: number) => void;
  /** Ends the call as `no_answer`. */
  signal?: AbortSignal;
}

/** Sends a form or bytes. `offline`: nothing left the device. `no_answer`: it may have arrived. Nothing is thrown for either. */
export function sendBody(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: XMLHttpRequestBodyInit,
  { onProgress, signal }: SendOptions = {},
): Promise<Answer> {
  if (!ports.online()) return Promise.resolve(failed('offline'));
  return new Promise((resolve) => {
    const request = transferPorts.xhr();
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
    else request.send(body);
  });
}
