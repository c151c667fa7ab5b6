/** Asks a phone for the file of one field, by a link of 15 minutes. The field validates the untrusted file as any other. */
import type { FieldCode } from '../../domain/api/errors.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { PackedFile, PhotoIndex } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import type { Exchange, ExchangeEvent, ShownExchange } from './exchange.ts';
import {
  type Adapter,
  type ExchangePorts,
  exchangePorts,
  isUnrecoverable,
  runExchange,
  type StepInput,
} from './run-exchange.ts';
import { retryUntilDone, updateIndex } from './transfers.ts';

/** Ends when the field has the file, when the phone cancels, or when the link expires. */
type Side = { kind: 'photo'; content: File; outcome: 'received' | 'cancelled' | 'ended' };
export type AskingPhoto = ShownExchange<Side>;
type Event = ExchangeEvent<Side>;
type Parcel = StepInput<Side>['parcel'];

export interface AskingField {
  path: string;
  type: ApplicationType | null;
  /** Takes the file as if chosen here. @returns its error; null on success, `dropped` when the field needs none any more */
  chooseFile: (file: File) => Promise<FieldCode | 'dropped' | null>;
}

const NOTIFY_RETRY_MS = 3000;

interface Asker extends ExchangePorts<Side> {
  field: AskingField;
  /** Revision of the last file that was fetched, or is being fetched. */
  fetched: number;
  /** Ended parcels whose phone was not notified yet. */
  unnotified: Set<Parcel>;
}

export function createPhotoAsker(others: Partial<ExchangePorts<Side>> = {}) {
  const given = exchangePorts<Side>(others);
  const noField: AskingField = { path: '', type: null, chooseFile: async () => 'dropped' };
  const asker: Asker = { ...given, field: noField, fetched: 0, unnotified: new Set() };
  const { $shown, state, dispatch } = runExchange<Side>(adapterOf(asker), given);

  async function ask(field: AskingField): Promise<void> {
    void cancel();
    Object.assign(asker, { field, fetched: 0 });
    await dispatch({ type: 'offer' });
  }

  async function cancel(): Promise<void> {
    const { parcel } = state();
    const { path } = asker.field;
    void dispatch({ type: 'reset' });
    if (parcel) await writeEnd(asker, parcel, path, 'cancelled');
  }

  return {
    $asking: $shown,
    ask,
    cancel,
    /** Retries a failed fetch; creates a new link if the old one is unusable. */
    retry: () => (state().step ? dispatch({ type: 'retry' }) : ask(asker.field)),
    /** The page is being closed: there is time for one call only. */
    leave: () => {
      for (const parcel of asker.unnotified) void parcel.deleteParcel({ keepalive: true });
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
      asker.unnotified.add(parcel);
      return { type: 'waiting', isShared: true };
    },
    fetching: (run) => fetchFile(asker, run),
    accepting: (run) => passToField(asker, run),
  },
  onIndex: (index) => {
    const { state, file } = index;
    if (state === 'cancelled') return { type: 'ended', outcome: 'cancelled' };
    if (state !== 'sent' || !file) return { type: 'waiting', index };
    return file.revision === asker.fetched ? null : { type: 'fetch', index };
  },
  onError: (error, state) => onError(asker, error, state),
  onEnded: (outcome, { parcel }) => {
    if (!parcel || outcome === 'received') return;
    asker.unnotified.delete(parcel);
    if (outcome === 'cancelled') void parcel.deleteBlob(asker.field.path);
  },
});

/** Nothing more can arrive through an unreadable link: the phone must not keep waiting. */
function onError(asker: Asker, error: ApiError, { phase, parcel }: Exchange<Side>): Event {
  if (!parcel || (phase === 'fetching' && !isUnrecoverable(error))) return { type: 'failed', error };
  if (!isUnrecoverable(error) || error.code === 'parcel_gone') return { type: 'ended', outcome: 'ended' };
  void parcel.deleteParcel().then(({ ok }) => ok && asker.unnotified.delete(parcel));
  return { type: 'lost', error };
}

/** Reads the file under the requested path, whatever the phone's name for it. */
async function fetchFile(asker: Asker, { parcel, index, signal, onPercent }: StepInput<Side>) {
  const { file } = index;
  if (!file) return null;
  asker.fetched = file.revision;
  const got = await parcel.readBlob(asker.field.path, file.revision, { onProgress: onPercent, signal });
  if (got.ok) return { type: 'accept', content: fileOf(got.value, file) } satisfies Event;
  // The index, which names it, shows whether the parcel is gone.
  return got.error.code === 'parcel_gone' ? { error: { code: 'parcel_altered' as const } } : got;
}

const fileOf = (bytes: ArrayBuffer, { name, type }: PackedFile): File => new File([bytes], name, { type: type ?? '' });

async function passToField(
  asker: Asker,
  { parcel, index, signal, state: { content } }: StepInput<Side>,
): Promise<Event | null> {
  const { field, fetched } = asker;
  const problem = content && (await field.chooseFile(content));
  if (signal.aborted) return null;
  if (problem === 'dropped') {
    void writeEnd(asker, parcel, field.path, 'cancelled');
    return { type: 'reset' };
  }
  if (!problem) {
    void writeEnd(asker, parcel, field.path, 'received');
    return { type: 'ended', outcome: 'received' };
  }
  // The phone replaces it in any case.
  await parcel.deleteBlob(field.path);
  const refused: PhotoIndex = { ...index, state: 'refused', problem, file: null };
  void retryUntilDone(() => writeRefused(parcel, refused, fetched), NOTIFY_RETRY_MS, asker.after);
  return { type: 'waiting', index: refused };
}

/** Rejects the file unless a phone has written since. @returns false to retry */
async function writeRefused(parcel: Parcel, refused: PhotoIndex, revision: number): Promise<boolean> {
  const result = await updateIndex(parcel, ({ state, file }) =>
    state === 'sent' && file?.revision === revision ? refused : null,
  );
  return result.ok || result.error.code === 'parcel_gone';
}

/** Writes the end over the phone's index, and deletes its file. Retried until it succeeds or the parcel is gone. */
function writeEnd(
  { unnotified, after }: Asker,
  parcel: Parcel,
  path: string,
  state: 'received' | 'cancelled',
): Promise<void> {
  const attempt = async () => {
    const result = await updateIndex(parcel, (current) => ({ ...current, path, state, problem: null, file: null }));
    if (!result.ok && result.error.code !== 'parcel_gone') return false;
    unnotified.delete(parcel);
    if (result.ok) await parcel.deleteBlob(path);
    return true;
  };
  return retryUntilDone(attempt, NOTIFY_RETRY_MS, after);
}
