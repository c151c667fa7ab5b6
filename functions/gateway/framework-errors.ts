/**
 * Reads the error bodies of frameworks and proxies into {@link HostWords}, for a host that does not keep to the contract.
 * Known shapes: Laravel, Rails, Django REST, Express validators, NestJS, FastAPI, Symfony, JSON:API, RFC 9457, plain text.
 */
import { type HostWords, plainWords, readHostWords } from '../../src/domain/api/host-words.ts';

type Json = Record<string, unknown>;

/** @param type media type of the body @returns null where the body has nothing that may be shown */
export function frameworkErrors(type: string, text: string): HostWords | null {
  if (type === 'text/plain') return readHostWords({ message: text });
  const body = parsed(text);
  if (typeof body === 'string') return readHostWords({ message: body });
  if (Array.isArray(body)) return readHostWords({ message: firstOf(body), errors: fieldsOf(body) });
  if (!isObject(body)) return null;
  // A developer's report is about code.
  if (['exception', 'trace', 'stack'].some((name) => name in body)) return null;
  const lists = Object.fromEntries(Object.entries(body).filter(([, value]) => Array.isArray(value)));
  const fields = Object.assign(fieldsOf(lists), ...LISTS.map((name) => fieldsOf(body[name])));
  const message = firstOf([...TEXTS, ...LISTS].map((name) => body[name]));
  return readHostWords({ message, errors: fields });
}

/** Where a body has its sentence, the most telling first. */
const TEXTS = ['message', 'detail', 'error_description', 'title', 'error', 'msg', 'reason', 'non_field_errors'];
/** Where a body has what it says of fields. */
const LISTS = ['errors', 'violations', 'fields', 'invalid_params', 'invalid-params', 'detail', 'details', 'message'];
/** In an entry of a list: which field, and what is wrong with it. */
const NAMES = ['field', 'path', 'param', 'property', 'propertyPath', 'name', 'loc', 'attribute', 'source'];
const SENTENCES = ['message', 'msg', 'detail', 'reason', 'title', 'error', 'messages', 'constraints', 'code'];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first plain sentence among values, which may hold it one level deeper. */
function firstOf(values: unknown[]): string | null {
  for (const value of values) {
    const [text] = sentencesOf(value);
    if (text !== undefined) return text;
  }
  return null;
}

function sentencesOf(value: unknown): string[] {
  const candidates = Array.isArray(value) ? value : isObject(value) ? SENTENCES.map((name) => value[name]) : [value];
  return candidates.flat().flatMap((one) => plainWords(one) ?? []);
}

/** Field path → sentences, of a map or of a list of entries. */
function fieldsOf(value: unknown): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  const add = (path: string | null, told: unknown) => {
    if (path !== null) fields[path] = [...(fields[path] ?? []), ...sentencesOf(told)];
  };
  if (Array.isArray(value)) {
    for (const entry of value) if (isObject(entry)) add(pathOf(firstName(entry)), entry);
  } else if (isObject(value)) {
    for (const [name, told] of Object.entries(value)) {
      const isTop = TEXTS.includes(name) || LISTS.includes(name);
      if (!isTop && (Array.isArray(told) || typeof told === 'string' || isObject(told))) add(pathOf(name), told);
    }
  }
  return fields;
}

function firstName(entry: Json): unknown {
  for (const name of NAMES) {
    const value = entry[name];
    if (isObject(value)) return value.pointer ?? value.parameter;
    if (value !== undefined) return value;
  }
  return null;
}

/** `a[0][b]`, `/data/attributes/a`, `['body', 'a', 0]` as `a.0.b`; null for what is no path. */
function pathOf(value: unknown): string | null {
  const text = Array.isArray(value) ? value.join('.') : typeof value === 'string' ? value : '';
  const path = text
    .replace(/^\/?data\/(?:attributes\/)?/, '')
    .replace(/\[(\w*)\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^(?:\.|body\.)+/, '')
    .split('.')
    .filter((part) => part !== '')
    .join('.');
  return path === '' ? null : path;
}
