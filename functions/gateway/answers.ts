/**
 * The host's answers on their way down. Rule: the browser only ever sees the contract, so what is not of the contract
 * (a proxy's HTML page, a redirect, another error shape) becomes an error body of our own; and whatever a host says, an
 * uploaded file never runs as part of the portal (api.md, "Files").
 */
import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import { CODE_OF_STATUS, type ErrorCode, isErrorCode } from '../../src/domain/api/errors.ts';
import { contentDisposition } from '../../src/domain/input/content-disposition.ts';
import { DOCUMENT_TYPES, type FileType, fileNameOf, PHOTO_TYPES } from '../../src/domain/input/files.ts';
import { keptName } from '../../src/domain/input/kept-name.ts';
import { FILE_HEADERS } from '../../src/domain/security/headers.ts';
import { Refusal } from './call.ts';
import type { Cut, HostAnswer } from './forward.ts';
import { bearerToken, isTokenShaped } from './guard.ts';

/** An answer, and what the log says of it besides. */
export interface Answer {
  response: Response;
  /** The host's error. */
  code?: ErrorCode;
  /** How a body ended that is not whole yet. */
  ended?: Promise<Cut | null>;
}

const API_HEADERS = ['content-type', 'retry-after'];

/** An error body is a few hundred bytes and a login answer one record; what is larger is not of the contract. */
const LARGEST_READ = 1024 * 1024;

const utf8 = new TextDecoder();

/**
 * The answer to an API call.
 * @throws Refusal when the host's answer is not one of the contract
 */
export async function apiAnswer(id: EndpointId, answer: HostAnswer): Promise<Answer> {
  if (!answer.ok) return errorAnswer(answer, translated(id, answer));
  return { response: new Response(await readJson(answer), { status: answer.status, headers: apiHeaders(answer) }) };
}

/**
 * The answer to a call that failed: the host's own error of the contract.
 * @throws Refusal `otherwise` when the host does not write our error bodies
 */
async function errorAnswer(answer: HostAnswer, otherwise = translated(null, answer)): Promise<Answer> {
  const body = await readJson(answer, otherwise);
  const code = property(body, 'code');
  if (!isErrorCode(code)) throw otherwise;
  return { response: new Response(body, { status: answer.status, headers: apiHeaders(answer) }), code };
}

/**
 * Reads the token out of a login answer, and leaves the answer whole.
 * @throws Refusal when the host signed somebody in without a usable token
 */
export async function readLogin(answer: Response): Promise<{ token: string; answer: Response }> {
  const body = await answer.bytes();
  const token = property(body, 'token');
  // A token that the guard would not accept later must not look like a sign-in that worked.
  if (!isTokenShaped(token) || bearerToken(`Bearer ${token}`) === null) throw outOfOrder();
  return { token, answer: new Response(body, answer) };
}

function apiHeaders(answer: HostAnswer): Record<string, string> {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
  for (const name of API_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return headers;
}

/**
 * The body of a JSON answer, whole before a byte of it goes on: what breaks off or falls silent is still a 502 or 504 then.
 * @throws Refusal `otherwise` when it is no JSON, or too long
 */
async function readJson(answer: HostAnswer, otherwise = outOfOrder()): Promise<Uint8Array> {
  const isJson = /^application\/json\b/i.test(answer.headers.get('content-type') ?? '');
  const body = isJson ? await answer.read(LARGEST_READ) : null;
  if (body === null) throw discard(answer, otherwise);
  return body;
}

/** 502: the host answered, but not as the contract says. */
const outOfOrder = () => new Refusal('host_unreachable', 'The admin host gave an answer that is not of the contract');

function translated(id: EndpointId | null, answer: HostAnswer): Refusal {
  if (answer.status === 401 && id === 'login') return new Refusal('invalid_credentials', 'The sign-in failed');
  const code = CODE_OF_STATUS[answer.status];
  if (code === undefined) return outOfOrder();
  const wait = answer.headers.get('retry-after');
  return new Refusal(code, `The admin host answered ${answer.status}`, wait === null ? {} : { 'Retry-After': wait });
}

/** `refusal`, to be thrown in place of an answer that is read no further. */
function discard(answer: HostAnswer, refusal: Refusal): Refusal {
  answer.discard();
  return refusal;
}

/** A property of a JSON object; undefined where there is none. */
export function property(json: Uint8Array, name: string): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(json));
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The answer to a file link: a file of one of four types, or an error of the contract.
 * @param pathname the link; its last segment is the file's name
 * @param withBody false for HEAD
 * @throws Refusal 403 `link_expired`, 502 `host_unreachable` for a file of another type
 */
export async function fileAnswer(answer: HostAnswer, pathname: string, withBody: boolean): Promise<Answer> {
  if (answer.status === 200) {
    const type = acceptedType(answer.headers.get('content-type'));
    if (type === null) throw discard(answer, outOfOrder());
    const isShown = isInline(answer.headers.get('content-disposition')) && PHOTO_TYPES.includes(type);
    const disposition = contentDisposition(isShown ? 'inline' : 'attachment', keptName(fileNameOf(pathname), type));
    const headers = { ...FILE_HEADERS, 'Content-Type': type, 'Content-Disposition': disposition };
    if (withBody) {
      const { body, ended } = answer.stream();
      return { response: new Response(body, { headers }), ended };
    }
    answer.discard();
    return { response: new Response(null, { headers }) };
  }
  if (answer.status === 403) return errorAnswer(answer, new Refusal('link_expired', 'The link is not valid any more'));
  return errorAnswer(answer);
}

function acceptedType(header: string | null): FileType | null {
  const type = header?.split(';')[0]?.trim().toLowerCase();
  return DOCUMENT_TYPES.find((accepted) => accepted === type) ?? null;
}

const isInline = (header: string | null) => /^\s*inline\s*(?:;|$)/i.test(header ?? '');
