/** Sends the draft to another device. The link is shown after all was sent; an interrupted upload resumes. */
import { answeredParts } from '../../domain/application/steps.ts';
import { ANSWERS_BLOB, type DraftIndex } from '../../domain/parcel/contents.ts';
import { packDraft } from '../application/draft-packing.ts';
import type { DraftContent } from '../application/draft-record.ts';
import type { Shown } from './exchange.ts';
import { type Adapter, type ExchangePorts, exchangePorts, type Run, runExchange } from './run-exchange.ts';
import { deleteBlobs, type Load, newLoad, revisionIn, rewrite, sendLoads, writeOnce } from './transfers.ts';

/** Ends as `empty` when there is nothing to send, and as `ended` when it expired. */
type Side = { kind: 'draft'; work: never; end: 'empty' | 'arrived' | 'cancelled' | 'ended' };
export type SendingDraft = Shown<Side>;

export interface DraftSenderPorts extends Partial<ExchangePorts<Side>> {
  content: () => Promise<DraftContent | null>;
  /** Number of complete parts. */
  done: () => number;
  arrived: () => void;
}

interface Sender extends DraftSenderPorts {
  loads: Load[];
  /** Secret of the company's link that goes with the draft. */
  along: string | null;
  /** Secrets of links that went to another device. */
  gone: Set<string>;
}

export function createDraftSender(given: DraftSenderPorts) {
  const sender: Sender = { ...given, loads: [], along: null, gone: new Set() };
  const adapter = adapterOf(sender);
  const { $shown, state, dispatch } = runExchange<Side>(adapter, exchangePorts<Side>(given));

  /** Whether a company's link went with the draft, as far as this page can learn. */
  async function hasGone(secret: string): Promise<boolean> {
    const { parcel, phase } = state();
    if (parcel && phase === 'waiting' && secret === sender.along) {
      const there = await parcel.readIndex();
      if (there.ok && there.value.state === 'arrived') await dispatch(adapter.onIndex(there.value, state()));
    }
    return sender.gone.has(secret);
  }

  return {
    $sending: $shown,
    /** Packs and sends the current draft. */
    send: () => dispatch({ type: 'offer' }),
    /** Sends what is missing; after a cancellation, deletes what is left. */
    retry: () => dispatch({ type: 'retry' }),
    /** Cancels; a draft that has arrived stays on the other device. */
    cancel: () => dispatch({ type: 'end', as: 'cancelled' }),
    /** Allows another draft after an arrival. */
    reset: () => dispatch({ type: 'reset' }),
    hasGone,
  };
}

const adapterOf = (sender: Sender): Adapter<Side> => ({
  kind: 'draft',
  watchMs: 3000,
  firstIndex: () => pack(sender),
  empty: 'empty',
  steps: { sending: (run) => sendDraft(sender.loads, run) },
  end: (parcel) => cancelDraft(parcel, sender.loads),
  onIndex: (index, { phase }) => {
    if (index.state === 'arrived') return { type: 'ended', as: 'arrived' };
    return phase === 'waiting' ? { type: 'waiting', index } : null;
  },
  onError: (error, { phase }) =>
    phase === 'waiting' || error.code === 'parcel_gone' ? { type: 'ended', as: 'ended' } : { type: 'failed', error },
  onEnded: (as, { parcel }) => {
    if (as !== 'arrived') return;
    // The other device may have been closed before it deleted them. The index stays: it says that the link was used.
    if (parcel) void deleteBlobs(parcel, names(sender.loads));
    if (sender.along) sender.gone.add(sender.along);
    sender.arrived();
  },
});

const names = (loads: readonly Load[]) => loads.map(({ name }) => name);

async function pack(sender: Sender): Promise<DraftIndex | null> {
  const draft = await sender.content();
  if (!draft) return null;
  sender.along = draft.company?.secret ?? null;
  const { answers, files } = packDraft(draft);
  sender.loads = [
    newLoad(ANSWERS_BLOB, new Blob([answers])),
    ...files.map(({ path, file }) => newLoad(path, file.blob)),
  ];
  return {
    kind: 'draft',
    state: 'sending',
    type: draft.type,
    done: sender.done(),
    parts: answeredParts(draft.type).length,
    savedAt: draft.changedAt || null,
    files: files.map(({ path, file: { name, type, blob } }) => ({ path, name, type, size: blob.size, revision: 0 })),
    answers: 0,
    opener: null,
  };
}

async function sendDraft(loads: Load[], { parcel, index, ...transfer }: Run<Side>) {
  const error = await sendLoads(parcel, loads, transfer);
  if (error || transfer.signal.aborted) return error && { error };
  const files = index.files.map((file) => ({ ...file, revision: revisionIn(loads, file.path) }));
  const ready: DraftIndex = { ...index, state: 'ready', answers: revisionIn(loads, ANSWERS_BLOB), files };
  // No other device has the link yet.
  const written = await writeOnce(parcel, ready, () => true);
  return written.ok ? ({ type: 'waiting', index: ready, shared: true } as const) : written;
}

async function cancelDraft(parcel: Run<Side>['parcel'], loads: readonly Load[]) {
  // A device that has the link is notified of the cancellation.
  const told = await rewrite(parcel, (there) =>
    there.state === 'arrived' ? null : { ...there, state: 'cancelled', files: [] },
  );
  if (told.ok && !told.isWritten) return { type: 'ended', as: 'arrived' } as const;
  if (!told.ok && told.error.code !== 'parcel_gone') return told;
  const error = await deleteBlobs(parcel, names(loads));
  if (error) return { error };
  // A device that had begun may have stored the draft before it was notified.
  const hasBegun = told.ok && told.index.opener !== null;
  return { type: 'ended', as: 'cancelled', ...(hasBegun && { parcel }) } as const;
}
