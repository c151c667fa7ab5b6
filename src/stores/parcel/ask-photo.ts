/**
 * The side that waits for a file from a phone: one field asks, with a link that lives a quarter of an hour. What comes is
 * another's: the field takes it as it takes any file, or says what is wrong with it.
 */
import { atom } from 'nanostores';
import type { FieldCode } from '../../domain/api/errors.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { PackedFile, PhotoIndex } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import type { createParcel, ParcelHandle } from './parcel.ts';
import type { watchIndex } from './watch.ts';

export type AskingPhoto =
  | { phase: 'idle' }
  | { phase: 'making' }
  /** There is no link yet. */
  | { phase: 'failed'; error: ApiError }
  /** `opened`: a phone is at it. `problem`: why the field refused the last file. */
  | { phase: 'waiting'; secret: string; opened: boolean; problem: FieldCode | null }
  /** 0 to 100. */
  | { phase: 'fetching'; percent: number }
  /** It is there, and could not be fetched; can be tried again. */
  | { phase: 'stopped'; error: ApiError }
  /** The field has it. */
  | { phase: 'received' }
  /** By the phone. */
  | { phase: 'cancelled' }
  /** Its time is over. */
  | { phase: 'ended' };

/** The field that asks. */
export interface AskingField {
  /** Form path. */
  path: string;
  type: ApplicationType | null;
  /** Takes the file as if it had been chosen here. @returns what is wrong with it; null when the field has it */
  take: (file: File) => Promise<FieldCode | null>;
}

export interface PhotoAskerPorts {
  create: typeof createParcel<'photo'>;
  watch: typeof watchIndex<'photo'>;
  after: (ms: number, action: () => void) => () => void;
}

const WATCH_MS = 2000;
/** Until the phone is told again, after a failed attempt. */
const TELL_AGAIN_MS = 3000;

export function createPhotoAsker({ create, watch, after }: PhotoAskerPorts) {
  const $asking = atom<AskingPhoto>({ phase: 'idle' });
  let field: AskingField | null = null;
  let parcel: ParcelHandle<'photo'> | null = null;
  let index: PhotoIndex | null = null;
  let stopWatching = () => {};
  let notAgain = () => {};
  let running = new AbortController();

  /** Makes the link. */
  async function ask(asking: AskingField): Promise<void> {
    await cancel();
    field = asking;
    const { signal } = running;
    $asking.set({ phase: 'making' });
    const { path, type } = asking;
    index = { kind: 'photo', state: 'waiting', path, type, problem: null, file: null, opener: null };
    const made = await create('photo', index);
    if (signal.aborted) {
      if (made.ok) void made.parcel.deleteParcel();
      return;
    }
    if (!made.ok) return $asking.set({ phase: 'failed', error: made.error });
    parcel = made.parcel;
    show();
    stopWatching = watch(parcel, { everyMs: WATCH_MS, onIndex: take, onEnd: fail });
  }

  function show(): void {
    if (!parcel || !index) return;
    const { opener, problem } = index;
    $asking.set({
      phase: 'waiting',
      secret: parcel.secret,
      opened: opener !== null,
      problem: problem as FieldCode | null,
    });
  }

  /** What the phone wrote. */
  function take(there: PhotoIndex): void {
    const before = index;
    index = there;
    if (there.state === 'cancelled') end('cancelled');
    else if (there.state !== 'sent' || !there.file) show();
    else if (before?.file?.revision !== there.file.revision) void fetch();
  }

  /** Fetches what was sent, and gives it to the field. */
  async function fetch(): Promise<void> {
    const [at, from, file] = [parcel, field, index?.file];
    if (!at || !from || !file) return;
    const { signal } = running;
    $asking.set({ phase: 'fetching', percent: 0 });
    const onProgress = (percent: number) => {
      if (!signal.aborted) $asking.set({ phase: 'fetching', percent });
    };
    // Under the path that was asked for, whatever the phone calls it.
    const got = await at.readBlob(from.path, file.revision, { onProgress, signal });
    if (signal.aborted) return;
    if (!got.ok)
      return got.error.code === 'parcel_gone' ? fail(got.error) : $asking.set({ phase: 'stopped', error: got.error });
    const problem = await from.take(fileOf(got.value, file));
    if (signal.aborted) return;
    if (problem) {
      index = { ...(index as PhotoIndex), state: 'refused', problem, file: null };
      show();
      return tell(at, index, signal);
    }
    stopWatching();
    $asking.set({ phase: 'received' });
    await tell(at, { ...(index as PhotoIndex), state: 'received', problem: null, file: null }, signal);
  }

  /** Tells the phone, and deletes what came. Tried until it succeeds, or the parcel's time is over. */
  async function tell(at: ParcelHandle<'photo'>, next: PhotoIndex, signal: AbortSignal): Promise<void> {
    const written = await at.writeIndex(next);
    if (!written.ok && written.error.code === 'parcel_changed') {
      // The phone has written since: only its cancelling would be news, and the file is here.
      await at.readIndex();
    }
    if (!written.ok && written.error.code !== 'parcel_gone') {
      if (!signal.aborted) notAgain = after(TELL_AGAIN_MS, () => void tell(at, next, signal));
      return;
    }
    await at.deleteBlob(next.path);
  }

  /** Takes the question back, and tells the phone. */
  async function cancel(): Promise<void> {
    const [at, from] = [parcel, index];
    const waits = $asking.get().phase !== 'received';
    reset();
    if (!at || !from || !waits) return;
    const there = await at.readIndex();
    if (!there.ok) return;
    await at.writeIndex({ ...there.value, state: 'cancelled', file: null });
    await at.deleteBlob(from.path);
  }

  /** The page is being closed: there is only time for one call. */
  function leave(): void {
    if (parcel && $asking.get().phase !== 'received') void parcel.deleteParcel({ keepalive: true });
  }

  function fail(error: ApiError): void {
    if (error.code === 'parcel_altered' || error.code === 'unreadable') $asking.set({ phase: 'stopped', error });
    else end('ended');
  }

  function end(phase: 'cancelled' | 'ended'): void {
    reset();
    $asking.set({ phase });
  }

  function reset(): void {
    stopWatching();
    notAgain();
    running.abort();
    running = new AbortController();
    parcel = null;
    index = null;
    field = null;
    $asking.set({ phase: 'idle' });
  }

  return { $asking, ask, fetchAgain: fetch, cancel, leave };
}

const fileOf = (bytes: ArrayBuffer, { name, type }: PackedFile): File => new File([bytes], name, { type: type ?? '' });
