/** A host of parcels in memory, as docs/api.md describes it; a test can make it lie, lose responses or fall silent. */

import { vi } from 'vitest';
import type { DraftIndex } from '../../../../src/domain/parcel/contents.ts';
import { setPorts } from '../../../../src/stores/browser/ports.ts';
import { createParcel, type ParcelHandle } from '../../../../src/stores/parcel/parcel.ts';
import { fetchingXhr } from './fetching-xhr.ts';

export interface Stored {
  revision: number;
  /** Null for a deleted one, whose revision still counts. */
  bytes: Uint8Array<ArrayBuffer> | null;
}

/** By path. */
export const stored = new Map<string, Stored>();
/** The requests as `PUT /api/v1/parcels/…`, with their headers. */
export const requests: { call: string; headers: Headers }[] = [];
/** The fates of the next calls, in order: the response is lost, the call never arrives, or nothing happens (null). */
export const faults: ('response lost' | 'request lost' | null)[] = [];

const refused = (status: number, code: string) => Response.json({ code, message: code, request_id: 'r' }, { status });

export function startHost(): void {
  stored.clear();
  requests.length = 0;
  faults.length = 0;
  const fetch = async (path: string, request: RequestInit = {}) => {
    const fault = faults.shift();
    if (fault === 'request lost') throw new TypeError('network');
    const response = respond(path, request);
    if (fault === 'response lost') throw new TypeError('network');
    return response;
  };
  setPorts({
    online: () => true,
    after: () => () => undefined,
    fetch: fetch as typeof globalThis.fetch,
  });
  vi.stubGlobal('XMLHttpRequest', function FetchingXhr() {
    return fetchingXhr(fetch);
  });
}

function respond(path: string, { method = 'GET', headers: given, body }: RequestInit): Response {
  const headers = new Headers(given);
  requests.push({ call: `${method} ${path}`, headers });
  const entry = stored.get(path);
  const index = path.split('/').slice(0, 5).join('/');
  const from = /"(\d+)"/.exec(headers.get('If-Match') ?? '')?.[1];
  const isNew = path === index && method === 'PUT' && from === undefined;
  if (!isNew && !stored.get(index)?.bytes) return refused(410, 'parcel_gone');
  if (method === 'PUT') {
    if (from === undefined ? entry?.bytes : String(entry?.revision) !== from) return refused(412, 'parcel_changed');
    const revision = (entry?.revision ?? 0) + 1;
    stored.set(path, { revision, bytes: body as Uint8Array<ArrayBuffer> });
    return Response.json({ revision, seconds_left: 100 }, { status: from === undefined ? 201 : 200 });
  }
  if (!entry?.bytes) return refused(410, 'parcel_gone');
  if (method === 'DELETE') {
    // Deleting the index deletes everything.
    for (const [at, { revision }] of stored) if (at.startsWith(path)) stored.set(at, { revision, bytes: null });
    return Response.json({ status: 'ok' });
  }
  return new Response(entry.bytes, { headers: { ETag: `"${entry.revision}"`, 'Parcel-Seconds-Left': '90' } });
}

export const INDEX: DraftIndex = {
  kind: 'draft',
  state: 'sending',
  type: 'founder',
  done: 1,
  parts: 5,
  savedAt: null,
  files: [],
  answers: 0,
  opener: null,
};

/** @throws Error when the host refuses the parcel */
export async function newDraft(): Promise<ParcelHandle<'draft'>> {
  const made = await createParcel('draft', INDEX);
  if (!made.ok) throw new Error(made.error.code);
  return made.parcel;
}

export const indexPath = ({ keys }: ParcelHandle<'draft'>) => `/api/v1/parcels/${keys.id}`;
export const blobPath = async (parcel: ParcelHandle<'draft'>, name: string) =>
  `${indexPath(parcel)}/${await parcel.keys.blobId(name)}`;

export const text = (value: string) => new TextEncoder().encode(value);
