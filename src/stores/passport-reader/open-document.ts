/** Tries to open a PDF in the worker that draws scans. Import it dynamically: few documents are encrypted. */
import documentWorkerUrl from './document-worker.ts?worker&url';
import type { OpenRequest } from './read-outcome.ts';

/** @returns false for a document that needs a password or certificate; true also if the worker's script can't be loaded */
export async function opensFreely(document: Blob): Promise<boolean> {
  const worker = new Worker(documentWorkerUrl, { type: 'module' });
  const opens = await new Promise<boolean>((resolve) => {
    worker.addEventListener('error', () => resolve(true));
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'boolean') resolve(data);
    });
    worker.postMessage({ document } satisfies OpenRequest);
  });
  worker.terminate();
  return opens;
}
