/** The phone's side: says which document is asked for, and sends one file, sealed. Looking uses nothing up. */
import { atom } from 'nanostores';
import type { FieldCode } from '../../domain/api/errors.ts';
import type { PackedFile, PhotoIndex } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import type { ChosenFile } from '../device/form-values.ts';
import type { openParcel, ParcelHandle } from './parcel.ts';
import type { watchIndex } from './watch.ts';

/** Why the link takes nothing. */
export type ClosedPhoto = 'noLink' | 'gone' | 'altered' | 'unreadable' | 'cancelled' | 'received';

export type SendingPhoto =
  | { phase: 'looking' }
  | { phase: ClosedPhoto }
  /** Could not be read; can be tried again. */
  | { phase: 'failed'; error: ApiError }
  /** `elsewhere`: another phone is at it. */
  | { phase: 'asked'; index: PhotoIndex; elsewhere: boolean }
  /** `problem`: why the last file can't be used. */
  | { phase: 'choosing'; index: PhotoIndex; problem: FieldCode | null }
  /** 0 to 100. */
  | { phase: 'sending'; index: PhotoIndex; percent: number }
  /** Can go on. */
  | { phase: 'stopped'; index: PhotoIndex; error: ApiError }
  /** It is there, and the other device takes it. */
  | { phase: 'sent'; index: PhotoIndex };

export interface PhotoSenderPorts {
  open: typeof openParcel<'photo'>;
  watch: typeof watchIndex<'photo'>;
  /** Made anew by each page. */
  newOpener: () => string;
  whenOnline: (action: () => void) => () => void;
  after: (ms: number, action: () => void) => () => void;
}

const WATCH_MS = 2000;
/** Until the other device is told again, after a failed attempt. */
const TELL_AGAIN_MS = 3000;

