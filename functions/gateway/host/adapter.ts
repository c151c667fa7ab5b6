/**
 * Converts responses of another host to the contract's shape, the only one that pages know. Responses of the embedded host are
 * passed on unread.
 */
import type { EndpointId } from '../../../src/domain/api/endpoints.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../../src/domain/api/json.ts';
import { type FieldName, FLAG_OF } from '../../../src/domain/application/fields.ts';
import type { ApplicantRecord } from '../../../src/domain/application/record.ts';
import { APPLICATION_ENDPOINTS, readApplicationType } from '../../../src/domain/application/types.ts';
import { ANSWER_NAMES } from './answers.ts';
import { linkFiles, type OtherHost } from './files.ts';
import type { HostProfile } from './profile.ts';
import { readHostRecord } from './record.ts';
import { readReceived } from './stored-files.ts';

const WRITES = Object.values(APPLICATION_ENDPOINTS).flatMap(({ create, update }) => [create, update]);

/** The property of a response that has the record. */
const RECORD_IN = new Map<EndpointId, 'object' | 'data'>([
  ...(['login', 'currentUser', 'withdraw', 'askForDeletion', 'endDeletionRequest', 'sendConfirmation'] as const).map(
    (id) => [id, 'object'] as const,
  ),
  ...WRITES.map((id) => [id, 'data'] as const),
]);

const ID = /^[^\p{C}\p{Zl}\p{Zp}<>]{1,64}$/u;

/** The number of an application in a host's response to a creation; null for none. */
export function readCreatedId(body: unknown): string | null {
  const { data, id } = isJsonObject(body) ? body : {};
  const numbers = [isJsonObject(data) ? data.id : undefined, id].map((value) => {
    const isNumber = Number.isSafeInteger(value) && Number(value) >= 0;
    const text = typeof value === 'string' || isNumber ? String(value).trim() : '';
    return ID.test(text) ? text : null;
  });
  return numbers.find((number) => number !== null) ?? null;
}

/** The record of a call's response, in the contract's shape; null for none. */
export function recordIn(id: EndpointId, body: unknown, profile?: HostProfile): ApplicantRecord | null {
  const name = RECORD_IN.get(id);
  if (name === undefined || !isJsonObject(body)) return null;
  const record = readHostRecord(body[name], profile);
  if (name === 'object') return record;
  const number = readCreatedId(body);
  return number === null ? record : { ...record, id: number };
}

interface AdapterOptions {
  /** Null for the embedded host. */
  host: OtherHost | null;
  profile: HostProfile;
  /** Returns the binding cookie: for a body with a token the one it sets, otherwise that of the browser. */
  browserOf: (json: JsonObject) => Promise<string | null>;
}

/** @returns `hidden`: fields whose files the portal cannot open */
export async function adaptBody(
  id: EndpointId,
  body: Uint8Array,
  { host, profile, browserOf }: AdapterOptions,
): Promise<{ body: Uint8Array | string; hidden: string[] }> {
  const name = RECORD_IN.get(id);
  const json = host && name ? parseJson(new TextDecoder().decode(body)) : undefined;
  if (!host || !name || !isJsonObject(json)) return { body, hidden: [] };
  const record = recordIn(id, json, profile);
  const { [name]: _, received, ...rest } = json;
  const others = { ...rest, received: readReceived(received) };
  if (!record) return { body: JSON.stringify(others), hidden: [] };
  const { file_links, hidden } = await linkFiles(record, host, await browserOf(json));
  Object.assign(record, { file_links });
  fillUnknown(record);
  return { body: JSON.stringify({ ...others, [name]: record }), hidden };
}

/** Gives the record a null for each unknown answer, except behind a yes/no question. */
function fillUnknown(record: ApplicantRecord): void {
  const answers: Partial<Record<FieldName, unknown>> = record;
  const type = readApplicationType(record.application_type);
  for (const name of (type && ANSWER_NAMES.get(type)) ?? []) {
    if (!FLAG_OF[name]) answers[name] ??= null;
  }
}
