/**
 * The side that waits for a file from a phone: one field asks, with a link that lives a quarter of an hour. What comes is
 * another's: the field takes it as it takes any file, or says what is wrong with it.
 */
import type { FieldCode } from '../../domain/api/errors.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { PackedFile, PhotoIndex } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import type { Exchange, ExchangeEvent, Shown } from './exchange.ts';
import { type Adapter, type ExchangePorts, exchangePorts, isLost, type Run, runExchange } from './run-exchange.ts';
import { rewrite, untilDone } from './transfers.ts';

/** Ends when the field has the file, when the phone stops, or when its time is over. */
type Side = { kind: 'photo'; work: File; end: 'received' | 'cancelled' | 'ended' };
export type AskingPhoto = Shown<Side>;
type Event = ExchangeEvent<Side>;
type Parcel = Run<Side>['parcel'];

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

/** Until the phone is told again, after a failed attempt. */
const TELL_AGAIN_MS = 3000;

interface Asker extends ExchangePorts<Side> {
  field: AskingField;
  /** Revision of the file that was fetched last, or is being fetched. */
  fetched: number;
  /** Of which the phone does not know yet that they are over. */
  untold: Set<Parcel>;
}

export function createPhotoAsker(others: Partial<ExchangePorts<Side>> = {}) {
  const given = exchangePorts<Side>(others);
  const noField: AskingField = { path: '', type: null, take: async () => 'dropped' };
  const asker: Asker = { ...given, field: noField, fetched: 0, untold: new Set() };
  const { $shown, state, dispatch } = runExchange<Side>(adapterOf(asker), given);

  /** Makes the link. */
  async function ask(field: AskingField): Promise<void> {
    void cancel();
    Object.assign(asker, { field, fetched: 0 });
    await dispatch({ type: 'offer' });
  }

  /** Takes the question back, and tells the phone. */
  async function cancel(): Promise<void> {
    const { parcel } = state();
    const { path } = asker.field;
    void dispatch({ type: 'reset' });
    if (parcel) await tellEnd(asker, parcel, path, 'cancelled');
  }

  return {
    $asking: $shown,
    ask,
    cancel,
    /** Fetches again what could not be fetched; with a new link where nothing can come by the old one. */
    retry: () => (state().step ? dispatch({ type: 'retry' }) : ask(asker.field)),
    /** The page is being closed: there is only time for one call. */
    leave: () => {
      for (const parcel of asker.untold) void parcel.deleteParcel({ keepalive: true });
    },
  };
}

const adapterOf = (asker: Asker): Adapter<Side> => ({
  kind: 'photo',
  watchMs: 2000,
  firstIndex: async () => {
    const { path, type } = asker.field;
    return { kind: 'photo', state: 'waiting', path, type, problem: null, file: null, opener: null };
  },
  steps: {
    sending: async ({ parcel }) => {
      asker.untold.add(parcel);
      return { type: 'waiting', shared: true };
    },
    fetching: (run) => fetchFile(asker, run),
    accepting: (run) => passToField(asker, run),
  },
  onIndex: (index) => {
    const { state, file } = index;
    if (state === 'cancelled') return { type: 'ended', as: 'cancelled' };
    if (state !== 'sent' || !file) return { type: 'waiting', index };
    return file.revision === asker.fetched ? null : { type: 'fetch', index };
  },
  onError: (error, state) => onError(asker, error, state),
  onEnded: (as, { parcel }) => {
    if (!parcel || as === 'received') return;
    asker.untold.delete(parcel);
    if (as === 'cancelled') void parcel.deleteBlob(asker.field.path);
  },
});

/** Nothing can come by a link that can't be read any more: the phone is not left waiting. */
function onError(asker: Asker, error: ApiError, { phase, parcel }: Exchange<Side>): Event {
  if (!parcel || (phase === 'fetching' && !isLost(error))) return { type: 'failed', error };
  if (!isLost(error) || error.code === 'parcel_gone') return { type: 'ended', as: 'ended' };
  void parcel.deleteParcel().then(({ ok }) => ok && asker.untold.delete(parcel));
  return { type: 'lost', error };
}

/** Reads it under the path that was asked for, whatever the phone calls it. */
async function fetchFile(asker: Asker, { parcel, index, signal, onPercent }: Run<Side>) {
  const { file } = index;
  if (!file) return null;
  asker.fetched = file.revision;
  const got = await parcel.readBlob(asker.field.path, file.revision, { onProgress: onPercent, signal });
  if (got.ok) return { type: 'accept', work: fileOf(got.value, file) } satisfies Event;
  // The index, which names it, tells whether the parcel is gone.
  return got.error.code === 'parcel_gone' ? { error: { code: 'parcel_altered' as const } } : got;
}

const fileOf = (bytes: ArrayBuffer, { name, type }: PackedFile): File => new File([bytes], name, { type: type ?? '' });

async function passToField(asker: Asker, { parcel, index, signal, state: { work } }: Run<Side>): Promise<Event | null> {
  const { field, fetched } = asker;
  const problem = work && (await field.take(work));
  if (signal.aborted) return null;
  if (problem === 'dropped') {
    void tellEnd(asker, parcel, field.path, 'cancelled');
    return { type: 'reset' };
  }
  if (!problem) {
    void tellEnd(asker, parcel, field.path, 'received');
    return { type: 'ended', as: 'received' };
  }
  // The phone replaces it in any case.
  await parcel.deleteBlob(field.path);
  const refused: PhotoIndex = { ...index, state: 'refused', problem, file: null };
  void untilDone(() => tellRefused(parcel, refused, fetched), TELL_AGAIN_MS, asker.after);
  return { type: 'waiting', index: refused };
}

/** As long as no phone has written since. @returns false where it has to be tried again */
async function tellRefused(parcel: Parcel, refused: PhotoIndex, revision: number): Promise<boolean> {
  const told = await rewrite(parcel, ({ state, file }) =>
    state === 'sent' && file?.revision === revision ? refused : null,
  );
  return told.ok || told.error.code === 'parcel_gone';
}

/** Tells the phone how it ended, over whatever it wrote since, and deletes what came. Tried until it succeeds, or the parcel is gone. */
function tellEnd(
  { untold, after }: Asker,
  parcel: Parcel,
  path: string,
  state: 'received' | 'cancelled',
): Promise<void> {
  const attempt = async () => {
    const told = await rewrite(parcel, (there) => ({ ...there, path, state, problem: null, file: null }));
    if (!told.ok && told.error.code !== 'parcel_gone') return false;
    untold.delete(parcel);
    if (told.ok) await parcel.deleteBlob(path);
    return true;
  };
  return untilDone(attempt, TELL_AGAIN_MS, after);
}
