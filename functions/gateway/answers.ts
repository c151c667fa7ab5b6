/**
 * The host's answers on their way down. Rule: the browser only ever sees the contract, so what is not of the contract
 * (a proxy's HTML page, a redirect, another error shape) becomes an error body of our own.
 */
import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import { type ErrorCode, isErrorCode } from '../../src/domain/api/errors.ts';
import { contentDisposition } from '../../src/domain/input/content-disposition.ts';
import { DOCUMENT_TYPES, type FileType, fileNameOf, PHOTO_TYPES } from '../../src/domain/input/files.ts';
import { keptName } from '../../src/domain/input/kept-name.ts';
import { FILE_HEADERS } from '../../src/domain/security/headers.ts';
import { Refusal } from './call.ts';
import type { HostAnswer } from './forward.ts';
import { bearerToken, isTokenShaped } from './guard.ts';

const API_HEADERS = ['content-type', 'retry-after'];

/** An error body is a few hundred bytes and a login answer one record; what is larger is not of the contract. */
const LARGEST_READ = 1024 * 1024;

/** Codes for statuses of a host that does not write our error bodies; everything else means that it is out of order. */
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'malformed',
  401: 'token_required',
  403: 'token_rejected',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media',
  422: 'validation_failed',
  429: 'slow_down',
  504: 'host_timeout',
};

/**
 * The answer to an API call.
 * @throws Refusal when the host's answer is not one of the contract
 */
export async function apiAnswer(id: EndpointId, answer: HostAnswer): Promise<Response> {
  if (!answer.ok) return errorAnswer(answer, translated(id, answer));
  const text = await readJson(answer);
  if (text === null) throw discard(answer, outOfOrder());
  return new Response(text, { status: answer.status, headers: apiHeaders(answer) });
}

/**
 * The answer to a call that failed: the host's own error of the contract.
 * @throws Refusal `otherwise` when the host does not write our error bodies
 */
async function errorAnswer(answer: HostAnswer, otherwise = translated(null, answer)): Promise<Response> {
  const text = await readJson(answer);
  if (text === null || !isErrorCode(property(text, 'code'))) throw discard(answer, otherwise);
  return new Response(text, { status: answer.status, headers: apiHeaders(answer) });
}

/**
 * Reads the token out of a login answer, and leaves the answer whole.
 * @throws Refusal when the host signed somebody in without a usable token
 */
export async function readLogin(answer: Response): Promise<{ token: string; answer: Response }> {
  const text = await answer.text();
  const token = property(text, 'token');
  // A token that the guard would not accept later must not look like a sign-in that worked.
  if (!isTokenShaped(token) || bearerToken(`Bearer ${token}`) === null) throw outOfOrder();
  return { token, answer: new Response(text, answer) };
}

function apiHeaders(answer: HostAnswer): Headers {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  for (const name of API_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** The text of a JSON answer, whole before a byte of it goes on: what breaks off or falls silent is still a 502 or 504 then. */
async function readJson(answer: HostAnswer): Promise<string | null> {
  return /^application\/json\b/i.test(answer.headers.get('content-type') ?? '') ? answer.text(LARGEST_READ) : null;
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

function property(json: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The answer to a file link: a file of an accepted type, or an error of the contract.
 * @param pathname the link; its last segment is the file's name
 * @throws Refusal 403 `link_expired`, 502 `host_unreachable` for a file of another type
 */
export async function fileAnswer(answer: HostAnswer, pathname: string): Promise<Response> {
  if (answer.status === 200) {
    const type = acceptedType(answer.headers.get('content-type'));
    if (type === null) throw discard(answer, outOfOrder());
    const isShown = isInline(answer.headers.get('content-disposition')) && PHOTO_TYPES.includes(type);
    const disposition = contentDisposition(isShown ? 'inline' : 'attachment', keptName(fileNameOf(pathname), type));
    return new Response(answer.stream(), {
      headers: { ...FILE_HEADERS, 'Content-Type': type, 'Content-Disposition': disposition },
    });
  }
  if (answer.status === 403) return errorAnswer(answer, new Refusal('link_expired', 'The link is not valid any more'));
  return errorAnswer(answer);
}

function acceptedType(header: string | null): FileType | null {
  const type = header?.split(';')[0]?.trim().toLowerCase();
  return DOCUMENT_TYPES.find((accepted) => accepted === type) ?? null;
}

const isInline = (header: string | null) => /^\s*inline\s*(?:;|$)/i.test(header ?? '');
