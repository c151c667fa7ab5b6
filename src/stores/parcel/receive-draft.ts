/** Takes over a draft from another device. Looking at it uses nothing up; it is deleted there once it is stored here. */
import { ANSWERS, type DraftIndex } from '../../domain/parcel/contents.ts';
import { unpackDraft } from '../application/draft-packing.ts';
import type { DraftContent } from '../application/draft-record.ts';
import type { Exchange, ExchangeEvent, Shown } from './exchange.ts';
import { type Adapter, type ExchangePorts, exchangePorts, onLinkError, type Run, runExchange } from './run-exchange.ts';
import { fetchFiles, rewrite, untilDone, writeOnce } from './transfers.ts';

/**
 * Why the link opens nothing: it was cut off; it is over, used and deleted, or was never there; it was altered; another version
 * of the portal wrote it; another device has the draft; it was taken back.
 */
type ClosedDraft = 'noLink' | 'gone' | 'altered' | 'unreadable' | 'used' | 'cancelled';
type Side = {
  kind: 'draft';
  work: NonNullable<Awaited<ReturnType<typeof unpackDraft>>>;
  end: ClosedDraft | 'arrived';
};
type Event = ExchangeEvent<Side>;
export type ReceivingDraft = Shown<Side>;

export interface DraftReceiverPorts extends Partial<ExchangePorts<Side>> {
  /** Stores it in the place of the device's own; false when the device refuses. */
  replace: (content: DraftContent) => Promise<boolean>;
}

/** Until the other device is told again, after a failed attempt. */
const TELL_AGAIN_MS = 5000;

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
    /** Reads what the link leads to. @param secret null without one */
    open: (secret: string | null) => {
      Object.assign(receiver, { opener: '', blobs: new Map() });
      return dispatch({ type: 'open', secret });
    },
    reload: () => dispatch({ type: 'reload' }),
    /** Takes it over, or goes on after a cut: only what is missing is fetched. */
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
  if (index.state === 'arrived') return { type: 'ended', as: 'used' };
  if (index.state === 'cancelled') return { type: 'ended', as: 'cancelled' };
  if (index.state === 'sending') return { type: 'waiting', index };
  if (!isOwn(receiver, index)) return { type: 'offered', index };
  return phase === 'opening' ? { type: 'fetch', index } : null;
}

const isOwn = ({ opener }: Receiver, index: DraftIndex) => index.state === 'opening' && index.opener === opener;

/** Says that this device takes it over; another one may have been faster. */
async function claimDraft(receiver: Receiver, { parcel, index, state }: Run<Side>) {
  receiver.opener ||= receiver.newOpener();
  const { opener } = receiver;
  const isMine = (there: DraftIndex) => isOwn(receiver, there);
  if (isMine(index)) return { type: 'fetch', index } satisfies Event;
  const written = await writeOnce(parcel, { ...index, state: 'opening', opener }, isMine);
  if (written.ok) return { type: 'fetch', index: written.index } satisfies Event;
  return written.there ? onIndex(receiver, written.there, state) : written;
}

async function fetchDraft({ blobs }: Receiver, { parcel, index, ...transfer }: Run<Side>) {
  const answers = { path: ANSWERS, revision: index.answers, type: 'application/json', size: 0 };
  const error = await fetchFiles(parcel, [answers, ...index.files], { blobs, ...transfer });
  if (error) return { error };
  const work = await unpackDraft((await blobs.get(ANSWERS)?.text()) ?? '', blobs);
  return work ? ({ type: 'accept', work } satisfies Event) : { error: { code: 'unreadable' as const } };
}

async function storeDraft(receiver: Receiver, { parcel, index, state: { work } }: Run<Side>) {
  if (!work || !(await receiver.replace(work.content))) return { type: 'refused' } satisfies Event;
  void untilDone(() => tellArrived(parcel, index), TELL_AGAIN_MS, receiver.after);
  return { type: 'ended', as: 'arrived' } satisfies Event;
}

/** Tells the first device, over a taking back too, and deletes what the host has. @returns false where it has to be tried again */
async function tellArrived(parcel: Run<Side>['parcel'], index: DraftIndex): Promise<boolean> {
  // What stays until its time is over says only that the link was used.
  const last: DraftIndex = { ...index, state: 'arrived', type: null, savedAt: null, files: [] };
  const told = await rewrite(parcel, (there) => (there.state === 'arrived' ? null : last));
  if (!told.ok) return told.error.code === 'parcel_gone';
  // What can't be deleted now is deleted by the first device, or ends with its time.
  for (const path of [ANSWERS, ...index.files.map((file) => file.path)]) await parcel.deleteBlob(path);
  return true;
}
