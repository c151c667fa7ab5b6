/** Takes over a draft from another device. Looking at it uses nothing up; it is deleted there once it is stored here. */
import { atom } from 'nanostores';
import type { ApplicationType } from '../../domain/application/types.ts';
import { ANSWERS, type DraftIndex } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import { unpackDraft } from '../application/draft-packing.ts';
import type { DraftContent } from '../application/draft-record.ts';
import type { openParcel, ParcelHandle } from './parcel.ts';
import type { watchIndex } from './watch.ts';

export type ReceivingDraft =
  | { phase: 'looking' }
  /** No link, or one that was cut off. */
  | { phase: 'noLink' }
  /** Over, used and deleted, or never there: the host tells none from another. */
  | { phase: 'gone' }
  | { phase: 'altered' }
  /** Another version of the portal wrote it. */
  | { phase: 'unreadable' }
  | { phase: 'used' }
  | { phase: 'cancelled' }
  /** Not all of it is there yet. */
  | { phase: 'unsent' }
  /** The index could not be read. */
  | { phase: 'failed'; error: ApiError }
  /** `elsewhere`: another device is taking it over. */
  | { phase: 'offered'; index: DraftIndex; elsewhere: boolean }
  | { phase: 'fetching'; index: DraftIndex; percent: number }
  /** Can go on from there. */
  | { phase: 'stopped'; index: DraftIndex; percent: number; error: ApiError }
  /** This device refused to store it: its own draft is as it was. */
  | { phase: 'refused'; index: DraftIndex }
  /** `dropped`: form paths of answers that could not be read. */
  | { phase: 'arrived'; index: DraftIndex; type: ApplicationType | null; dropped: string[] };

export interface DraftReceiverPorts {
  open: typeof openParcel<'draft'>;
  watch: typeof watchIndex<'draft'>;
  /** Stores it in the place of the device's own; false when the device refuses. */
  replace: (content: DraftContent) => Promise<boolean>;
  newOpener: () => string;
  whenOnline: (action: () => void) => () => void;
  after: (ms: number, action: () => void) => () => void;
}

const WATCH_MS = 3000;
/** Until the other device is told again, after a failed attempt. */
const TELL_AGAIN_MS = 5000;

