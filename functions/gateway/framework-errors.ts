/**
 * Reads error bodies of frameworks and proxies into {@link HostWords}: Laravel, Rails, Django REST, Express validators, NestJS,
 * FastAPI, Symfony, ASP.NET, Spring, Zod, JSON:API, RFC 9457, also within an envelope, and plain text.
 */
import { type HostWords, plainWords, readHostWords } from '../../src/domain/api/host-words.ts';
import { fieldPath } from './field-paths.ts';
import { isJsonObject, type JsonObject, parseJson } from './json.ts';

/** @param type media type of the body @returns null where nothing may be shown */
export function frameworkErrors(type: string, text: string): HostWords | null {
  const body = parseJson(text);
  if (body === undefined) return type === 'text/plain' ? readHostWords({ message: text }) : null;
  if (Array.isArray(body)) return readHostWords({ message: firstOf([body]), errors: fieldsOf(body) });
  if (!isJsonObject(body)) return readHostWords({ message: body });
  const levels = levelsOf(body);
  // A developer's report is about code.
  if (levels.some((level) => ['exception', 'trace', 'stack', 'stacktrace'].some((name) => name in level))) return null;
  const fields = levels.flatMap((level) => [
    fieldsOf(Object.fromEntries(Object.entries(level).filter(([, value]) => isErrorList(value)))),
    ...LISTS.map((name) => fieldsOf(level[name])),
  ]);
  const values = levels.flatMap((level) => [...TEXTS, ...LISTS].map((name) => level[name]));
  return readHostWords({ message: firstOf(values), errors: Object.assign({}, ...fields) });
}

/** Where a body has its sentence, most telling first. */
const TEXTS = [
  ...['message', 'detail', 'error_description', 'error_message', 'errormessage', 'title', 'error', 'msg', 'reason'],
  ...['description', 'messages', 'non_field_errors', 'formerrors'],
];
/** Where a body has its field errors. */
const LISTS = [
  ...['errors', 'violations', 'fields', 'invalid_params', 'invalid-params', 'invalidparams', 'issues', 'fielderrors'],
  ...['validation_errors', 'validationerrors', 'detail', 'details', 'message', 'messages'],
];
/** Names of an envelope's content. */
const ENVELOPES = ['error', 'data', 'result', 'response'];
/** Names of an entry's field and of its error. */
const NAMES = ['field', 'path', 'param', 'property', 'propertyPath', 'name', 'loc', 'attribute', 'source'];
const SENTENCES = [
  ...['message', 'msg', 'detail', 'reason', 'title', 'error', 'messages', 'constraints', 'issue', 'defaultMessage'],
  'description',
];

/** A list of texts, or a list or map of such lists; not values that a host merely repeats. */
function isErrorList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  const isTexts = (list: unknown) => Array.isArray(list) && list.every((one) => typeof one === 'string');
  return isTexts(value) || value.every((one) => isJsonObject(one) && Object.values(one).every(isTexts));
}

/** A body and the bodies it envelops, names in lower case. */
function levelsOf(body: JsonObject): JsonObject[] {
  const level = lowerCaseNames(body);
  const inner = ENVELOPES.map((name) => level[name]).filter(isJsonObject);
  return [level, ...inner.map(lowerCaseNames)];
}

function lowerCaseNames(object: JsonObject): JsonObject {
  const known = new Set([...TEXTS, ...LISTS, ...ENVELOPES, 'exception', 'trace', 'stack', 'stacktrace']);
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [known.has(name.toLowerCase()) ? name.toLowerCase() : name, value]),
  );
}

/** The first plain sentence among values or one level deeper, except in a list entry that names a field. */
function firstOf(values: unknown[]): string | null {
  for (const value of values) {
    const entries = Array.isArray(value) ? value.filter(isJsonObject).filter((entry) => firstName(entry) === null) : [];
    const [text] = [value, ...entries].flatMap(sentencesOf);
    if (text !== undefined) return text;
  }
  return null;
}

function sentencesOf(value: unknown): string[] {
  if (!isJsonObject(value)) return [value].flat(2).flatMap((one) => plainWords(one) ?? []);
  const sentences = SENTENCES.flatMap((name) => [value[name]].flat().flatMap((one) => plainWords(one) ?? []));
  return sentences.length > 0 ? sentences : [value.code].flatMap((one) => plainWords(one) ?? []);
}

const MAX_DEPTH = 4;

/** Field path → sentences, from a map or a list of entries. */
function fieldsOf(value: unknown): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  const add = (path: string | null, entry: unknown, depth = 0) => {
    if (path === null || depth > MAX_DEPTH) return;
    const sentences = sentencesOf(entry);
    const inner = typeof entry === 'object' && entry !== null ? Object.entries(entry) : [];
    // The items of a list: `[{}, {name: ["required"]}]`.
    if (sentences.length === 0 && inner.some(([, one]) => typeof one === 'object'))
      for (const [name, one] of inner) add(fieldPath(`${path}.${name}`), one, depth + 1);
    else if (!isJsonObject(entry) || inner.length > 0) fields[path] = [...(fields[path] ?? []), ...sentences];
  };
  const addMap = (map: JsonObject) => {
    for (const [name, entry] of Object.entries(map)) {
      const isTop = TEXTS.includes(name) || LISTS.includes(name);
      if (!isTop && (typeof entry === 'string' || (typeof entry === 'object' && entry !== null) || entry === true))
        add(fieldPath(name), entry);
    }
  };
  if (isJsonObject(value)) addMap(value);
  for (const entry of Array.isArray(value) ? value.filter(isJsonObject) : []) {
    const name = firstName(entry);
    if (name !== null) add(fieldPath(name), entry);
    // An entry may itself be a map: `{email: "taken"}`.
    else if (![...SENTENCES, 'code'].some((own) => own in entry)) addMap(entry);
  }
  return fields;
}

function firstName(entry: JsonObject): unknown {
  for (const name of NAMES) {
    const value = entry[name];
    if (isJsonObject(value)) return value.pointer ?? value.parameter ?? null;
    if (value !== undefined) return value;
  }
  return null;
}
