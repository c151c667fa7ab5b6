/** Sends the draft to another device. The link is known to nobody before all of it is there: a cut is mended by going on. */
import { atom } from 'nanostores';
import { answeredParts } from '../../domain/application/steps.ts';
import { ANSWERS, type DraftIndex } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import { packDraft } from '../application/draft-packing.ts';
import type { DraftContent } from '../application/draft-record.ts';
import type { createParcel, Got, ParcelHandle } from './parcel.ts';
import type { watchIndex } from './watch.ts';

export type SendingDraft =
  | { phase: 'idle' }
  /** There is nothing to send. */
  | { phase: 'empty' }
  /** 0 to 100. */
  | { phase: 'sending'; percent: number }
  /** Can go on from there. */
  | { phase: 'stopped'; percent: number; error: ApiError }
  /** It was taken back, and not all is deleted yet. */
  | { phase: 'uncancelled'; error: ApiError }
  /** `opening`: the other device is fetching it. `endsAt`: ISO 8601. */
  | { phase: 'waiting'; secret: string; opening: boolean; endsAt: string | null }
  | { phase: 'arrived' }
  | { phase: 'cancelled' }
  /** Its time is over. */
  | { phase: 'ended' };

export interface DraftSenderPorts {
  content: () => Promise<DraftContent | null>;
  /** How many parts of the draft are done. */
  done: () => number;
  /** The other device has it. */
  arrived: () => void;
  create: typeof createParcel<'draft'>;
  watch: typeof watchIndex<'draft'>;
  whenOnline: (action: () => void) => () => void;
}

/** How often the host is asked whether the draft went over. */
const WATCH_MS = 3000;

interface Load {
  name: string;
  blob: Blob;
}

