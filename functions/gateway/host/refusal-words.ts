/** Reads the words of a host's error body, as frameworks write them: a sentence, and the sentences of fields by wire name. */
import type { EndpointId } from '../../../src/domain/api/endpoints.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../../src/domain/api/json.ts';
import type { HostWords } from '../../../src/domain/api/refusal-codes.ts';
import { fieldsOf } from '../../../src/domain/application/fields.ts';
import { APPLICATION_ENDPOINTS, APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { plainWords, readHostWords } from './words.ts';

/** Properties that may have the body's sentence, most telling first. Lists in them may be errors of fields. */
const SENTENCES = ['message', 'detail', 'error', 'title', 'non_field_errors'];
/** Properties of an entry in a list of errors: the field, and its sentence. */
const ENTRY_FIELDS = ['field', 'path', 'param', 'property', 'loc'];
const ENTRY_SENTENCES = ['message', 'msg', 'detail', 'constraints'];
/** Property of an entry with the errors of what is inside its field. */
const CHILDREN = 'children';
/** A sentence that begins with the name of a class, such as `ThrottlerException: Too Many Requests`. */
const OF_CLASS = /^[A-Z]\w*(?:Exception|Error)\b/;
/** Properties of a report for developers, which is about code. */
const REPORTS = ['exception', 'trace', 'stack'];
/** First segments with which FastAPI says where it found a field. */
const LOCATIONS: readonly unknown[] = ['body', 'query', 'path', 'header'];

/**
 * A sentence from plain text or JSON, and the errors of fields below `errors` (Laravel, Rails), at the top (Django), in `message`
 * or as the body itself (NestJS, class-validator), or in `detail` (FastAPI). @returns null where nothing may be shown
 */
export function readRefusalWords(id: EndpointId, type: string, text: string): HostWords | null {
  const body = parseJson(text);
  if (body === undefined) return type === 'text/plain' ? readHostWords({ message: text }) : null;
  const fields = new FieldSentences(partNames(id));
  if (!isJsonObject(body)) {
    fields.add(body);
    return readHostWords({ message: firstSentence(body, fields), errors: fields.sentences });
  }
  if (REPORTS.some((name) => name in body)) return null;
  const { errors, ...others } = body;
  const isOfField = ([name, value]: [string, unknown]) =>
    !SENTENCES.includes(name) && (isErrorList(value) || (fields.isPart(name) && isErrorMap(value)));
  fields.add(Object.fromEntries(Object.entries(others).filter(isOfField)));
  const places = [...SENTENCES.map((name) => body[name]), errors];
  for (const list of places) if (Array.isArray(list) || list === errors) fields.add(list);
  // After a list of errors comes only the name of the status, such as "Bad Request".
  const end = places.findIndex((value) => Array.isArray(value) && value.length > 0);
  const sentences = places.slice(0, end < 0 ? undefined : end + 1).map((value) => firstSentence(value, fields));
  return readHostWords({ message: sentences.find((one) => one !== null), errors: fields.sentences });
}

const ACCOUNT_PARTS = ['email', 'password', 'new_password', 'current_password', 'code', 'token', 'text'];

/** First segments of the paths that a call's errors may name. */
function partNames(id: EndpointId): ReadonlySet<string> {
  const type = APPLICATION_TYPES.find((one) => Object.values(APPLICATION_ENDPOINTS[one]).some((call) => call === id));
  return new Set([...ACCOUNT_PARTS, ...(type ? fieldsOf(type).map(({ name }) => name) : [])]);
}

/** True for a list of texts, or of objects with such lists; false for values that a host merely repeats. */
function isErrorList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return isTextList(value) || value.every((one) => isJsonObject(one) && Object.values(one).every(isTextList));
}

const isTextList = (list: unknown) => Array.isArray(list) && list.every((one) => typeof one === 'string');

/** True for errors of what is inside a field, such as the lines of an address. */
function isErrorMap(value: unknown): boolean {
  const inner = isJsonObject(value) ? Object.values(value) : [];
  return inner.length > 0 && inner.every((one) => isErrorList(one) || isErrorMap(one));
}

/** The sentence itself, or the first of a list of sentences or entries without a field. */
function firstSentence(value: unknown, fields: FieldSentences): string | null {
  for (const one of [value].flat()) {
    const isEntry = isJsonObject(one) && ENTRY_FIELDS.every((name) => one[name] === undefined);
    if (Array.isArray(value) && typeof one === 'string' && fields.sentenceOf(one)) continue;
    const sentence = plainWords(isEntry ? firstOf(one, ENTRY_SENTENCES) : one);
    if (sentence !== null && !OF_CLASS.test(sentence)) return sentence;
  }
  return null;
}

