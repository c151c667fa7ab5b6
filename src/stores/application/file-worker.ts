/**
 * The worker that checks and draws a chosen file. It is one script, since its policy allows no request
 * (domain/security/headers.ts).
 */
import { checkBlob, type FileCheckRequest } from './file-check.ts';

self.addEventListener('message', async ({ data }: MessageEvent<FileCheckRequest>) => {
  self.postMessage(await checkBlob(data).catch(() => null));
});
