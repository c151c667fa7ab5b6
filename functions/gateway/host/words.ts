/** A refusal in the words of a host outside the contract, as short plain text. */

import { isJsonObject } from '../../../src/domain/api/json.ts';
import type { HostWords } from '../../../src/domain/api/refusal-codes.ts';

/** Most characters of a text; a longer one is a report for developers, and is dropped. */
const MAX_WORDS_LENGTH = 300;
const MAX_PATH_LENGTH = 100;
const MAX_FIELDS = 50;
const MAX_SENTENCES = 3;

/** A text without line breaks, control and direction characters; null unless it is short plain text that was decoded. */
export function plainWords(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 4 * MAX_WORDS_LENGTH) return null;
  const text = value
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .replace(/ +/g, ' ')
    .trim();
  const isPlain = text !== '' && text.length <= MAX_WORDS_LENGTH && !/<[a-z!/?]|\uFFFD/i.test(text);
  return isPlain ? text : null;
}

/** Checks length and form; null if nothing is left. */
export function readHostWords(value: unknown): HostWords | null {
  if (!isJsonObject(value)) return null;
  const { message, errors } = value;
  const said = plainWords(message);
  const fields = readFields(errors);
  if (said === null && fields === null) return null;
  return { ...(said !== null && { message: said }), ...(fields && { errors: fields }) };
}

function readFields(value: unknown): Record<string, string[]> | null {
  if (!isJsonObject(value)) return null;
  const fields: [string, string[]][] = [];
  for (const [path, sentences] of Object.entries(value)) {
    if (fields.length === MAX_FIELDS) break;
    if (!isPath(path) || !Array.isArray(sentences)) continue;
    const plain = sentences.map(plainWords).filter((text) => text !== null);
    fields.push([path, plain.slice(0, MAX_SENTENCES)]);
  }
  return fields.length > 0 ? Object.fromEntries(fields) : null;
}

const isPath = (path: string) => path.length <= MAX_PATH_LENGTH && /^[\w-]+(?:\.[\w-]+)*$/.test(path);
