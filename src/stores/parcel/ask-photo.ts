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
  /** `opened`: a phone is at it. `problem`: why the field refused the last file. `endsAt`: ISO 8601. */
  | { phase: 'waiting'; secret: string; opened: boolean; problem: FieldCode | null; endsAt: string | null }
  /** 0 to 100. */
  | { phase: 'fetching'; percent: number }
  /** Could not be fetched; can be tried again, with a new link where the old one has come to nothing. */
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
  /**
   * Takes the file as if it had been chosen here.
   * @returns what is wrong with it; null when the field has it, `dropped` when it needs none any more
   */
  take: (file: File) => Promise<FieldCode | 'dropped' | null>;
}

export interface PhotoAskerPorts {
  create: typeof createParcel<'photo'>;
  watch: typeof watchIndex<'photo'>;
  after: (ms: number, action: () => void) => () => void;
}

const WATCH_MS = 2000;
/** Until the phone is told again, after a failed attempt. */
const TELL_AGAIN_MS = 3000;
/** What is not mended by trying again. */
const LOST: readonly string[] = ['parcel_gone', 'parcel_altered', 'unreadable'] satisfies ApiError['code'][];

export function createPhotoAsker({ create, watch, after }: PhotoAskerPorts) {
  const $asking = atom<AskingPhoto>({ phase: 'idle' });
  let field: AskingField | null = null;
  let parcel: ParcelHandle<'photo'> | null = null;
  let index: PhotoIndex | null = null;
  /** Revision of the file that was fetched last, or is being fetched. */
  let fetched = 0;
  /** Of which the phone does not know yet that they are over. */
  const untold = new Set<ParcelHandle<'photo'>>();
  let stopWatching = () => {};
  let running = new AbortController();

  /** Makes the link. */
  async function ask(asking: AskingField): Promise<void> {
    void cancel();
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
    untold.add(parcel);
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
      endsAt: parcel.endsAt(),
    });
  }

  /** What the phone wrote. */
  function take(there: PhotoIndex): void {
    if (there.state === 'sent' && there.file?.revision === fetched) return;
    index = there;
    if (there.state === 'cancelled') end('cancelled');
    else if (there.state === 'sent' && there.file) void fetch();
    else show();
  }

  /** Fetches what was sent, and gives it to the field. */
  async function fetch(): Promise<void> {
    const [at, from, file] = [parcel, field, index?.file];
    if (!at || !from || !file) return;
    const { signal } = running;
    fetched = file.revision;
    $asking.set({ phase: 'fetching', percent: 0 });
    const onProgress = (percent: number) => {
      if (!signal.aborted) $asking.set({ phase: 'fetching', percent });
    };
    // Under the path that was asked for, whatever the phone calls it.
    const got = await at.readBlob(from.path, file.revision, { onProgress, signal });
    if (signal.aborted) return;
    if (!got.ok) return fetchFailed(at, file, got.error);
    const problem = await from.take(fileOf(got.value, file));
    if (signal.aborted || !index) return;
    if (problem === 'dropped') return cancel();
    if (problem) {
      // The phone replaces it in any case.
      await at.deleteBlob(from.path);
      // Another phone may have begun meanwhile.
      if (signal.aborted || index.file?.revision !== file.revision) return;
      index = { ...index, state: 'refused', problem, file: null };
      show();
      return tellRefused(at, index);
    }
    stopWatching();
    parcel = null;
    $asking.set({ phase: 'received' });
    await tell(at, { ...index, path: from.path, state: 'received', problem: null, file: null });
  }

  /** Another phone may be replacing the file at this moment. */
  async function fetchFailed(at: ParcelHandle<'photo'>, { revision }: PackedFile, error: ApiError): Promise<void> {
    const there = await at.readIndex();
    if (at !== parcel) return;
    if (there.ok && there.value.file?.revision !== revision) take(there.value);
    else if (there.ok && LOST.includes(error.code)) giveUp(at, error);
    else if (there.ok) $asking.set({ phase: 'stopped', error });
    else fail(there.error);
  }

  /** Tells the phone how it ended, over whatever it wrote since, and deletes what came. Tried until it succeeds, or the parcel is gone. */
  async function tell(at: ParcelHandle<'photo'>, last: PhotoIndex): Promise<void> {
    const written = await at.writeIndex(last);
    if (written.ok || written.error.code === 'parcel_gone') {
      untold.delete(at);
      if (written.ok) await at.deleteBlob(last.path);
      return;
    }
    const there = written.error.code === 'parcel_changed' ? await at.readIndex() : null;
    if (there?.ok) return tell(at, last);
    after(TELL_AGAIN_MS, () => void tell(at, last));
  }

  /** As long as no phone has written since: the watch shows what it wrote. */
  async function tellRefused(at: ParcelHandle<'photo'>, refused: PhotoIndex): Promise<void> {
    if (index !== refused) return;
    const written = await at.writeIndex(refused);
    if (written.ok || written.error.code === 'parcel_changed' || written.error.code === 'parcel_gone') return;
    after(TELL_AGAIN_MS, () => void tellRefused(at, refused));
  }

  /** Takes the question back, and tells the phone. */
  async function cancel(): Promise<void> {
    const [at, from] = [parcel, index];
    reset();
    if (at && from) await tell(at, { ...from, state: 'cancelled', file: null });
  }

  /** The page is being closed: there is only time for one call. */
  function leave(): void {
    for (const at of untold) void at.deleteParcel({ keepalive: true });
  }

  function fail(error: ApiError): void {
    if (parcel && LOST.includes(error.code) && error.code !== 'parcel_gone') giveUp(parcel, error);
    else end('ended');
  }

  /** Nothing can come by this link any more: the phone is not left waiting. */
  function giveUp(at: ParcelHandle<'photo'>, error: ApiError): void {
    stopWatching();
    parcel = null;
    void at.deleteParcel().then(({ ok }) => ok && untold.delete(at));
    $asking.set({ phase: 'stopped', error });
  }

  /** What could not be fetched; with a new link where nothing can come by the old one. */
  async function fetchAgain(): Promise<void> {
    if (parcel) await fetch();
    else if (field) await ask(field);
  }

  function end(phase: 'cancelled' | 'ended'): void {
    if (parcel) {
      untold.delete(parcel);
      if (phase === 'cancelled' && field) void parcel.deleteBlob(field.path);
    }
    reset();
    $asking.set({ phase });
  }

  function reset(): void {
    stopWatching();
    running.abort();
    running = new AbortController();
    parcel = null;
    index = null;
    field = null;
    fetched = 0;
    $asking.set({ phase: 'idle' });
  }

  return { $asking, ask, fetchAgain, cancel, leave };
}

const fileOf = (bytes: ArrayBuffer, { name, type }: PackedFile): File => new File([bytes], name, { type: type ?? '' });
