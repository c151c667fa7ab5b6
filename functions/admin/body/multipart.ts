/**
 * Streams a multipart/form-data body (RFC 7578), one file at a time. The platform's parser buffers the whole body; the
 * streaming libraries do not name the field of a file that is too large, and reject a closing line break that comes in its own
 * chunk.
 */
import { Refusal } from '../../../src/domain/api/refusal.ts';
import { MAX_FILE_BYTES } from '../../../src/domain/input/files.ts';
import { clientNetwork } from '../runtime/client-network.ts';
import { type HeldBody, holdingBody } from './held.ts';
import { bodyTooLarge, bufferSizeFor, limitedChunks, requireMediaType } from './limits.ts';

export interface FilePart {
  field: string;
  name: string;
  bytes: Uint8Array;
}

/** A text, or the result of receiving a file. */
export interface BodyPart<File> {
  name: string;
  value: string | File;
}

/** Bytes of the longest text, a list of 50 relatives. */
const MAX_TEXT_BYTES = 256 * 1024;
const MAX_HEADER_BYTES = 8 * 1024;
/** The fields of all types, two files for each of 50 relatives, and a reserve. */
const MAX_PARTS = 300;

const CRLF = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');

/**
 * Reads all parts in order and passes them to `work`. All files share one buffer: `bytes` are valid until `receive` settles.
 * Empty file inputs (no name, no content) are skipped. @param limit of the whole body, bytes @throws Refusal
 * `unsupported_media`, `too_large` (names the field of a file that is too large), `malformed` or `busy`
 */
export function withMultipart<File, Result>(
  request: Request,
  limit: number,
  receive: (file: FilePart) => Promise<File>,
  work: (parts: BodyPart<File>[]) => Promise<Result>,
): Promise<Result> {
  const boundary = readBoundary(request);
  return holdingBody(clientNetwork(request), async (held) => {
    const source = new Source(limitedChunks(request, limit), held);
    const parts: BodyPart<File>[] = [];
    try {
      for await (const part of readParts(source, Buffer.from(`\r\n--${boundary}`))) {
        if ('bytes' in part) parts.push({ name: part.field, value: await receive(part) });
        else {
          held.hold(part.value.length);
          parts.push(part);
        }
      }
    } finally {
      await source.close();
    }
    held.free();
    return work(parts);
  });
}

async function* readParts(
  source: Source,
  delimiter: Buffer,
): AsyncGenerator<{ name: string; value: string } | FilePart> {
  await source.readTo(delimiter, MAX_HEADER_BYTES, malformed);
  for (let count = 0; ; count += 1) {
    const ending = await source.readTo(CRLF, MAX_HEADER_BYTES, malformed, '--');
    if (ending === null) return source.drain();
    if (ending.toString('latin1').trim() !== '' || count >= MAX_PARTS) throw malformed();
    const headers = await source.readTo(HEADERS_END, MAX_HEADER_BYTES, malformed);
    const { name, fileName } = readDisposition((headers ?? Buffer.alloc(0)).toString('utf8'));
    const isFile = fileName !== null;
    const content = await source.readTo(delimiter, isFile ? MAX_FILE_BYTES : MAX_TEXT_BYTES, () =>
      isFile ? bodyTooLarge(name) : bodyTooLarge(),
    );
    const bytes = content ?? Buffer.alloc(0);
    if (!isFile) yield { name, value: bytes.toString('utf8') };
    else if (fileName !== '' || bytes.length > 0) yield { field: name, name: fileName, bytes };
  }
}

const malformed = () => new Refusal('malformed', 'the body is not multipart/form-data');

class Source {
  private readonly chunks: AsyncGenerator<Uint8Array>;
  private readonly held: HeldBody;
  private rest: Buffer = CRLF;
  private joined: ArrayBuffer = new ArrayBuffer(0);

  constructor(chunks: AsyncGenerator<Uint8Array>, held: HeldBody) {
    this.chunks = chunks;
    this.held = held;
  }

  /**
   * Reads up to and including `mark`; the bytes are valid until the next call. @param limit bytes to read at most; `refuse`
   * makes the error for more @param stop returns null and reads nothing when these characters come first @throws the error of
   * `refuse`; Refusal `malformed` when the body ends first
   */
  async readTo(mark: Buffer, limit: number, refuse: () => Refusal, stop?: string): Promise<Buffer | null> {
    while (stop !== undefined && this.rest.length < stop.length)
      this.rest = Buffer.concat([this.rest, await this.next()]);
    if (stop !== undefined && this.rest.subarray(0, stop.length).toString('latin1') === stop) return null;
    let [read, at, searched] = [this.rest, this.rest.indexOf(mark), 0];
    while (at < 0) {
      searched = Math.max(0, read.length - mark.length + 1);
      if (searched > limit) throw refuse();
      this.rest = await this.next();
      read = this.join(read, this.rest);
      at = read.indexOf(mark, searched);
    }
    if (at > limit) throw refuse();
    const left = read.length - at - mark.length;
    this.rest = this.rest.subarray(this.rest.length - left);
    return read.subarray(0, at);
  }

  private async next(): Promise<Buffer> {
    const value = await this.receive();
    if (!value) throw malformed();
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }

  /** Joins both in the body's buffer, which may already contain `read`. */
  private join(read: Buffer, chunk: Buffer): Buffer {
    const start = read.length;
    const size = start + chunk.length;
    const isJoined = read.buffer === this.joined;
    this.joined = this.held.grow(bufferSizeFor(size));
    const bytes = Buffer.from(this.joined, 0, size);
    if (!isJoined) bytes.set(read);
    bytes.set(chunk, start);
    return bytes;
  }

  async drain(): Promise<void> {
    while (await this.receive());
  }

  private receive(): Promise<Uint8Array | undefined> {
    return this.held.receive(async () => (await this.chunks.next()).value);
  }

  async close(): Promise<void> {
    await this.chunks.return(undefined);
  }
}

function readBoundary(request: Request): string {
  requireMediaType(request, 'multipart/form-data');
  const { quoted, token } =
    /;\s*boundary=(?:"(?<quoted>[^"\r\n]{1,70})"|(?<token>[^\s;"]{1,70}))/i.exec(
      request.headers.get('Content-Type') ?? '',
    )?.groups ?? {};
  const boundary = quoted ?? token;
  if (!boundary) throw malformed();
  return boundary;
}

function readDisposition(headers: string): { name: string; fileName: string | null } {
  const line =
    headers.split('\r\n').find((header) => /^content-disposition\s*:\s*form-data\s*(;|$)/i.test(header)) ?? '';
  const name = parameter(line, 'name');
  if (!name) throw malformed();
  return { name, fileName: parameter(line, 'filename') };
}

function parameter(line: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(line);
  if (!match) return null;
  return (match[1] ?? match[2] ?? '')
    .replace(/\\(["\\])/g, '$1')
    .replace(/%22/g, '"')
    .replace(/%0D/gi, '\r')
    .replace(/%0A/gi, '\n');
}