export function createDraftSender({ content, done, arrived, create, watch, whenOnline }: DraftSenderPorts) {
  const $sending = atom<SendingDraft>({ phase: 'idle' });
  let parcel: ParcelHandle<'draft'> | null = null;
  let index: DraftIndex | null = null;
  let loads: Load[] = [];
  let running = new AbortController();
  let stopWatching = () => {};
  let notOnline = () => {};
  /** Of the company's link that goes along with the draft. */
  let along: string | null = null;
  /** Of links that have gone over. */
  const gone = new Set<string>();

  /** Packs the draft as it is now, and sends it. */
  async function send(): Promise<void> {
    reset();
    const { signal } = running;
    $sending.set({ phase: 'sending', percent: 0 });
    const draft = await content();
    if (signal.aborted) return;
    if (!draft) return $sending.set({ phase: 'empty' });
    along = draft.company?.secret ?? null;
    const { answers, files } = packDraft(draft);
    loads = [
      { name: ANSWERS, blob: new Blob([answers]) },
      ...files.map(({ path, file }) => ({ name: path, blob: file.blob })),
    ];
    index = {
      kind: 'draft',
      state: 'sending',
      type: draft.type,
      done: done(),
      parts: answeredParts(draft.type).length,
      savedAt: draft.changedAt || null,
      files: files.map(({ path, file: { name, type, blob } }) => ({ path, name, type, size: blob.size, revision: 0 })),
      answers: 0,
      opener: null,
    };
    await goOn();
  }

  /** Sends what is not there yet; of a draft that was taken back, deletes what still is. */
  async function goOn(): Promise<void> {
    if ($sending.get().phase === 'uncancelled') return cancel();
    notOnline();
    const { signal } = running;
    $sending.set({ phase: 'sending', percent: percent(0) });
    const error = await sendMissing(signal);
    if (signal.aborted) return;
    if (error?.code === 'parcel_gone') return end('ended');
    if (error) {
      $sending.set({ phase: 'stopped', percent: percent(0), error });
      notOnline = whenOnline(() => void goOn());
    } else if (parcel) {
      showLink(parcel, false);
      stopWatching = watch(parcel, { everyMs: WATCH_MS, onIndex: take, onEnd: () => end('ended') });
    }
  }

  /** @returns why not all is there */
  async function sendMissing(signal: AbortSignal): Promise<ApiError | null> {
    if (!index) return null;
    if (!parcel) {
      const made = await create('draft', index);
      if (signal.aborted) {
        if (made.ok) void made.parcel.deleteParcel();
        return null;
      }
      if (!made.ok) return made.error;
      parcel = made.parcel;
    }
    for (const { name, blob } of loads) {
      if (signal.aborted) return null;
      if (revisionOf(name) > 0) continue;
      const onProgress = (part: number) => {
        if (!signal.aborted) $sending.set({ phase: 'sending', percent: percent((part / 100) * blob.size) });
      };
      const bytes = await bytesOf(blob);
      if (!bytes) return { code: 'unreadable' };
      const got = await parcel.writeBlob(name, 0, bytes, { onProgress, signal });
      // It came before, and the answer was lost: nobody else has the link yet.
      if (!got.ok && got.error.code !== 'parcel_changed') return got.error;
      setRevision(name, got.ok ? got.revision : 1);
    }
    if (signal.aborted) return null;
    return makeReady(parcel, { ...index, state: 'ready' });
  }

  async function makeReady(at: ParcelHandle<'draft'>, ready: DraftIndex): Promise<ApiError | null> {
    const got = await at.writeIndex(ready);
    index = ready;
    if (got.ok) return null;
    if (got.error.code !== 'parcel_changed') return got.error;
    // As above: what is there was written by the attempt before.
    const there = await at.readIndex();
    return there.ok ? null : there.error;
  }

  const revisionOf = (name: string) =>
    (name === ANSWERS ? index?.answers : index?.files.find(({ path }) => path === name)?.revision) ?? 0;

  function setRevision(name: string, revision: number): void {
    if (!index) return;
    if (name === ANSWERS) index = { ...index, answers: revision };
    else index = { ...index, files: index.files.map((file) => (file.path === name ? { ...file, revision } : file)) };
  }

  /** Of all that is to be sent. @param now bytes that have gone of a blob on its way */
  function percent(now: number): number {
    const all = loads.reduce((sum, { blob }) => sum + blob.size, 0);
    const gone = loads.reduce((sum, { name, blob }) => sum + (revisionOf(name) > 0 ? blob.size : 0), 0);
    return all === 0 ? 0 : Math.round(((gone + now) / all) * 100);
  }

  /** What the other device wrote. */
  function take(there: DraftIndex): void {
    index = there;
    if (there.state === 'arrived') end('arrived');
    else if (parcel) showLink(parcel, there.state === 'opening');
  }

  function showLink({ secret, endsAt }: ParcelHandle<'draft'>, opening: boolean): void {
    $sending.set({ phase: 'waiting', secret, opening, endsAt: endsAt() });
  }

  /** Takes the draft back; one that has arrived meanwhile stays there. */
  async function cancel(): Promise<void> {
    const from = parcel;
    const last = index;
    stopWatching();
    running.abort();
    notOnline();
    if (!from || !last) return $sending.set({ phase: 'cancelled' });
    const there = await from.readIndex();
    if (there.ok && there.value.state === 'arrived') return end('arrived');
    // A device that has the link is told why nothing is there any more.
    const told: Got<null> = there.ok ? await from.writeIndex({ ...there.value, state: 'cancelled', files: [] }) : there;
    if (!told.ok && told.error.code === 'parcel_changed') return cancel();
    const deleted = told.ok ? await deleteBlobs(from) : told;
    if (deleted && !deleted.ok && deleted.error.code !== 'parcel_gone') {
      $sending.set({ phase: 'uncancelled', error: deleted.error });
      notOnline = whenOnline(() => void goOn());
      return;
    }
    parcel = null;
    $sending.set({ phase: 'cancelled' });
    // A device that had begun may have stored the draft before it was told.
    if (there.ok && there.value.opener !== null)
      stopWatching = watch(from, { everyMs: WATCH_MS, onIndex: takeArrival, onEnd: () => {} });
  }

  function takeArrival({ state }: DraftIndex): void {
    if (state === 'arrived') end('arrived');
  }

  /** Whether a company's link has gone over with the draft, as far as this page can learn. @param secret of the link */
  async function hasGone(secret: string): Promise<boolean> {
    if (parcel && $sending.get().phase === 'waiting' && secret === along) {
      const there = await parcel.readIndex();
      if (there.ok) takeArrival(there.value);
    }
    return gone.has(secret);
  }

  async function deleteBlobs(from: ParcelHandle<'draft'>): Promise<Got<null> | null> {
    for (const { name } of loads) {
      const deleted = await from.deleteBlob(name);
      if (!deleted.ok && deleted.error.code !== 'parcel_gone') return deleted;
    }
    return null;
  }

  function end(phase: 'arrived' | 'ended'): void {
    stopWatching();
    // The other device may have been closed before it deleted them. The index stays: it says that the link was used.
    if (phase === 'arrived' && parcel) void deleteBlobs(parcel);
    parcel = null;
    if (phase === 'arrived' && along) gone.add(along);
    $sending.set({ phase });
    if (phase === 'arrived') arrived();
  }

  function reset(): void {
    stopWatching();
    notOnline();
    running.abort();
    running = new AbortController();
    parcel = null;
    index = null;
    loads = [];
    along = null;
  }

  return { $sending, send, goOn, cancel, hasGone };
}

/** Null when the device can't read it any more. */
const bytesOf = (blob: Blob): Promise<ArrayBuffer | null> => blob.arrayBuffer().catch(() => null);
