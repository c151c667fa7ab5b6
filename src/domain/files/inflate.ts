/** Inflates zlib data with the platform's decompressor, in pieces, so that neither input nor output is held a second time. */

interface Reader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** In browsers, Node and workerd. */
declare const DecompressionStream: new (
  format: 'deflate',
) => {
  readable: { getReader(): Reader };
  writable: { getWriter(): { write(bytes: Uint8Array<ArrayBuffer>): Promise<void>; close(): Promise<void> } };
};

const STEP = 64 * 1024;
/** An error drops the output of its own write: a wrong checksum or bytes behind the end must not drop the last rows. */
const SINGLE_BYTES = 64;

function* stepsOf(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const [index, piece] of pieces.entries()) {
    const single = index === pieces.length - 1 ? Math.max(0, piece.length - SINGLE_BYTES) : piece.length;
    for (let at = 0; at < single; at += STEP) yield piece.subarray(at, Math.min(single, at + STEP));
    for (let at = single; at < piece.length; at += 1) yield piece.subarray(at, at + 1);
  }
}

/**
 * Passes the output to `use` until `most` bytes were inflated. Ends early, without an error, where the data breaks off or is
 * damaged. @returns the bytes that were inflated, at most `most`
 */
export async function inflate(
  pieces: readonly Uint8Array[],
  most: number,
  use: (bytes: Uint8Array) => void = () => {},
): Promise<number> {
  const { readable, writable } = new DecompressionStream('deflate');
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
  let count = 0;
  const writing = (async () => {
    for (const step of stepsOf(pieces)) await writer.write(step as Uint8Array<ArrayBuffer>);
    await writer.close();
  })().catch(() => {});
  try {
    while (count < most) {
      const { done, value } = await reader.read();
      if (done || !value) break;
      use(value.subarray(0, most - count));
      count += value.length;
    }
  } catch {
    // The stream is damaged, or breaks off: `count` tells how much of it is there.
  }
  await reader.cancel().catch(() => {});
  await writing;
  return Math.min(count, most);
}