export function createDraftReceiver(ports: DraftReceiverPorts) {
  const $receiving = atom<ReceivingDraft>({ phase: 'looking' });
  let parcel: ParcelHandle<'draft'> | null = null;
  let opener = '';
  const blobs = new Map<string, Blob>();
  let running = new AbortController();
  let stopWatching = () => {};
  let notOnline = () => {};

  /** Reads what the link leads to. @param secret null without one */
  async function look(secret: string | null): Promise<void> {
    stop();
    blobs.clear();
    opener = '';
    parcel = null;
    $receiving.set({ phase: 'looking' });
    const { signal } = running;
    const opened = secret === null ? null : await ports.open('draft', secret);
    if (signal.aborted) return;
    parcel = opened;
    if (opened) await lookAgain();
    else $receiving.set({ phase: 'noLink' });
  }

  async function lookAgain(): Promise<void> {
    if (!parcel) return;
    stop();
    const { signal } = running;
    const there = await parcel.readIndex();
    if (signal.aborted) return;
    if (!there.ok) return fail(there.error);
    show(there.value);
    watch();
  }

  function watch(): void {
    if (!parcel || isOver()) return;
    stopWatching();
    stopWatching = ports.watch(parcel, {
      everyMs: WATCH_MS,
      onIndex: take,
      onEnd: fail,
    });
  }

  const isOver = () => ['used', 'cancelled', 'arrived', 'gone'].includes($receiving.get().phase);

  /** What another device wrote meanwhile. */
  function take(index: DraftIndex): void {
    const { phase } = $receiving.get();
    const mine = index.state === 'opening' && index.opener === opener;
    if (phase === 'arrived' || ((phase === 'fetching' || phase === 'stopped' || phase === 'refused') && mine)) return;
    show(index);
  }

  function show(index: DraftIndex): void {
    if (index.state === 'arrived') end('used');
    else if (index.state === 'cancelled') end('cancelled');
    else if (index.state === 'sending') $receiving.set({ phase: 'unsent' });
    else {
      running.abort();
      running = new AbortController();
      notOnline();
      $receiving.set({ phase: 'offered', index, elsewhere: index.state === 'opening' && index.opener !== opener });
    }
  }

  /** Takes it over, or goes on after a cut: only what is missing is fetched. */
  async function start(): Promise<void> {
    const before = $receiving.get();
    if (!parcel || !('index' in before)) return;
    running.abort();
    running = new AbortController();
    notOnline();
    const { signal } = running;
    const { index } = before;
    opener ||= ports.newOpener();
    $receiving.set({ phase: 'fetching', index, percent: percent(index, 0) });
    // While this device claims it, only the answer to that counts.
    stopWatching();
    const claimed = await claim(parcel, index);
    if (signal.aborted) return;
    watch();
    if (!claimed) return;
    const error = await fetchMissing(parcel, claimed, signal);
    if (signal.aborted) return;
    if (error) return pause(claimed, error);
    await store(parcel, claimed, signal);
  }

  /** Says that this device takes it over. @returns null when it can't: the state tells why */
  async function claim(at: ParcelHandle<'draft'>, index: DraftIndex): Promise<DraftIndex | null> {
    if (index.state === 'opening' && index.opener === opener) return index;
    const mine: DraftIndex = { ...index, state: 'opening', opener };
    const written = await at.writeIndex(mine);
    if (written.ok) return mine;
    if (written.error.code !== 'parcel_changed') {
      pause(index, written.error);
      return null;
    }
    const there = await at.readIndex();
    if (!there.ok) pause(index, there.error);
    // The answer to an earlier claim was lost.
    else if (there.value.opener === opener && there.value.state === 'opening') return there.value;
    else show(there.value);
    return null;
  }

  async function fetchMissing(
    at: ParcelHandle<'draft'>,
    index: DraftIndex,
    signal: AbortSignal,
  ): Promise<ApiError | null> {
    const wanted = [
      { path: ANSWERS, revision: index.answers, type: 'application/json', size: 0 },
      ...index.files.map(({ path, revision, type, size }) => ({ path, revision, type: type ?? '', size })),
    ];
    for (const { path, revision, type, size } of wanted) {
      if (signal.aborted) return null;
      if (blobs.has(path)) continue;
      const onProgress = (part: number) => {
        if (!signal.aborted) $receiving.set({ phase: 'fetching', index, percent: percent(index, (part / 100) * size) });
      };
      const got = await at.readBlob(path, revision, { onProgress, signal });
      if (!got.ok) return got.error;
      blobs.set(path, new Blob([got.value], { type }));
    }
    return null;
  }

  function percent({ files }: DraftIndex, now: number): number {
    const all = files.reduce((sum, { size }) => sum + size, 0);
    const here = files.reduce((sum, { path, size }) => sum + (blobs.has(path) ? size : 0), 0);
    return all === 0 ? 0 : Math.min(100, Math.round(((here + now) / all) * 100));
  }

  async function store(at: ParcelHandle<'draft'>, index: DraftIndex, signal: AbortSignal): Promise<void> {
    const answers = (await blobs.get(ANSWERS)?.text()) ?? '';
    // It was taken back, or elsewhere, at this moment: its files are dropped already.
    if (signal.aborted) return;
    const unpacked = await unpackDraft(answers, blobs);
    if (signal.aborted) return;
    if (!unpacked) return end('unreadable');
    const { content, dropped } = unpacked;
    if (!(await ports.replace(content))) return $receiving.set({ phase: 'refused', index });
    stopWatching();
    $receiving.set({ phase: 'arrived', index, type: content.type, dropped });
    await tell(at, index);
  }

  /** Tells the first device, and deletes what the host has. Tried until it succeeds, or the page is left. */
  async function tell(at: ParcelHandle<'draft'>, index: DraftIndex): Promise<void> {
    const again = () => void ports.after(TELL_AGAIN_MS, () => void tell(at, index));
    // What stays until its time is over says only that the link was used.
    const written = await at.writeIndex({ ...index, state: 'arrived', type: null, savedAt: null, files: [] });
    if (!written.ok) {
      if (written.error.code === 'parcel_gone') return;
      // The next attempt starts from what is there.
      if (written.error.code === 'parcel_changed') {
        const there = await at.readIndex();
        if (there.ok && there.value.state === 'arrived') return deleteBlobs(at, index);
      }
      return again();
    }
    await deleteBlobs(at, index);
  }

  /** What can't be deleted now is deleted by the first device, or ends with its time. */
  async function deleteBlobs(at: ParcelHandle<'draft'>, { files }: DraftIndex): Promise<void> {
    for (const path of [ANSWERS, ...files.map((file) => file.path)]) await at.deleteBlob(path);
  }

  function pause(index: DraftIndex, error: ApiError): void {
    if (isFinal(error)) fail(error);
    else {
      $receiving.set({ phase: 'stopped', index, percent: percent(index, 0), error });
      notOnline = ports.whenOnline(() => void start());
    }
  }

  const isFinal = ({ code }: ApiError) => code === 'parcel_gone' || code === 'parcel_altered' || code === 'unreadable';

  function fail(error: ApiError): void {
    if (error.code === 'parcel_gone') end('gone');
    else if (error.code === 'parcel_altered') end('altered');
    else if (error.code === 'unreadable') end('unreadable');
    else $receiving.set({ phase: 'failed', error });
  }

  function end(phase: 'gone' | 'altered' | 'unreadable' | 'used' | 'cancelled'): void {
    stop();
    blobs.clear();
    $receiving.set({ phase });
  }

  function stop(): void {
    stopWatching();
    stopWatching = () => {};
    notOnline();
    running.abort();
    running = new AbortController();
  }

  return { $receiving, look, lookAgain, start };
}