const firstOf = (entry: JsonObject, names: readonly string[]): unknown =>
  names.map((name) => entry[name]).find((value) => value !== undefined);

const MAX_DEPTH = 6;

/** `formatted_relatives.0.name should not be empty`, as class-validator writes it. */
const NAMED_SENTENCE = /^(?:each value in |(?:nested )?property )?([a-z]\w*(?:(?:\.\w+)|(?:\[\w+\]))*) (\S.*)$/i;

interface FieldSentence {
  path: string;
  sentence: string;
}

/** Collects field path → sentences. */
class FieldSentences {
  readonly sentences: Record<string, string[]> = {};
  readonly #parts: ReadonlySet<string>;

  /** @param parts names of the body parts of the call */
  constructor(parts: ReadonlySet<string>) {
    this.#parts = parts;
  }

  isPart(name: string): boolean {
    return this.#parts.has(name);
  }

  /**
   * The field with which a sentence begins. If the call has that part, the name is left out, since the sentence is shown at its
   * field; otherwise it stays.
   */
  sentenceOf(text: string): FieldSentence | null {
    const [, name = '', rest = ''] = NAMED_SENTENCE.exec(text.trim()) ?? [];
    const path = normalizePath(name);
    if (this.isPart(path.split('.')[0] ?? '')) return { path, sentence: capitalize(rest) };
    return /[_.]/.test(path) ? { path, sentence: text } : null;
  }

  /** Adds a map, whose values may again be lists and maps, or a list of entries or of sentences that begin with a field. */
  add(value: unknown, above = '', depth = 0): void {
    const isList = Array.isArray(value);
    if (depth > MAX_DEPTH || !(isList || isJsonObject(value))) return;
    for (const [name, inner] of Object.entries(value)) {
      const entry = isJsonObject(inner) ? inner : {};
      const [field, sentence] = [fieldName(firstOf(entry, ENTRY_FIELDS)), firstOf(entry, ENTRY_SENTENCES)];
      if (field !== null) this.#addEntry(joinPath(above, field), entry, depth);
      else if (isList && typeof inner === 'string') this.#addNamed(inner);
      // A sentence without a field is that of the body.
      else if (isList && typeof sentence === 'string') continue;
      else if (isJsonObject(inner) || (Array.isArray(inner) && inner.some((one) => typeof one === 'object')))
        // The positions in the list of all errors mean nothing to a form.
        this.add(inner, isList && above === '' ? '' : joinPath(above, name), depth + 1);
      else if ([inner].flat().length > 0) this.#addSentences(joinPath(above, name), inner);
    }
  }

  #addEntry(path: string, entry: JsonObject, depth: number): void {
    const said = firstOf(entry, ENTRY_SENTENCES);
    const children = entry[CHILDREN];
    if (isJsonObject(said)) this.#addSentences(path, Object.values(said).map(withoutName(path)));
    else if (said !== undefined || !Array.isArray(children)) this.#addSentences(path, said);
    this.add(children, path, depth + 1);
  }

  #addNamed(text: string): void {
    const named = this.sentenceOf(text);
    if (named) this.#addSentences(named.path, named.sentence);
  }

  #addSentences(path: string, sentences: unknown): void {
    const key = normalizePath(path);
    this.sentences[key] = [
      ...(this.sentences[key] ?? []),
      ...[sentences].flat().flatMap((one) => plainWords(one) ?? []),
    ];
  }
}

/** A sentence of class-validator's `constraints`, without the property with which it begins. */
const withoutName = (path: string) => (sentence: unknown) => {
  const [, name, rest = ''] = typeof sentence === 'string' ? (NAMED_SENTENCE.exec(sentence.trim()) ?? []) : [];
  return name !== undefined && name === path.split('.').at(-1) ? capitalize(rest) : sentence;
};

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The path of an entry; FastAPI lists its segments. */
function fieldName(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return null;
  const segments = value.filter((one, index) => index > 0 || !LOCATIONS.includes(one));
  return segments.length > 0 ? segments.join('.') : null;
}

const joinPath = (above: string, child: string) => (above === '' ? child : `${above}.${child}`);

/** Turns `a[0][b]` into `a.0.b`. */
const normalizePath = (path: string) => path.replace(/\[(\w*)\]/g, '.$1');
