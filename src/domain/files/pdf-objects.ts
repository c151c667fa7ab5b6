/** Reads single PDF objects (ISO 32000-1, section 7.3), as far as trailers, encryption dictionaries and page trees need it. */
import { findLastText, latin1 } from './bytes.ts';

/** Names and keywords are texts, names with their slash; strings are bytes. */
export type PdfValue = number | string | Uint8Array | Reference | PdfValue[] | PdfDictionary;
export type PdfDictionary = Map<string, PdfValue>;
export interface Reference {
  object: number;
  generation: number;
}

/** Bytes that are tried for an object: most are short, the list of all pages may be long. */
const WINDOWS = [256, 4096, 64 * 1024, 1024 * 1024];
const MAX_DEPTH = 100;

/** The object at or after this offset, following white space and comments; null for anything else. */
export function readValue(bytes: Uint8Array, offset: number): PdfValue | null {
  for (const window of WINDOWS) {
    const reader = new Reader(latin1(bytes.subarray(offset, offset + window)));
    const value = reader.value(0);
    if (value !== undefined && !reader.isAtEnd) return value;
    if (offset + window >= bytes.length) return value ?? null;
  }
  return null;
}

/** {@link readValue} of a dictionary. */
export function readDictionary(bytes: Uint8Array, offset: number): PdfDictionary | null {
  const value = readValue(bytes, offset);
  return value instanceof Map ? value : null;
}

/** The number after the last `startxref`, an offset; null for none. */
export function lastStartxref(bytes: Uint8Array): number | null {
  const at = findLastText(bytes, 'startxref');
  const [, digits] = at < 0 ? [] : (/^startxref\s+(\d{1,10})/.exec(latin1(bytes.subarray(at, at + 64))) ?? []);
  return digits === undefined ? null : Number(digits);
}

export const isReference = (value: PdfValue | undefined): value is Reference =>
  typeof value === 'object' && 'object' in value;

const SPACE = /(?:[\0\t\n\f\r ]|%[^\r\n]*(?:[\r\n]|$))*/y;
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)/y;
const NAME = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const KEYWORD = /[a-z]+/y;
const HEXADECIMAL = /<([\da-fA-F\0\t\n\f\r ]*)>/y;

class Reader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** True when a number or a word may go on behind the text. */
  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  value(depth: number): PdfValue | undefined {
    this.match(SPACE);
    if (depth > MAX_DEPTH) return undefined;
    if (this.text.startsWith('<<', this.at)) return this.dictionary(depth);
    if (this.text[this.at] === '[') return this.array(depth);
    if (this.text[this.at] === '(') return this.literal();
    const hexadecimal = this.match(HEXADECIMAL);
    if (hexadecimal) return fromHexadecimal(hexadecimal[1] ?? '');
    const reference = this.match(REFERENCE);
    if (reference) return { object: Number(reference[1]), generation: Number(reference[2]) };
    const number = this.match(NUMBER);
    if (number) return Number(number[0]);
    return this.match(NAME)?.[0] ?? this.match(KEYWORD)?.[0];
  }

  private dictionary(depth: number): PdfDictionary | undefined {
    const entries: PdfDictionary = new Map();
    this.at += 2;
    for (;;) {
      this.match(SPACE);
      if (this.text.startsWith('>>', this.at)) {
        this.at += 2;
        return entries;
      }
      const [name] = this.match(NAME) ?? [];
      const value = name === undefined ? undefined : this.value(depth + 1);
      if (name === undefined || value === undefined) return undefined;
      entries.set(unescaped(name), value);
    }
  }

  private array(depth: number): PdfValue[] | undefined {
    const values: PdfValue[] = [];
    this.at += 1;
    for (;;) {
      this.match(SPACE);
      if (this.text[this.at] === ']') {
        this.at += 1;
        return values;
      }
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      values.push(value);
    }
  }

  /** A string in parentheses (7.3.4.2). */
  private literal(): Uint8Array | undefined {
    const codes: number[] = [];
    let open = 0;
    while (this.at < this.text.length) {
      const character = this.text[this.at] ?? '';
      this.at += 1;
      if (character === '\\') this.escape(codes);
      else if (character === ')' && open === 1) return Uint8Array.from(codes);
      else {
        if (character === '(') open += 1;
        if (character === ')') open -= 1;
        if (character === '\r') this.match(/\n/y);
        if (character !== '(' || open > 1) codes.push(character === '\r' ? 10 : character.charCodeAt(0));
      }
    }
    return undefined;
  }

  private escape(codes: number[]): void {
    const [octal] = this.match(/[0-7]{1,3}/y) ?? [];
    if (octal !== undefined) return void codes.push(Number.parseInt(octal, 8) & 0xff);
    if (this.match(/\r\n?|\n/y)) return;
    const character = this.text[this.at] ?? '';
    this.at += 1;
    codes.push(ESCAPES[character] ?? character.charCodeAt(0));
  }

  private match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }
}

const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** `/A#42` is `/AB` (7.3.5). */
const unescaped = (name: string) =>
  name.replace(/#([\da-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function fromHexadecimal(text: string): Uint8Array {
  const digits = text.replace(/[^\da-fA-F]/g, '');
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
