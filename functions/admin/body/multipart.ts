/**
 * Reads a multipart/form-data body (RFC 7578) as it streams, one file at a time. The platform's parser holds the whole body
 * before it says anything; the libraries for streams don't say which field's file is too large, and refuse a body whose
 * closing line break comes in a chunk of its own.
 */
import { MAX_FILE_BYTES } from '../../../src/domain/input/files.ts';
import { Failure } from '../failure.ts';
import { holdingBytes } from './held.ts';
import { limitedChunks, tooLarge } from './limited.ts';

/** A file as it was sent. */
export interface FilePart {
  field: string;
  name: string;
  bytes: Uint8Array;
}

/** A part of a body; of a file there is what was made of it as it arrived. */
export interface BodyPart<File> {
  name: string;
  value: string | File;
}

/** Enough for a list of 50 relatives; a text is never larger. */
const MAX_TEXT_BYTES = 256 * 1024;
const MAX_HEADER_BYTES = 8 * 1024;
/** Fields of all types, two files for each of 50 relatives, and room. */
const MAX_PARTS = 300;

const CRLF = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');

/**
 * Reads all parts in order, and hands them to `work`. What they hold of memory is counted until `work` has ended, except for
 * files: each is let go as soon as `receive` has ended, before more is read. An empty file field of a plain HTML form (no
 * name, no content) is left out.
 * @param limit of the whole body, bytes
 * @throws Failure `unsupported_media`, `too_large` (with the field of a file that is too large), `malformed` or `busy`
 */
export function withMultipart<File, Result>(
  request: Request,
  limit: number,
  receive: (file: FilePart) => Promise<File>,
  work: (parts: BodyPart<File>[]) => Promise<Result>,
): Promise<Result> {
  const boundary = readBoundary(request.headers.get('Content-Type') ?? '');
  return holdingBytes(async ({ take, give }) => {
    const source = new Source(limitedChunks(request, limit, take));
    const parts: BodyPart<File>[] = [];
    try {
      for await (const part of readParts(source, Buffer.from(`\r\n--${boundary}`))) {
        if ('value' in part) parts.push(part);
        else {
          parts.push({ name: part.field, value: await receive(part) });
          give(part.bytes.length);
        }
      }
    } finally {
      await source.close();
    }
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
      isFile ? tooLarge(name) : tooLarge(),
    );
    const bytes = content ?? Buffer.alloc(0);
    if (!isFile) yield { name, value: bytes.toString('utf8') };
    else if (fileName !== '' || bytes.length > 0) yield { field: name, name: fileName, bytes };
  }
}

const malformed = () => new Failure('malformed', 'the body is not multipart/form-data');

/** The bytes of a body, as far as they have come. */
class Source {
  private held: Buffer = CRLF;
  private readonly chunks: AsyncGenerator<Uint8Array>;

  constructor(chunks: AsyncGenerator<Uint8Array>) {
    this.chunks = chunks;
  }

  /**
   * Takes all bytes before `mark`, and the mark.
   * @param limit most bytes to take; `refuse` makes the error for more
   * @param stop when these characters come first, nothing is taken and the answer is null
   * @throws what `refuse` makes; Failure `malformed` when the body ends first
   */
  async readTo(mark: Buffer, limit: number, refuse: () => Failure, stop?: string): Promise<Buffer | null> {
    const taken: Buffer[] = [];
    let size = 0;
    const take = (count: number) => {
      size += count;
      if (size > limit) throw refuse();
      taken.push(this.held.subarray(0, count));
      this.held = this.held.subarray(count);
    };
    if (stop !== undefined) {
      while (this.held.length < stop.length) await this.more();
      if (this.held.subarray(0, stop.length).toString('latin1') === stop) return null;
    }
    for (;;) {
      const at = this.held.indexOf(mark);
      if (at >= 0) {
        take(at);
        this.held = this.held.subarray(mark.length);
        return taken.length === 1 ? Buffer.from(taken[0] ?? []) : Buffer.concat(taken);
      }
      // The last bytes may be the beginning of the mark.
      const safe = this.held.length - mark.length + 1;
      if (safe > 0) take(safe);
      await this.more();
    }
  }

  private async more(): Promise<void> {
    const next = await this.chunks.next();
    if (next.done) throw malformed();
    this.held = this.held.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.held, next.value]);
  }

  /** Reads what may follow the last part; nothing in it counts but its length. */
  async drain(): Promise<void> {
    for await (const _ of this.chunks);
  }

  /** Lets go of what was not read. */
  async close(): Promise<void> {
    await this.chunks.return(undefined);
  }
}

function readBoundary(contentType: string): string {
  const [type = ''] = contentType.split(';');
  if (type.trim().toLowerCase() !== 'multipart/form-data')
    throw new Failure('unsupported_media', 'the body must be multipart/form-data');
  const { quoted, token } =
    /;\s*boundary=(?:"(?<quoted>[^"\r\n]{1,70})"|(?<token>[^\s;"]{1,70}))/i.exec(contentType)?.groups ?? {};
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

/** A parameter as browsers write it: quotes and line breaks percent-encoded (WHATWG HTML, "multipart/form-data"). */
function parameter(line: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(line);
  if (!match) return null;
  return (match[1] ?? match[2] ?? '')
    .replace(/\\(["\\])/g, '$1')
    .replace(/%22/g, '"')
    .replace(/%0D/gi, '\r')
    .replace(/%0A/gi, '\n');
}
