/** Reads bodies within their limits: whole, and as JSON of the contract. */
import * as v from 'valibot';
import { CALLS, type JsonCall, type RequestBody } from '../../../src/domain/api/contract/calls.ts';
import { isJsonObject, parseJson } from '../../../src/domain/api/json.ts';
import { Refusal } from '../../../src/domain/api/refusal.ts';
import type { FieldErrors } from '../../../src/domain/api/refusal-codes.ts';
import { invalid } from '../runtime/refusals.ts';
import type { HeldBody } from './held.ts';

export function bodyTooLarge(field?: string): Refusal {
  const errors = field === undefined ? {} : { errors: { [field]: ['file_too_large'] } };
  return new Refusal('too_large', 'the body is over its limit', errors);
}

/** @throws Refusal `unsupported_media` for another type; parameters are ignored */
export function requireMediaType({ headers }: Request, required: string): void {
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
  if (type.trim().toLowerCase() !== required) throw new Refusal('unsupported_media', `the body must be ${required}`);
}

/**
 * The chunks of a body. @param limit bytes, for declared and counted length @throws Refusal `too_large`; `malformed` for a body
 * that breaks off
 */
export async function* limitedChunks(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw bodyTooLarge();
  if (!request.body) return;
  let read = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of rejectAborted(request.body as ReadableStream<Uint8Array>)) {
    read += chunk.byteLength;
    if (read > limit) throw bodyTooLarge();
    yield chunk;
  }
}

async function* rejectAborted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch {
    throw new Refusal('malformed', 'the body broke off');
  }
}

/** First size of the buffer in bytes. Small buffers grow by this step, larger ones double. */
const FIRST_STEP = 4 * 1024;
const STEP = 512 * 1024;

export function bufferSizeFor(size: number): number {
  if (size > STEP) return Math.ceil(size / STEP) * STEP;
  let grown = FIRST_STEP;
  while (grown < size) grown *= 2;
  return grown;
}

/** Reads the whole body into one buffer: keeping small chunks would cost several kilobytes each. */
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

/**
 * The JSON body of a call, with the types of its schema.
 * @throws Refusal `unsupported_media`, `too_large`; `malformed` for another type; `validation_failed` with the codes of the
 * schema's rules, and `required` for what is missing
 */
export async function readBody<Id extends JsonCall>(id: Id, request: Request): Promise<RequestBody<Id>> {
  requireMediaType(request, 'application/json');
  const { buffer, byteLength } = await readWhole(request, CALLS[id].body.limit);
  const value = parseJson(Buffer.from(buffer, 0, byteLength).toString('utf8'));
  if (!isJsonObject(value)) throw new Refusal('malformed', 'the body must be a JSON object');
  return checkJsonBody(id, value);
}

/** Returns the same object if it is a body of the call. @throws Refusal as {@link readBody} */
export function checkJsonBody<Id extends JsonCall>(id: Id, value: object): RequestBody<Id> {
  const schema: v.GenericSchema = CALLS[id].body.schema;
  const { issues = [] } = v.safeParse(schema, value, { abortPipeEarly: true });
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const name = v.getDotPath(issue) ?? '';
    const isMissing = issue.kind === 'schema' && issue.input === undefined;
    if (!isMissing && issue.type !== 'raw_check')
      throw new Refusal('malformed', `"${name}" must be ${issue.expected ?? issue.type}`);
    errors[name] = [isMissing ? 'required' : issue.message];
  }
  if (issues.length > 0) throw invalid(errors);
  return value as RequestBody<Id>;
}
