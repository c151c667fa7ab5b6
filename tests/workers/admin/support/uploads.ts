/** Uploads that stop in the middle of a file. */
import { paddedPdf } from '../../../fixtures/padded-pdf.ts';
import { create } from './applications.ts';

export const MIB = 1024 * 1024;
let networks = 0;
function newAddress(): string {
  networks += 1;
  return `198.18.${networks}.1`;
}
interface Upload {
  whole: number;
  open: number;
  address?: string;
  /** Sends the body in place of a creation. */
  send?: (body: ReadableStream<Uint8Array>) => Promise<Response>;
}
const FILE = paddedPdf(9 * MIB);

/**
 * Sends a body with the given number of whole 9 MiB files and bytes of one more, which stops until `breakOff` is called.
 * The body comes from its own network unless the test names one.
 */
export function upload({ whole, open, address = newAddress(), send }: Upload) {
  const { promise: paused, resolve: reached } = Promise.withResolvers<void>();
  const { promise: ending, resolve: breakOff } = Promise.withResolvers<void>();
  const head = new TextEncoder().encode(
    '\r\n--x\r\nContent-Disposition: form-data; name="file4"; filename="scan.pdf"\r\n\r\n',
  );
  const chunks = [...Array.from({ length: whole }, () => [head, FILE]).flat(), head, FILE.subarray(0, open)];
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = chunks.shift();
        if (chunk) return controller.enqueue(chunk.slice());
        reached();
        await ending;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'X-Client-Address': address };
  return { response: send ? send(body) : create({ body, headers }), paused, breakOff };
}