export function createPhotoSender({ open, watch, newOpener, whenOnline, after }: PhotoSenderPorts) {
  const $sending = atom<SendingPhoto>({ phase: 'looking' });
  let parcel: ParcelHandle<'photo'> | null = null;
  let opener = '';
  let chosen: ChosenFile | null = null;
  /** Of the blob, once all of it is there. */
  let stored = 0;
  let running = new AbortController();
  let stopWatching = () => {};
  let notOnline = () => {};

  /** Reads what the link leads to. @param secret null without one */
  async function look(secret: string | null): Promise<void> {
    stop();
    opener = '';
    parcel = secret === null ? null : await open('photo', secret);
    if (parcel) await lookAgain();
    else $sending.set({ phase: 'noLink' });
  }

  async function lookAgain(): Promise<void> {
    const at = parcel;
    if (!at) return;
    stop();
    $sending.set({ phase: 'looking' });
    const there = await at.readIndex();
    if (at !== parcel) return;
    if (!there.ok) return fail(there.error);
    take(there.value);
    if (parcel) watchIt(at);
  }

  function watchIt(at: ParcelHandle<'photo'>): void {
    stopWatching();
    stopWatching = watch(at, { everyMs: WATCH_MS, onIndex: take, onEnd: fail });
  }

  /** What the other device, or another phone, wrote. */
  function take(index: PhotoIndex): void {
    if (index.state === 'cancelled' || index.state === 'received') close(index.state);
    else if (index.opener === null || index.opener !== opener) {
      running.abort();
      running = new AbortController();
      $sending.set({ phase: 'asked', index, elsewhere: index.opener !== null });
    } else if (index.state === 'refused' && $sending.get().phase === 'sent') {
      $sending.set({ phase: 'choosing', index, problem: index.problem as FieldCode });
    }
  }

  /** Goes on by a press: whoever did not ask for this stops here. */
  async function accept(): Promise<void> {
    const before = $sending.get();
    const at = parcel;
    if (!at || before.phase !== 'asked') return;
    opener ||= newOpener();
    const mine: PhotoIndex = { ...before.index, state: 'opened', opener, problem: null, file: null };
    stopWatching();
    const written = await at.writeIndex(mine);
    if (at !== parcel) return;
    if (written.ok) {
      $sending.set({ phase: 'choosing', index: mine, problem: null });
      return watchIt(at);
    }
    if (written.error.code !== 'parcel_changed') return fail(written.error);
    const there = await at.readIndex();
    if (!there.ok) return fail(there.error);
    // The answer to an earlier attempt was lost.
    if (there.value.opener === opener) $sending.set({ phase: 'choosing', index: there.value, problem: null });
    else take(there.value);
    watchIt(at);
  }

  /** Says why a file can't be used; null once another was chosen that can. */
  function refuse(problem: FieldCode | null): void {
    const before = $sending.get();
    if (before.phase === 'choosing') $sending.set({ ...before, problem });
  }

  /** Sends a file that the field would take. */
  async function send(file: ChosenFile): Promise<void> {
    if ($sending.get().phase !== 'choosing') return;
    chosen = file;
    stored = 0;
    await goOn();
  }

  /** After a failure, and when the network is back. */
  async function goOn(): Promise<void> {
    const before = $sending.get();
    const at = parcel;
    if (!at || !chosen || !('index' in before)) return;
    notOnline();
    const { signal } = running;
    const { index } = before;
    $sending.set({ phase: 'sending', index, percent: 0 });
    const got = await sendFile(at, index, chosen, signal);
    if (signal.aborted || at !== parcel) return;
    if (got.ok) return $sending.set({ phase: 'sent', index: got.index });
    if (FINAL.includes(got.error.code)) return fail(got.error);
    $sending.set({ phase: 'stopped', index, error: got.error });
    notOnline = whenOnline(() => void goOn());
  }

  async function sendFile(
    at: ParcelHandle<'photo'>,
    index: PhotoIndex,
    { name, type, size, blob }: ChosenFile,
    signal: AbortSignal,
  ): Promise<{ ok: true; index: PhotoIndex } | { ok: false; error: ApiError }> {
    const bytes = await blob.arrayBuffer().catch(() => null);
    if (!bytes) return { ok: false, error: { code: 'unreadable' } };
    const onProgress = (percent: number) => {
      if (!signal.aborted) $sending.set({ phase: 'sending', index, percent });
    };
    if (stored === 0) {
      const options = { onProgress, signal };
      let put = await at.writeBlob(index.path, 0, bytes, options);
      if (!put.ok && put.error.code === 'parcel_changed') {
        // Of an attempt that no index names: it gives way.
        const deleted = await at.deleteBlob(index.path);
        put = deleted.ok ? await at.writeBlob(index.path, 0, bytes, options) : deleted;
      }
      if (!put.ok) return put;
      stored = put.revision;
    }
    const file: PackedFile = { path: index.path, name, type, size, revision: stored };
    const sent: PhotoIndex = { ...index, state: 'sent', problem: null, file };
    const written = await at.writeIndex(sent);
    if (written.ok) return { ok: true, index: sent };
    if (written.error.code !== 'parcel_changed') return written;
    const there = await at.readIndex();
    if (!there.ok) return there;
    // The answer was lost, and the other device may have taken it already.
    if (there.value.opener === opener && there.value.state !== 'opened') {
      $sending.set({ phase: 'sent', index: sent });
      take(there.value);
      return { ok: true, index: sent };
    }
    take(there.value);
    return written;
  }

  /** Says that nothing will come from here. */
  async function cancel(): Promise<void> {
    const at = parcel;
    if (!at) return;
    close('cancelled');
    await tellCancelled(at, opener);
  }

  /** Tried until it succeeds, or has become needless: the file was taken, another phone is at it, or the parcel is gone. */
  async function tellCancelled(at: ParcelHandle<'photo'>, mine: string): Promise<void> {
    const there = await at.readIndex();
    if (there.ok) {
      const { state, opener: theirs } = there.value;
      if (state === 'received' && !parcel) return close('received');
      if (state === 'received' || state === 'cancelled' || theirs !== mine) return;
    }
    const told = there.ok ? await at.writeIndex({ ...there.value, state: 'cancelled', file: null }) : there;
    if (told.ok || FINAL.includes(told.error.code)) return;
    if (told.error.code === 'parcel_changed') return tellCancelled(at, mine);
    after(TELL_AGAIN_MS, () => void tellCancelled(at, mine));
  }

  const FINAL: readonly string[] = ['parcel_gone', 'parcel_altered'];

  function fail(error: ApiError): void {
    if (error.code === 'parcel_gone' || error.code === 'not_found') close('gone');
    else if (error.code === 'parcel_altered') close('altered');
    else if (error.code === 'unreadable') close('unreadable');
    else $sending.set({ phase: 'failed', error });
  }

  function close(phase: ClosedPhoto): void {
    stop();
    parcel = null;
    chosen = null;
    $sending.set({ phase });
  }

  function stop(): void {
    stopWatching();
    notOnline();
    running.abort();
    running = new AbortController();
  }

  return { $sending, look, lookAgain, accept, refuse, send, goOn, cancel };
}
