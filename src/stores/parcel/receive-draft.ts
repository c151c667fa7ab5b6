/** Receives a draft from another device. Opening the link changes nothing; the draft is deleted there once it is stored here. */
import { ANSWERS_BLOB, type DraftIndex } from '../../domain/parcel/contents.ts';
import { unpackDraft } from '../application/draft-packing.ts';
import type { DraftContent } from '../application/draft-record.ts';
import type { Exchange, ExchangeEvent, ShownExchange } from './exchange.ts';
import {
  type Adapter,
  type ExchangePorts,
  exchangePorts,
  onLinkError,
  runExchange,
  type StepInput,
} from './run-exchange.ts';
import { fetchFiles, retryUntilDone, updateIndex, writeIndexOnce } from './transfers.ts';

/** Why the link can't be opened: truncated, expired or used, altered, of another version, claimed elsewhere, or cancelled. */
type ClosedDraft = 'noLink' | 'gone' | 'altered' | 'unreadable' | 'used' | 'cancelled';
type Side = {
  kind: 'draft';
  content: NonNullable<Awaited<ReturnType<typeof unpackDraft>>>;
  outcome: ClosedDraft | 'arrived';
};
type Event = ExchangeEvent<Side>;
export type ReceivingDraft = ShownExchange<Side>;

export interface DraftReceiverPorts extends Partial<ExchangePorts<Side>> {
  /** Replaces the device's draft; false when the device refuses. */
  replace: (content: DraftContent) => Promise<boolean>;
}

const NOTIFY_RETRY_MS = 5000;

interface Receiver extends ExchangePorts<Side>, Pick<DraftReceiverPorts, 'replace'> {
  opener: string;
  blobs: Map<string, Blob>;
}

export function createDraftReceiver({ replace, ...others }: DraftReceiverPorts) {
  const given = exchangePorts<Side>(others);
  const receiver: Receiver = { ...given, replace, opener: '', blobs: new Map() };
  const { $shown, state, dispatch } = runExchange<Side>(adapterOf(receiver), given, { phase: 'opening' });
  return {
    $receiving: $shown,
    /** Reads the link's parcel. @param secret null if missing */
    open: (secret: string | null) => {
      Object.assign(receiver, { opener: '', blobs: new Map() });
      return dispatch({ type: 'open', secret });
    },
    reload: () => dispatch({ type: 'reload' }),
    /** Receives the draft, or resumes: fetches only what is missing. */
    start: () => dispatch({ type: state().phase === 'offered' ? 'claim' : 'retry' }),
  };
}

const adapterOf = (receiver: Receiver): Adapter<Side> => ({
  kind: 'draft',
  watchMs: 3000,
  noLink: 'noLink',
  steps: {
    claiming: (run) => claimDraft(receiver, run),
    fetching: (run) => fetchDraft(receiver, run),
    accepting: (run) => storeDraft(receiver, run),
  },
  onIndex: (index, state) => onIndex(receiver, index, state),
  onError: onLinkError,
  onEnded: () => receiver.blobs.clear(),
});

function onIndex(receiver: Receiver, index: DraftIndex, { phase }: Exchange<Side>): Event | null {
  if (index.state === 'arrived') return { type: 'ended', outcome: 'used' };
  if (index.state === 'cancelled') return { type: 'ended', outcome: 'cancelled' };
  if (index.state === 'sending') return { type: 'waiting', index };
  if (!isOwn(receiver, index)) return { type: 'offered', index };
  return phase === 'opening' ? { type: 'fetch', index } : null;
}

const isOwn = ({ opener }: Receiver, index: DraftIndex) => index.state === 'opening' && index.opener === opener;

/** Claims the draft; another device may have been faster. */
async function claimDraft(receiver: Receiver, { parcel, index, state }: StepInput<Side>) {
  receiver.opener ||= receiver.newOpener();
  const { opener } = receiver;
  const isMine = (current: DraftIndex) => isOwn(receiver, current);
  if (isMine(index)) return { type: 'fetch', index } satisfies Event;
  const written = await writeIndexOnce(parcel, { ...index, state: 'opening', opener }, isMine);
  if (written.ok) return { type: 'fetch', index: written.index } satisfies Event;
  return written.current ? onIndex(receiver, written.current, state) : written;
}

async function fetchDraft({ blobs }: Receiver, { parcel, index, ...transfer }: StepInput<Side>) {
  const answers = { path: ANSWERS_BLOB, revision: index.answers, type: 'application/json', size: 0 };
  const error = await fetchFiles(parcel, [answers, ...index.files], { blobs, ...transfer });
  if (error) return { error };
  const content = await unpackDraft((await blobs.get(ANSWERS_BLOB)?.text()) ?? '', blobs);
  return content ? ({ type: 'accept', content } satisfies Event) : { error: { code: 'unreadable' as const } };
}

async function storeDraft(receiver: Receiver, { parcel, index, state: { content: received } }: StepInput<Side>) {
  if (!received || !(await receiver.replace(received.content))) return { type: 'refused' } satisfies Event;
  void retryUntilDone(() => writeArrived(parcel, index), NOTIFY_RETRY_MS, receiver.after);
  return { type: 'ended', outcome: 'arrived' } satisfies Event;
}

/** Notifies the first device, even after a cancellation, and deletes the host's copy. @returns false to retry */
async function writeArrived(parcel: StepInput<Side>['parcel'], index: DraftIndex): Promise<boolean> {
  // Until it expires, the remaining index shows only that the link was used.
  const last: DraftIndex = { ...index, state: 'arrived', type: null, savedAt: null, files: [] };
  const result = await updateIndex(parcel, (current) => (current.state === 'arrived' ? null : last));
  if (!result.ok) return result.error.code === 'parcel_gone';
  // Blobs that can't be deleted now are deleted by the first device, or expire.
  for (const path of [ANSWERS_BLOB, ...index.files.map((file) => file.path)]) await parcel.deleteBlob(path);
  return true;
}
