export type JsonObject = Record<string, unknown>;

const utf8 = new TextDecoder();

/** The value of a JSON text; undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** {@link parseJson} for a body. */
export const parseBody = (body: Uint8Array): unknown => parseJson(utf8.decode(body));

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const property = (body: Uint8Array, name: string): unknown => Reflect.get(Object(parseBody(body)), name);
