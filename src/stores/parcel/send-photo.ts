/** The phone's side: names the requested document, and sends one sealed file. Opening the link changes nothing. */
import type { FieldCode } from '../../domain/api/errors.ts';
import type { PhotoIndex } from '../../domain/parcel/contents.ts';
import type { ChosenFile } from '../device/form-values.ts';
import type { Exchange, ExchangeEvent, ShownExchange } from './exchange.ts';
import {
  type Adapter,
  type ExchangePorts,
  exchangePorts,
  onLinkError,
  runExchange,
  type StepInput,
} from './run-exchange.ts';
import { type BlobUpload, newUpload, retryUntilDone, updateIndex, uploadBlobs, writeIndexOnce } from './transfers.ts';

export type ClosedPhoto = 'noLink' | 'gone' | 'altered' | 'unreadable' | 'cancelled' | 'received';

type Side = { kind: 'photo'; content: never; outcome: ClosedPhoto };
type Event = ExchangeEvent<Side>;
export type SendingPhoto = ShownExchange<Side>;

const NOTIFY_RETRY_MS = 3000;

interface Sender {
  /** New for each page. */
  opener: string;
  chosen: ChosenFile | null;
  upload: BlobUpload | null;
}

export function createPhotoSender(others: Partial<ExchangePorts<Side>> = {}) {
  const given = exchangePorts<Side>(others);
  const sender: Sender = { opener: '', chosen: null, upload: null };
  const { $shown, state, dispatch } = runExchange<Side>(adapterOf(sender, given), given, { phase: 'opening' });

  async function cancel(): Promise<void> {
    const { parcel } = state();
    const { opener } = sender;
    if (!parcel) return;
    void dispatch({ type: 'ended', outcome: 'cancelled' });
    const attempt = async () => {
      const result = await writeCancelled(parcel, opener);
      if (result === 'received' && !state().parcel) void dispatch({ type: 'ended', outcome: 'received' });
      return result !== 'failed';
    };
    await retryUntilDone(attempt, NOTIFY_RETRY_MS, given.after);
  }

  return {
    $sending: $shown,
    /** Reads the link's parcel. @param secret null if missing */
    open: (secret: string | null) => {
      Object.assign(sender, { opener: '', chosen: null, upload: null });
      return dispatch({ type: 'open', secret });
    },
    reload: () => dispatch({ type: 'reload' }),
    /** Continues after a press, so that a user who did not request this can stop here. */
    claim: () => dispatch({ type: 'claim' }),
    /** Shows why a file can't be used; null after a valid choice. */
    refuse: (problem: FieldCode | null) => {
      const { phase, index } = state();
      if (phase === 'working' && index) void dispatch({ type: 'working', index: { ...index, problem } });
    },
    /** Sends a file that the field would accept. */
    send: (chosen: ChosenFile) => {
      const { phase, index } = state();
      if (phase === 'working' && index) Object.assign(sender, { chosen, upload: newUpload(index.path, chosen.blob) });
      return dispatch({ type: 'send' });
    },
    /** After a failure, and when the network is back. */
    retry: () => dispatch({ type: 'retry' }),
    cancel,
  };
}

const adapterOf = (sender: Sender, { newOpener }: ExchangePorts<Side>): Adapter<Side> => ({
  kind: 'photo',
  watchMs: 2000,
  noLink: 'noLink',
  steps: {
    claiming: (run) => {
      sender.opener ||= newOpener();
      return claimQuestion(sender, run);
    },
    sending: (run) => sendFile(sender, run),
  },
  onIndex: (index, state) => onIndex(sender, index, state),
  onError: (error, { phase }) => {
    if (error.code === 'not_found') return { type: 'ended', outcome: 'gone' };
    // The phone's own file, not the parcel.
    const isOwnFile = phase === 'sending' && error.code === 'unreadable';
    return isOwnFile ? { type: 'failed', error } : onLinkError(error);
  },
});

/** Handles an index of the other device, or of another phone. */
function onIndex({ opener }: Sender, index: PhotoIndex, { phase }: Exchange<Side>): Event | null {
  const { state } = index;
  if (state === 'cancelled' || state === 'received') return { type: 'ended', outcome: state };
  if (index.opener === null || index.opener !== opener) return { type: 'offered', index };
  if (phase === 'opening') return { type: state === 'sent' ? 'waiting' : 'working', index };
  return state === 'refused' && phase === 'waiting' ? { type: 'working', index } : null;
}

async function claimQuestion(sender: Sender, { parcel, index, state }: StepInput<Side>) {
  const { opener } = sender;
  const mine: PhotoIndex = { ...index, state: 'opened', opener, problem: null, file: null };
  const written = await writeIndexOnce(parcel, mine, (current) => current.opener === opener);
  if (written.ok) return { type: 'working', index: written.index } satisfies Event;
  return written.current ? onIndex(sender, written.current, state) : written;
}

async function sendFile(sender: Sender, { parcel, index, state, ...transfer }: StepInput<Side>) {
  const { chosen, upload, opener } = sender;
  if (!chosen || !upload) return null;
  const error = await uploadBlobs(parcel, [upload], transfer);
  if (error || transfer.signal.aborted) return error && { error };
  const { name, type, size } = chosen;
  const file = { path: index.path, name, type, size, revision: upload.revision };
  const sent: PhotoIndex = { ...index, state: 'sent', problem: null, file };
  // The other device may have received it already.
  const written = await writeIndexOnce(
    parcel,
    sent,
    (current) => current.opener === opener && current.state !== 'opened',
  );
  if (!written.ok) return written.current ? (onIndex(sender, written.current, state) ?? written) : written;
  const next = onIndex(sender, written.index, { ...state, phase: 'waiting' });
  return next ?? ({ type: 'waiting', index: sent } satisfies Event);
}

/** @returns `done` also when it is unnecessary: another phone is active, or the parcel is gone */
async function writeCancelled(
  parcel: StepInput<Side>['parcel'],
  mine: string,
): Promise<'done' | 'received' | 'failed'> {
  const result = await updateIndex(parcel, (current) => {
    const isOver = current.state === 'received' || current.state === 'cancelled' || current.opener !== mine;
    return isOver ? null : { ...current, state: 'cancelled', file: null };
  });
  if (result.ok) return result.index.state === 'received' ? 'received' : 'done';
  return ['parcel_gone', 'parcel_altered'].includes(result.error.code) ? 'done' : 'failed';
}
