/**
 * The applicant's side of a company's part: asks, watches, compares, accepts. The requested parts come from the applicant's
 * own draft, since anyone with the link can write into the parcel.
 */
import type { FieldName, Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { fieldsOfParts, isFilePath, readAskedParts } from '../../domain/parcel/company-parts.ts';
import { ANSWERS_BLOB, type CompanyIndex, REPLY_BLOB } from '../../domain/parcel/contents.ts';
import type { CompanyRequest } from '../application/draft-record.ts';
import { type CompanyDifference, differencesOf, packAnswers, partAnswersOf, readAnswers } from './company-answers.ts';
import { addEnd, type CompanyEnd, endCompanyParcel } from './end-company.ts';
import type { Exchange, ExchangeEvent, ShownExchange } from './exchange.ts';
import {
  type Adapter,
  type ExchangePorts,
  exchangePorts,
  runExchange,
  type StepFailure,
  type StepInput,
} from './run-exchange.ts';
import {
  type BlobUpload,
  fetchFiles,
  packedFiles,
  revisionIn,
  uploadBlobs,
  uploadsOf,
  writeIndexOnce,
} from './transfers.ts';

/** `saveFailed`: the new link was not stored here, so it was deleted. `…Elsewhere`: by a copy of the draft. `ended`: expired. */
type End = CompanyEnd | `${CompanyEnd}Elsewhere` | 'ended' | 'saveFailed';

interface Reply {
  answers: FormState;
  differences: CompanyDifference[];
}
type Side = { kind: 'company'; content: Reply; outcome: End };
type Event = ExchangeEvent<Side>;
export type AskingCompany = ShownExchange<Side>;

interface AskedDraft {
  type: ApplicationType | null;
  applicant: string;
  answers: FormState;
  company: CompanyRequest | null;
}

export interface CompanyAskerPorts extends Partial<ExchangePorts<Side>> {
  draft: () => AskedDraft;
  /** Stores the request in the draft; null deletes it. False if the device did not store it. */
  storeRequest: (company: CompanyRequest | null) => Promise<boolean>;
  /** Puts the answers of a part into the draft, which shows errors. */
  savePart: (part: Part, values: FormState) => void;
  /** Stores the draft; false when the device refuses, or another tab has the lock. */
  storeDraft: () => Promise<boolean>;
}

interface Asker extends CompanyAskerPorts {
  parts: readonly Part[];
  uploads: BlobUpload[];
  blobs: Map<string, Blob>;
  /** The reply's revision that `blobs` belong to. */
  fetched: number;
}

export function createCompanyAsker(given: CompanyAskerPorts) {
  const { draft } = given;
  const asker: Asker = { ...given, parts: [], ...noTransfers() };
  const exchange = runExchange<Side>(adapterOf(asker), exchangePorts<Side>(given));
  const { $shown, state, dispatch } = exchange;

  async function ask(parts: readonly Part[]): Promise<void> {
    const { type } = draft();
    const asked = type ? readAskedParts(type, parts) : [];
    Object.assign(asker, { parts: asked, ...noTransfers() });
    await dispatch({ type: asked.length > 0 ? 'offer' : 'reset' });
  }

  /** The overview is shown: checks the request, and watches its parcel. */
  async function resume(): Promise<void> {
    const { phase, step, parcel, content } = state();
    const { company, type } = draft();
    exchange.setPaused(false);
    if (BUSY.includes(phase) || (phase === 'stopped' && step === 'sending')) return;
    // The draft that asked was replaced or deleted.
    if (!company) return phase === 'ended' ? undefined : dispatch({ type: 'reset' });
    if (parcel?.secret !== company.secret) {
      Object.assign(asker, noTransfers());
      return dispatch({ type: 'open', secret: company.secret });
    }
    if (phase === 'failed' || phase === 'stopped') return dispatch({ type: 'reload' });
    if (phase === 'working' && content && type) {
      const compared = await compare(asker, content.answers);
      if (state().content === content) await dispatch({ type: 'working', content: compared });
    }
  }

  /** Accepts these of the differing fields; the others stay unchanged. Ends the parcel. */
  async function accept(names: readonly FieldName[]): Promise<void> {
    const { phase, content } = state();
    const { type, answers } = draft();
    if (phase !== 'working' || !type || !content) return;
    const chosen = content.differences.filter(({ name }) => names.includes(name));
    for (const part of new Set(chosen.map((difference) => difference.part))) {
      const theirs = chosen.filter((difference) => difference.part === part).map(({ name, theirs }) => [name, theirs]);
      given.savePart(part, { ...partAnswersOf(type, [part], answers), ...Object.fromEntries(theirs) });
    }
    await dispatch({ type: 'accept' });
  }

  return {
    $asking: $shown,
    resume,
    pause: () => exchange.setPaused(true),
    ask,
    retry: () => (state().outcome === 'saveFailed' ? ask(asker.parts) : dispatch({ type: 'retry' })),
    fetchReply: () => dispatch({ type: 'fetch' }),
    accept,
    revoke: () => dispatch({ type: 'end', outcome: 'revoked' }),
  };
}

const noTransfers = () => ({ uploads: [], blobs: new Map<string, Blob>(), fetched: 0 });

const BUSY: readonly string[] = ['sending', 'fetching', 'accepting', 'ending', 'closeFailed'];

const adapterOf = (asker: Asker): Adapter<Side> => ({
  kind: 'company',
  watchMs: 5000,
  noLink: 'ended',
  opensByWatch: true,
  firstIndex: async () => pack(asker),
  steps: {
    sending: (run) => sendQuestions(asker, run),
    fetching: (run) => fetchReply(asker, run),
    accepting: async () => ((await asker.storeDraft()) ? { type: 'end', outcome: 'taken' } : { type: 'refused' }),
  },
  end: (parcel, { outcome }) => endLink(asker, parcel, outcome === 'taken' ? outcome : 'revoked'),
  onIndex: (index, state) => onIndex(asker, index, state),
  onError: (error) => (error.code === 'parcel_gone' ? { type: 'ended', outcome: 'ended' } : { type: 'failed', error }),
  onEnded: (outcome, { parcel }) =>
    Promise.all([asker.storeRequest(null), outcome === 'saveFailed' && parcel?.deleteParcel()]),
});

function onIndex(
  asker: Asker,
  current: CompanyIndex,
  { phase, index: last }: Pick<Exchange<Side>, 'phase' | 'index'>,
): Event | null {
  // Anyone with the link can write another name into it.
  const index = { ...current, applicant: asker.draft().applicant };
  const { state, reply } = index;
  if (state === 'taken' || state === 'revoked') {
    return { type: 'ended', outcome: isOwnEnd(asker, state) ? state : `${state}Elsewhere` };
  }
  if (state !== 'sent') return { type: 'waiting', index };
  const isSeen =
    phase === 'working' || phase === 'refused'
      ? reply === asker.fetched
      : phase === 'fetching' && reply === last?.reply;
  return isSeen ? null : { type: 'offered', index };
}

/** Whether this device has ended the link so, or tried to. */
const isOwnEnd = ({ draft }: Asker, as: CompanyEnd) => draft().company?.endedAs?.includes(as) === true;

function pack(asker: Asker): CompanyIndex | null {
  const { type, applicant, answers } = asker.draft();
  if (!type) return null;
  const parts = [...asker.parts];
  const { text, files } = packAnswers(partAnswersOf(type, parts, answers));
  asker.uploads = uploadsOf(text, files);
  const nothing = { answers: 0, reply: 0, files: [], sentAt: null };
  return { kind: 'company', state: 'waiting', type, parts, applicant, given: packedFiles(files, []), ...nothing };
}

/** The link is stored before it is shown: its secret must not be lost with the page. */
async function sendQuestions({ uploads, storeRequest }: Asker, { parcel, index, ...transfer }: StepInput<Side>) {
  const error = await uploadBlobs(parcel, uploads, transfer);
  if (error || transfer.signal.aborted) return error && { error };
  const given = index.given.map((file) => ({ ...file, revision: revisionIn(uploads, file.path) }));
  const whole: CompanyIndex = { ...index, answers: revisionIn(uploads, ANSWERS_BLOB), given };
  const written = await writeIndexOnce(parcel, whole, () => true);
  if (!written.ok || transfer.signal.aborted) return written.ok ? null : written;
  const isStored = await storeRequest({ secret: parcel.secret, parts: index.parts });
  if (!isStored) return { type: 'ended', outcome: 'saveFailed' } satisfies Event;
  return { type: 'waiting', index: whole, isShared: true } satisfies Event;
}

/** Fetches the company's answers; only fields and files of the parts that this draft requested are read. */
async function fetchReply(asker: Asker, { parcel, index, ...transfer }: StepInput<Side>) {
  const { company, type } = asker.draft();
  if (!company || !type) return null;
  const parts = readAskedParts(type, company.parts);
  if (asker.fetched !== index.reply) asker.blobs = new Map();
  const { blobs } = asker;
  const names: readonly string[] = fieldsOfParts(type, parts).filter(isFilePath);
  const files = index.files.filter(({ path }) => names.includes(path));
  const error = await fetchFiles(parcel, files, { blobs, ...transfer });
  const got = error ? { ok: false as const, error } : await parcel.readBlob(REPLY_BLOB, index.reply);
  if (!got.ok) {
    asker.blobs = new Map();
    return got;
  }
  const answers = await readAnswers(got.value, { type, parts, blobs });
  if (!answers) return { error: { code: 'unreadable' as const } };
  asker.fetched = index.reply;
  return { type: 'working', content: await compare(asker, answers) } satisfies Event;
}

async function compare({ draft }: Asker, answers: FormState): Promise<Reply> {
  const { company, type, answers: all } = draft();
  if (!company || !type) return { answers, differences: [] };
  const own = partAnswersOf(type, readAskedParts(type, company.parts), all);
  return { answers, differences: await differencesOf(type, own, answers) };
}

async function endLink(
  asker: Asker,
  parcel: StepInput<Side>['parcel'],
  as: CompanyEnd,
): Promise<Event | StepFailure | null> {
  const { company } = asker.draft();
  // Before the index is written: after a reload, the page can tell its own end from another device's.
  if (company && !isOwnEnd(asker, as)) await asker.storeRequest(addEnd(company, as));
  const failed = await endCompanyParcel(parcel, as, (current) => !isOvertaken(asker, as, current));
  if (!failed) return { type: 'ended', outcome: as };
  if ('error' in failed) return failed;
  // The link stays open.
  if (company) await asker.storeRequest({ secret: company.secret, parts: company.parts });
  return onIndex(asker, failed.current, { phase: 'ending', index: null });
}

/** Whether the company has sent again since its answers were fetched, or another device has accepted them. */
function isOvertaken(asker: Asker, as: CompanyEnd, { state, reply }: CompanyIndex): boolean {
  if (as === 'revoked') return state === 'taken' && !isOwnEnd(asker, 'taken');
  return state === 'waiting' || state === 'started' || (state === 'sent' && reply !== asker.fetched);
}
