/**
 * Links to files in the records of a host of ADMIN_HOST (docs/host.md, "Files"). Rule: a browser is led to the portal's own
 * `/files/…` or nowhere, so that no page has to allow another origin and no applicant is sent to one.
 */
import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import { FIELDS, type FieldKind, LISTS } from '../../src/domain/application/fields.ts';
import { APPLICATION_ENDPOINTS } from '../../src/domain/application/types.ts';
import { isCanonicalFilePath } from './canonical.ts';

/** The calls that are answered with a record, as `object` or `data`. */
const WITH_RECORD = new Set<EndpointId>([
  'login',
  'currentUser',
  ...Object.values(APPLICATION_ENDPOINTS).flatMap(({ create, update }) => [create, update]),
]);

type Json = Record<string, unknown>;

const fileNames = (fields: Record<string, { kind: FieldKind }>) =>
  Object.keys(fields).filter((name) => ['file', 'photo'].includes(fields[name]?.kind ?? ''));
const FILE_FIELDS = fileNames(FIELDS);
const LIST_FILES = Object.entries(LISTS).map(([list, { item }]) => [list, fileNames(item)] as const);

const utf8 = new TextDecoder();

/**
 * The path of the portal for a host's link: of a path below `/files/`, with or without the host's origin, path and query.
 * Null for what the portal can't open: another origin, another path, a spelling that the gateway does not route.
 */
export function portalLink(link: string, hostOrigin: string): string | null {
  const url = URL.parse(link, hostOrigin);
  if (url?.origin !== hostOrigin || !isCanonicalFilePath(url.pathname)) return null;
  return url.pathname + url.search;
}

/**
 * The body of an answer with the portal's links. @param hostOrigin null for the embedded host, whose links are the portal's
 * @returns `dropped`: fields that held another link, which are null now
 */
export function withPortalLinks(
  id: EndpointId,
  body: Uint8Array,
  hostOrigin: string | null,
): { body: Uint8Array; dropped: string[] } {
  const answer = hostOrigin !== null && WITH_RECORD.has(id) ? parsed(body) : undefined;
  const records = [answer?.object, answer?.data].filter(isObject);
  if (hostOrigin === null || records.length === 0) return { body, dropped: [] };
  const dropped = new Set<string>();
  const replace = (holder: Json, name: string) => {
    const link = holder[name];
    if (typeof link !== 'string' || link === '') return;
    holder[name] = portalLink(link, hostOrigin);
    if (holder[name] === null) dropped.add(name);
  };
  for (const record of records) {
    for (const name of FILE_FIELDS) replace(record, name);
    for (const [list, names] of LIST_FILES) {
      const items = Array.isArray(record[list]) ? record[list].filter(isObject) : [];
      for (const item of items) for (const name of names) replace(item, name);
    }
  }
  return { body: Buffer.from(JSON.stringify(answer)), dropped: [...dropped] };
}

function parsed(body: Uint8Array): Json | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(body));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
