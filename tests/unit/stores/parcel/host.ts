/** A host of parcels in memory, as docs/api.md describes it; a test can make it lie, lose responses or fall silent. */
import { expect, vi } from 'vitest';
import { HTTP_TIMEOUT_MS } from '../../../../src/domain/api/timeout.ts';
import type { DraftIndex } from '../../../../src/domain/parcel/contents.ts';
import type { DeviceStorage } from '../../../../src/stores/device/storage.ts';
import { CompanyDraft } from '../../../../src/stores/parcel/company-draft.ts';
import { Parcel } from '../../../../src/stores/parcel/parcel.ts';
import { setLinkTab, setPorts } from '../../../fixtures/ports.ts';
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

/** The timers that have not fired, in milliseconds; the pages that watch. */
const timers = new Set<{ ms: number; action: () => void }>();
const shown = new Set<() => void>();
const online = new Set<() => void>();
/** The outcomes that a reload of the page would show, in order. */
export const endedLinks: string[] = [];

const registered = (actions: Set<() => void>) => (action: () => void) => {
  actions.add(action);
  return () => actions.delete(action);
};

/** The pages are shown again, and their timers fire. */
export function pass(): void {
  const due = [...timers];
  timers.clear();
  for (const { action } of due) action();
  for (const action of [...shown]) action();
}

/** The pages are closed: nothing that they wait for happens. */
function closePages(): void {
  for (const actions of [timers, shown, online]) actions.clear();
}

/** The network is back. */
export function reconnect(): void {
  const due = [...online];
  online.clear();
  for (const action of due) action();
}

let lastCall = 0;
/** Longer than sealing takes between two calls. */
const QUIET_MS = 50;

/** Resolves when what a test has left in the background makes no more calls. */
export async function settled(): Promise<void> {
  while (performance.now() - lastCall < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
}

/** While time passes, a side reaches a phase. */
export const until = (side: { $view: { get: () => { phase: string } } }, phase: string) =>
  expect
    .poll(() => {
      const now = side.$view.get().phase;
      if (now !== phase) pass();
      return now;
    })
    .toBe(phase);

/** The blobs of parcels at the host, without the indexes. */
export const blobs = () => [...stored].filter(([path, { bytes }]) => path.split('/').length > 5 && bytes);

const refused = (status: number, code: string) => Response.json({ code, message: code, request_id: 'r' }, { status });

export function startHost(): void {
  stored.clear();
  requests.length = 0;
  faults.length = 0;
  const fetch = async (path: string, request: RequestInit = {}) => {
    lastCall = performance.now();
    const fault = faults.shift();
    if (fault === 'request lost') throw new TypeError('network');
    const response = respond(path, request);
    if (fault === 'response lost') throw new TypeError('network');
    return response;
  };
  closePages();
  endedLinks.length = 0;
  setPorts({
    online: () => true,
    // Time-outs of calls do not fire.
    after: (ms, action) => {
      const timer = { ms, action };
      if (ms < HTTP_TIMEOUT_MS) timers.add(timer);
      return () => timers.delete(timer);
    },
    whenShown: registered(shown),
    whenOnline: registered(online),
    fetch: fetch as typeof globalThis.fetch,
  });
  setLinkTab({ isShown: () => true, endLinkKey: (outcome) => endedLinks.push(outcome) });
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
  ...{ kind: 'draft', state: 'made', type: 'founder', done: 1, started: 0, parts: 5 },
  ...{ savedAt: null, files: [] },
};

/** A link as it was opened. */
export const link = (key: string | null) => ({ key, ended: null });

export async function openedParcel<Kind extends 'draft' | 'photo' | 'company'>(kind: Kind, secret: string) {
  const parcel = await Parcel.open(kind, secret);
  if (!parcel) throw new Error('not a secret');
  return parcel;
}

export const indexPath = ({ id }: Pick<Parcel<'draft'>, 'id'>) => `/api/v1/parcels/${id}`;

/** The company's draft on a device; each page has the lock of its draft. @param onReturn calls its action when the page is shown again */
export const companyDraftOn =
  (storage: DeviceStorage, onReturn: (action: () => void) => void = () => {}) =>
  (id: string) =>
    new CompanyDraft(
      {
        storage,
        lock: { take: async () => true, steal: async () => undefined },
        now: () => new Date('2026-11-21T09:00:00Z'),
        newKey: () => crypto.randomUUID(),
        onHide: () => undefined,
        onReturn,
      },
      id,
    );
