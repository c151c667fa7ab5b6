/** Bodies within their limits: whole, and as JSON. */
import type { FieldErrors } from '../../../src/domain/api/errors.ts';
import { emailIssue, emailKey } from '../../../src/domain/input/email.ts';
import { Failure, invalid } from '../runtime/failure.ts';
import type { HeldBody } from './held.ts';

export function tooLarge(field?: string): Failure {
  const errors = field === undefined ? {} : { errors: { [field]: ['file_too_large'] } };
  return new Failure('too_large', 'the body is over its limit', errors);
}

/** @throws Failure `unsupported_media` for another type; parameters are ignored */
export function requireMediaType({ headers }: Request, required: string): void {
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
  if (type.trim().toLowerCase() !== required) throw new Failure('unsupported_media', `the body must be ${required}`);
}

/**
 * The chunks of a body. @param limit bytes, for declared and counted length @throws Failure `too_large`; `malformed` for a body
 * that breaks off
 */
export async function* limitedChunks(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw tooLarge();
  if (!request.body) return;
  let read = 0;
  // Leaving the loop early cancels the stream.
  for await (const chunk of rejectAborted(request.body as ReadableStream<Uint8Array>)) {
    read += chunk.byteLength;
    if (read > limit) throw tooLarge();
    yield chunk;
  }
}

async function* rejectAborted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch {
    throw new Failure('malformed', 'the body broke off');
  }
}

/** Bytes. Small buffers grow by this step, larger ones double. */
const FIRST_STEP = 4 * 1024;
const STEP = 512 * 1024;

export function bufferSizeFor(size: number): number {
  if (size > STEP) return Math.ceil(size / STEP) * STEP;
  let grown = FIRST_STEP;
  while (grown < size) grown *= 2;
  return grown;
}

/** Reads the whole body into one buffer: each small chunk kept on its own would cost several kilobytes. */
export async function readWhole(request: Request, limit: number, body?: HeldBody): Promise<Uint8Array> {
  const chunks = limitedChunks(request, limit);
  let bytes = new ArrayBuffer(0);
  let length = 0;
  const next = async () => (await chunks.next()).value as Uint8Array | undefined;
  try {
    for (;;) {
      const chunk = await (body ? body.receive(next) : next());
      if (!chunk) return new Uint8Array(bytes, 0, length);
      const size = bufferSizeFor(length + chunk.byteLength);
      if (body) bytes = body.grow(size);
      else if (size > bytes.byteLength) bytes = bytes.transfer(size);
      new Uint8Array(bytes).set(chunk, length);
      length += chunk.byteLength;
    }
  } finally {
    await chunks.return(undefined);
  }
}

/** @throws Failure `unsupported_media`, `too_large` or `malformed` */
export async function readJsonBody(request: Request, limit: number): Promise<Record<string, unknown>> {
  requireMediaType(request, 'application/json');
  const { buffer, byteLength } = await readWhole(request, limit);
  const value = parse(Buffer.from(buffer, 0, byteLength).toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Failure('malformed', 'the body must be a JSON object');
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('malformed', 'the body is not JSON');
  }
}

/** A text of a body; empty for none. @throws Failure `malformed` for another type */
export function textIn(body: Record<string, unknown>, name: string): string {
  const value = body[name] ?? '';
  if (typeof value !== 'string') throw new Failure('malformed', `"${name}" must be a text`);
  return value;
}

/** Reads texts of a body. @throws Failure `malformed` for another type, `validation_failed` for an empty text */
export function requireTexts<const Name extends string>(
  body: Record<string, unknown>,
  names: readonly Name[],
): Record<Name, string> {
  const errors: FieldErrors = {};
  const texts: Record<string, string> = {};
  for (const name of names) {
    const value = textIn(body, name);
    if (value.trim() === '') errors[name] = ['required'];
    texts[name] = value;
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return texts as Record<Name, string>;
}

/** The e-mail address of a body, normalized for comparison. @throws Failure `validation_failed` */
export function readEmail(body: Record<string, unknown>): string {
  const { email } = requireTexts(body, ['email']);
  const issue = emailIssue(email.trim());
  if (issue) throw invalid({ email: [issue] });
  return emailKey(email);
}
