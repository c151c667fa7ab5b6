/**
 * The host's answers on their way down. Rule: what is not of the contract (a proxy's HTML, a redirect) becomes an error
 * of our own, and an uploaded file never runs as part of the portal (docs/api.md, "Files").
 */
import { type EndpointId, PARCEL_CALLS } from '../../src/domain/api/endpoints.ts';
import { codeOfStatus, type ErrorCode, isErrorCode } from '../../src/domain/api/errors.ts';
import { contentDisposition, keptName } from '../../src/domain/input/file-names.ts';
import { DOCUMENT_TYPES, fileNameOf, PHOTO_TYPES } from '../../src/domain/input/files.ts';
import { FILE_HEADERS } from '../../src/domain/security/headers.ts';
import { Refusal } from './call.ts';
import { withPortalLinks } from './file-links.ts';
import type { Cut, HostAnswer } from './forward.ts';
import { isTokenShaped } from './guard.ts';
import { sealedHeaders } from './parcels.ts';

export interface Answer {
  response: Response;
  code?: ErrorCode;
  /** For a body that is still streaming: how it ended. */
  ended?: Promise<Cut | null>;
  /** Fields whose links to files led nowhere in the portal, and were left out. */
  droppedLinks?: string[];
}

const API_HEADERS = ['content-type', 'retry-after'];

/** Bytes; every JSON answer of the contract is far smaller. */
const LARGEST_READ = 1024 * 1024;

const utf8 = new TextDecoder();

/**
 * The answer to an API call. @param hostOrigin of a host whose links to files may be absolute, else null
 * @throws Refusal when the host's is not of the contract
 */
export async function apiAnswer(id: EndpointId, answer: HostAnswer, hostOrigin: string | null): Promise<Answer> {
  if (!answer.ok) return errorAnswer(answer, translated(id, answer));
  if (id === 'getParcel' || id === 'getBlob') return sealedAnswer(answer);
  const { body, dropped } = withPortalLinks(id, await readJson(answer), hostOrigin);
  const response = new Response(body, { status: answer.status, headers: apiHeaders(answer) });
  return dropped.length > 0 ? { response, droppedLinks: dropped } : { response };
}

/** Sealed bytes as they come. @throws Refusal when the host does not say which revision they are */
function sealedAnswer(answer: HostAnswer): Answer {
  const headers = sealedHeaders(answer);
  if (!headers) throw discard(answer, notOfContract());
  const { body, ended } = answer.stream();
  return { response: new Response(body, { headers }), ended };
}

/** The host's own error. @throws Refusal `otherwise` when the host does not write error bodies of the contract */
async function errorAnswer(answer: HostAnswer, otherwise = translated(null, answer)): Promise<Answer> {
  const body = await readJson(answer, otherwise);
  const code = property(body, 'code');
  if (!isErrorCode(code)) throw otherwise;
  return { response: new Response(body, { status: answer.status, headers: apiHeaders(answer) }), code };
}

/** The token of a login answer, and the answer again. @throws Refusal 502 for a token that the guard would not accept */
export async function readLogin(answer: Response): Promise<{ token: string; answer: Response }> {
  const body = await answer.bytes();
  const token = property(body, 'token');
  if (!isTokenShaped(token)) throw notOfContract();
  return { token, answer: new Response(body, answer) };
}

function apiHeaders(answer: HostAnswer): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of API_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return headers;
}

/**
 * The JSON body, read whole before anything is sent, so that one that breaks off can still become a 502 or 504.
 * @throws Refusal `otherwise` when it is no JSON, or too long
 */
async function readJson(answer: HostAnswer, otherwise = notOfContract()): Promise<Uint8Array> {
  const body = answer.type === 'application/json' ? await answer.read(LARGEST_READ) : null;
  if (body === null) throw discard(answer, otherwise);
  return body;
}

const notOfContract = () =>
  new Refusal('host_unreachable', 'The admin host gave an answer that is not of the contract');

function translated(id: EndpointId | null, answer: HostAnswer): Refusal {
  if (answer.status === 401 && id === 'login') return new Refusal('invalid_credentials', 'The sign-in failed');
  const isGone = answer.status === 410 && id !== null && PARCEL_CALLS.includes(id);
  const code = isGone ? 'parcel_gone' : codeOfStatus(answer.status);
  // What the host failed at is no failure of the gateway, and without `Allow` there is no 405 (RFC 9110, §15.5.6).
  if (code === undefined || code === 'internal' || code === 'method_not_allowed') return notOfContract();
  const wait = answer.headers.get('retry-after');
  return new Refusal(code, `The admin host answered ${answer.status}`, wait === null ? {} : { 'Retry-After': wait });
}

/** Returns `refusal`, to be thrown in place of the answer. */
function discard(answer: HostAnswer, refusal: Refusal): Refusal {
  answer.discard();
  return refusal;
}

/** A property of a JSON object; undefined where there is none. */
export function property(json: Uint8Array, name: string): unknown {
  try {
    return Reflect.get(Object(JSON.parse(utf8.decode(json))), name);
  } catch {
    return undefined;
  }
}

/**
 * The answer to a file link, named by its last segment; `withBody` is false for HEAD.
 * @throws Refusal 403 `link_expired`, 502 `host_unreachable` for a file that is none of the four types
 */
export async function fileAnswer(answer: HostAnswer, pathname: string, withBody: boolean): Promise<Answer> {
  if (answer.status === 200) {
    const type = DOCUMENT_TYPES.find((accepted) => accepted === answer.type);
    if (type === undefined) throw discard(answer, notOfContract());
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

const isInline = (header: string | null) => /^inline\s*(?:;|$)/i.test(header ?? '');
