/** Reads a passport's machine-readable zone on the device. Import it dynamically, once there is a picture. */
import { passDecoder } from '../pdf/fetch-decoder.ts';
import documentWorkerUrl from './document-worker.ts?worker&url';
import type { ReadOutcome, ReadReport, ReadRequest } from './read-outcome.ts';
import workerUrl from './worker.ts?worker&url';

export type { ReadOutcome };

interface ReadOptions {
  signal: AbortSignal;
  /** `YYYY-MM-DD`, for the centuries of two-digit years. */
  today: string;
  onProgress?: (share: number) => void;
}

/** @param picture JPEG, PNG, WebP or PDF @throws Error if the worker's script can't be loaded, or fails */
export async function readPassport(picture: Blob, { signal, today, onProgress }: ReadOptions): Promise<ReadOutcome> {
  if (signal.aborted) return { result: 'cancelled' };
  // The URL as text: the pages' policy allows scripts by path (layouts/inline/routed-head.ts).
  const worker = new Worker(picture.type === 'application/pdf' ? documentWorkerUrl : workerUrl, { type: 'module' });
  let cancel = () => {};
  try {
    return await new Promise((resolve, reject) => {
      cancel = () => resolve({ result: 'cancelled' });
      signal.addEventListener('abort', cancel);
      worker.addEventListener('error', (event) => reject(new Error(`The passport reader failed: ${event.message}`)));
      worker.addEventListener('message', ({ data, ports }: MessageEvent<ReadReport>) => {
        if ('outcome' in data) resolve(data.outcome);
        else if ('decoder' in data) void passDecoder(data.decoder, ports[0]);
        else if ('done' in data) onProgress?.(data.done);
      });
      worker.postMessage({ picture, today } satisfies ReadRequest);
    });
  } finally {
    signal.removeEventListener('abort', cancel);
    worker.terminate();
  }
}
