/** Turns a host's error that is not of the contract into a refusal: its code by the status and the profile, with the host's words. */
import { callTraits, type EndpointId, PARCEL_CALLS } from '../../src/domain/api/endpoints.ts';
import type { ErrorCode } from '../../src/domain/api/errors.ts';
import { type HostWords, plainWords, readHostWords } from '../../src/domain/api/host-words.ts';
import { parseJson } from '../../src/domain/api/json.ts';
import { codeOfStatus } from '../../src/domain/api/status-codes.ts';
import type { HostProfile } from '../../src/domain/application/host-profile.ts';
import { isJsonObject, type JsonObject } from '../../src/domain/input/host-values.ts';
import { Refusal } from './call.ts';

interface HostError {
  status: number;
  /** Media type. */
  type: string;
  /** Null where it was not read. */
  text: string | null;
  /** Retry-After. */
  wait: string | null;
}

/** Types that may hold the host's words; some frameworks call JSON a page, or omit the type. */
export const isReadable = (type: string): boolean =>
  ['', 'text/plain', 'text/html', 'text/json'].includes(type) || /^application\/(?:[\w.-]+\+)?json$/.test(type);

export const notOfContract = () =>
  new Refusal('host_unreachable', 'The admin host sent a response that is not of the contract');

/** @param id null for a link to a file */
export function hostRefusal(id: EndpointId | null, error: HostError, profile: HostProfile): Refusal {
  const { status, type, text, wait } = error;
  // The host's internal failures are for its log.
  const words = status < 500 && id !== null && text !== null ? readWords(type, text) : null;
  const code = codeOf(id, status, Object.keys(words?.errors ?? {}), profile);
  if (code === 'host_unreachable') return notOfContract();
  const headers: Record<string, string> = wait === null ? {} : { 'Retry-After': wait };
  if (code !== 'invalid_credentials')
    return new Refusal(code, `The admin host responded with ${status}`, headers, words ?? undefined);
  // Which of the two is wrong is not for the page to say.
  const message = words?.message === undefined ? undefined : { message: words.message };
  return new Refusal(code, 'The sign-in failed', headers, message);
}

const PARCEL_CODES: Record<number, ErrorCode> = { 410: 'parcel_gone', 412: 'parcel_changed' };
const CREDENTIALS = ['email', 'password'];

function codeOf(id: EndpointId | null, status: number, fields: string[], profile: HostProfile): ErrorCode {
  if (id === null) return codeOfStatus(status, { mayBeAbsent: true });
  const isOfCredentials = fields.every((field) => CREDENTIALS.includes(field));
  if (id === 'login' && profile.refused_sign_in.includes(status) && isOfCredentials) return 'invalid_credentials';
  if (status === 400 && fields.length > 0) return 'validation_failed';
  const ofParcel = PARCEL_CALLS.includes(id) ? PARCEL_CODES[status] : undefined;
  return ofParcel ?? codeOfStatus(status, callTraits(id));
}

/** Names of a body's sentence, most telling first. */
const SENTENCES = ['message', 'detail', 'error', 'title', 'non_field_errors'];
/** Of an entry in a list of errors: the field, and its sentence. */
const ENTRY_FIELDS = ['field', 'path', 'param'];
const ENTRY_SENTENCES = ['message', 'msg', 'detail'];
/** A developer's report, which is about code. */
const REPORTS = ['exception', 'trace', 'stack'];

/**
 * The host's own words, from plain text or JSON: a sentence, and the errors of fields below `errors` (as Laravel and Rails) or,
 * as lists, at the top (as Django). @returns null where nothing may be shown
 */
function readWords(type: string, text: string): HostWords | null {
  const body = parseJson(text);
  if (body === undefined) return type === 'text/plain' ? readHostWords({ message: text }) : null;
  if (!isJsonObject(body)) return readHostWords({ message: body });
  if (REPORTS.some((name) => name in body)) return null;
  const { errors, ...others } = body;
  const top = Object.entries(others).filter(([name, value]) => !SENTENCES.includes(name) && isErrorList(value));
  const fields: Record<string, string[]> = {};
  addFields(fields, '', Object.fromEntries(top));
  addFields(fields, '', errors);
  const message = [...SENTENCES.map((name) => body[name]), errors].map(firstSentence).find((one) => one !== null);
  return readHostWords({ message, errors: fields });
}

/** A list of texts, or of objects of such lists; not values that a host merely repeats. */
function isErrorList(value: unknown): boolean {
  const isTexts = (list: unknown) => Array.isArray(list) && list.every((one) => typeof one === 'string');
  if (!Array.isArray(value) || value.length === 0) return false;
  return isTexts(value) || value.every((one) => isJsonObject(one) && Object.values(one).every(isTexts));
}

/** The sentence itself, or the first of a list of sentences or entries without a field. */
function firstSentence(value: unknown): string | null {
  for (const one of [value].flat()) {
    const isEntry = isJsonObject(one) && ENTRY_FIELDS.every((name) => one[name] === undefined);
    const sentence = plainWords(isEntry ? firstOf(one, ENTRY_SENTENCES) : one);
    if (sentence !== null) return sentence;
  }
  return null;
}

const firstOf = (entry: JsonObject, names: readonly string[]): unknown =>
  names.map((name) => entry[name]).find((value) => value !== undefined);

const MAX_DEPTH = 4;

/** Adds field path → sentences, from a map, whose values may be lists and maps again, or from a list of entries. */
function addFields(fields: Record<string, string[]>, above: string, value: unknown, depth = 0): void {
  const isList = Array.isArray(value);
  if (depth > MAX_DEPTH || !(isList || isJsonObject(value))) return;
  const add = (path: string, sentences: unknown) => {
    const key = normalizePath(path);
    fields[key] = [...(fields[key] ?? []), ...[sentences].flat().flatMap((one) => plainWords(one) ?? [])];
  };
  for (const [name, inner] of Object.entries(value)) {
    const entry = isJsonObject(inner) ? inner : {};
    const [field, sentence] = [firstOf(entry, ENTRY_FIELDS), firstOf(entry, ENTRY_SENTENCES)];
    const below = (child: string) => (above === '' ? child : `${above}.${child}`);
    if (typeof field === 'string') add(below(field), sentence);
    // Without a field it is the body's sentence.
    else if (isList && (typeof inner === 'string' || typeof sentence === 'string')) continue;
    else if (isJsonObject(inner) || (Array.isArray(inner) && inner.some((one) => typeof one === 'object')))
      // The list of all errors has no positions that a form knows.
      addFields(fields, isList && above === '' ? '' : below(name), inner, depth + 1);
    else if ([inner].flat().length > 0) add(below(name), inner);
  }
}

/** `a[0][b]` as `a.0.b`. */
const normalizePath = (path: string) => path.replace(/\[(\w*)\]/g, '.$1');
