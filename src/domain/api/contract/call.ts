/** What an entry of the contract's table (calls.ts) looks like, and helpers that entries share. */
import * as v from 'valibot';
import type { Endpoint, PerMinute } from '../endpoints.ts';
import type { FieldCode } from '../field-codes.ts';
import type { RefusalCode } from '../refusal-codes.ts';

/** Largest bodies in bytes: of small JSON, and of a whole application (40 MiB a request). */
const JSON_LIMIT = 16 * 1024;
const MULTIPART_LIMIT = 40 * 1024 * 1024;

interface PartSchema {
  schema: v.GenericSchema;
  /** The media types of a file, or `application/json`; undefined for text. */
  contentType?: string;
}
export type PartSchemas = Record<string, PartSchema>;

/** `limit`: the largest body in bytes. */
export type CallBody =
  | { type: 'json'; limit: number; schema: v.GenericSchema; example: object }
  | { type: 'multipart'; limit: number; parts: PartSchemas; example: object }
  | { type: 'octets'; limit: number };

export interface Success {
  status: 200 | 201;
  description: string;
  /** Null for sealed bytes, which no schema describes. */
  schema: v.GenericSchema | null;
  /** Empty for sealed bytes. */
  example: object;
}

export interface CallContract extends Pick<Endpoint, 'access'> {
  /** Method and path below API_BASE; `:name` is one path segment. */
  route: `${Endpoint['method']} ${Endpoint['path']}`;
  /** The gateway's limit for one network address, then 429; null: none. */
  perMinute: PerMinute | null;
  summary: string;
  description?: string;
  /** A host may lack the call: it responds 404 `not_found`. */
  isOptional?: true;
  body?: CallBody;
  success: Success;
  /** Codes that a host may send besides those of every such call (refusal-codes.ts). */
  errors?: readonly RefusalCode[];
}

type Unchanged<Value> = Value extends object ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> } : Value;
/** The JSON that a schema accepts. */
export type BodyOf<Schema extends v.GenericSchema> = Unchanged<v.InferOutput<Schema>>;

export const json = <Schema extends v.GenericSchema>(schema: Schema, example: object) =>
  ({ type: 'json', limit: JSON_LIMIT, schema, example }) as const;

export const multipart = (parts: PartSchemas, example: object) =>
  ({ type: 'multipart', limit: MULTIPART_LIMIT, parts, example }) as const;

type TextRule = (text: string) => FieldCode | null;

/** A text that a rule of the domain judges: its code is the message of the issue. @param words what JSON Schema can say of it */
export const ruledText = (rule: TextRule, words: { description?: string; [keyword: string]: unknown }) =>
  v.pipe(
    v.string(),
    v.rawCheck(({ dataset, addIssue }) => {
      const code = dataset.typed ? rule(dataset.value) : null;
      if (code) addIssue({ message: code });
    }),
    v.metadata(words),
  );

/** A text that has more than white space. */
export const filledText = (description: string, words: object = { minLength: 1 }) =>
  ruledText((text) => (text.trim() === '' ? 'required' : null), { ...words, description });

export const octets = (limit: number) => ({ type: 'octets', limit }) as const;

export const success = <Schema extends v.GenericSchema | null>(description: string, schema: Schema, example: object) =>
  ({ status: 200, description, schema, example }) as const;

export const doneSchema = v.object({ status: v.literal('ok') });

/** A success without further content. */
export const done = (description: string) => success(description, doneSchema, { status: 'ok' });

/** The address in all examples. */
export const EXAMPLE_EMAIL = 'anna@example.org';
export const EXAMPLE_PASSWORD = 'violet anchor 2719 ladder';
export const EXAMPLE_TIME = '2026-11-20T10:00:00.000Z';

export const timeSchema = v.pipe(v.string(), v.isoTimestamp());
