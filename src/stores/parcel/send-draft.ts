/** Sends the draft to another device. The link is shown after all was sent; an interrupted upload resumes. */
import { answeredParts } from '../../domain/application/steps.ts';
import { ANSWERS_BLOB, type DraftIndex } from '../../domain/parcel/contents.ts';
import { packDraft } from '../application/draft-packing.ts';
import type { DraftContent } from '../application/draft-record.ts';
import type { ShownExchange } from './exchange.ts';
import { type Adapter, type ExchangePorts, exchangePorts, runExchange, type StepInput } from './run-exchange.ts';
import {
  type BlobUpload,
  deleteBlobs,
  packedFiles,
  revisionIn,
  updateIndex,
  uploadBlobs,
  uploadsOf,
  writeIndexOnce,
} from './transfers.ts';

/** Ends as `empty` when there is nothing to send, and as `ended` when it expired. */
type Side = { kind: 'draft'; content: never; outcome: 'empty' | 'arrived' | 'cancelled' | 'ended' };
export type SendingDraft = ShownExchange<Side>;

export interface DraftSenderPorts extends Partial<ExchangePorts<Side>> {
  content: () => Promise<DraftContent | null>;
  countDone: () => number;
  onArrived: () => void;
}

interface Sender extends DraftSenderPorts {
  uploads: BlobUpload[];
  /** Secret of the company's link that goes with the draft. */
  companySecret: string | null;
  transferredSecrets: Set<string>;
}

export function createDraftSender(given: DraftSenderPorts) {
  const sender: Sender = { ...given, uploads: [], companySecret: null, transferredSecrets: new Set() };
  const adapter = adapterOf(sender);
  const { $shown, state, dispatch } = runExchange<Side>(adapter, exchangePorts<Side>(given));

  /** Whether a company's link went with the draft, as far as this page can learn. */
  async function hasTransferred(secret: string): Promise<boolean> {
    const { parcel, phase } = state();
    if (parcel && phase === 'waiting' && secret === sender.companySecret) {
      const current = await parcel.readIndex();
      if (current.ok && current.value.state === 'arrived') await dispatch(adapter.onIndex(current.value, state()));
    }
    return sender.transferredSecrets.has(secret);
  }

  return {
    $sending: $shown,
    send: () => dispatch({ type: 'offer' }),
    /** Sends what is missing; after a cancellation, deletes what is left. */
    retry: () => dispatch({ type: 'retry' }),
    /** Cancels; a draft that has arrived stays on the other device. */
    cancel: () => dispatch({ type: 'end', outcome: 'cancelled' }),
    /** Allows another draft after an arrival. */
    reset: () => dispatch({ type: 'reset' }),
    hasTransferred,
  };
}

const adapterOf = (sender: Sender): Adapter<Side> => ({
  kind: 'draft',
  watchMs: 3000,
  firstIndex: () => pack(sender),
  empty: 'empty',
  steps: { sending: (run) => sendDraft(sender.uploads, run) },
  end: (parcel) => cancelDraft(parcel, sender.uploads),
  onIndex: (index, { phase }) => {
    if (index.state === 'arrived') return { type: 'ended', outcome: 'arrived' };
    return phase === 'waiting' ? { type: 'waiting', index } : null;
  },
  onError: (error, { phase }) =>
    phase === 'waiting' || error.code === 'parcel_gone'
      ? { type: 'ended', outcome: 'ended' }
      : { type: 'failed', error },
  onEnded: (outcome, { parcel }) => {
    if (outcome !== 'arrived') return;
    // The other device may have been closed before it deleted them. The index stays: it shows that the link was used.
    if (parcel) void deleteBlobs(parcel, names(sender.uploads));
    if (sender.companySecret) sender.transferredSecrets.add(sender.companySecret);
    sender.onArrived();
  },
});

const names = (uploads: readonly BlobUpload[]) => uploads.map(({ name }) => name);

async function pack(sender: Sender): Promise<DraftIndex | null> {
  const draft = await sender.content();
  if (!draft) return null;
  sender.companySecret = draft.company?.secret ?? null;
  const { answers, files } = packDraft(draft);
  sender.uploads = uploadsOf(answers, files);
  return {
    kind: 'draft',
    state: 'sending',
    type: draft.type,
    done: sender.countDone(),
    parts: answeredParts(draft.type).length,
    savedAt: draft.changedAt || null,
    files: packedFiles(files, []),
    answers: 0,
    opener: null,
  };
}

async function sendDraft(uploads: BlobUpload[], { parcel, index, ...transfer }: StepInput<Side>) {
  const error = await uploadBlobs(parcel, uploads, transfer);
  if (error || transfer.signal.aborted) return error && { error };
  const files = index.files.map((file) => ({ ...file, revision: revisionIn(uploads, file.path) }));
  const ready: DraftIndex = { ...index, state: 'ready', answers: revisionIn(uploads, ANSWERS_BLOB), files };
  // No other device has the link yet.
  const written = await writeIndexOnce(parcel, ready, () => true);
  return written.ok ? ({ type: 'waiting', index: ready, isShared: true } as const) : written;
}

async function cancelDraft(parcel: StepInput<Side>['parcel'], uploads: readonly BlobUpload[]) {
  // A device that has the link is notified of the cancellation.
  const result = await updateIndex(parcel, (current) =>
    current.state === 'arrived' ? null : { ...current, state: 'cancelled', files: [] },
  );
  if (result.ok && !result.isWritten) return { type: 'ended', outcome: 'arrived' } as const;
  if (!result.ok && result.error.code !== 'parcel_gone') return result;
  const error = await deleteBlobs(parcel, names(uploads));
  if (error) return { error };
  // A device that had begun may have stored the draft before it was notified.
  const hasBegun = result.ok && result.index.opener !== null;
  return { type: 'ended', outcome: 'cancelled', ...(hasBegun && { parcel }) } as const;
}
