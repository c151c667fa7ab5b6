/**
 * The reader's worker for pictures: one file with the weights, since its policy allows no request (domain/security/headers.ts).
 */
import { greyOfCanvas, scaleFor, serveReader } from './reading-worker.ts';

serveReader(async function* (picture) {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, scaleFor(bitmap.width, bitmap.height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  const canvas = new OffscreenCanvas(side(bitmap.width), side(bitmap.height));
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  yield { grey: greyOfCanvas(canvas), shares: [0.3, 1] };
});
