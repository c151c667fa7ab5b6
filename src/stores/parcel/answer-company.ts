/** The company's side: opens the link, answers the requested parts, sends. Saved answers are in the parcel only. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { fieldsOfParts, isFilePath, readAskedParts } from '../../domain/parcel/company-parts.ts';
import { ANSWERS_BLOB, type CompanyIndex, REPLY_BLOB } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import { checkForms, rulesFor } from '../application/check-forms.ts';
import { copyForm, isBlankForm } from '../device/form-values.ts';
import { packAnswers, partAnswersOf, readAnswers } from './company-answers.ts';
import type { Exchange, ExchangeEvent, ShownExchange } from './exchange.ts';
import {
  type Adapter,
  type ExchangePorts,
  exchangePorts,
  isUnrecoverable,
  onLinkError,
  runExchange,
  type StepInput,
} from './run-exchange.ts';
import { type BlobUpload, fetchFiles, newUpload, packedFiles, uploadBlobs, writeIndexOnce } from './transfers.ts';

export type ClosedCompany = 'noLink' | 'gone' | 'altered' | 'unreadable' | 'revoked' | 'taken';

type Side = { kind: 'company'; content: never; outcome: ClosedCompany };
type Event = ExchangeEvent<Side>;
export type AnsweringCompany = ShownExchange<Side>;

export interface CompanyAnswererPorts extends Partial<ExchangePorts<Side>> {
  now: () => Date;
  isPhone: (value: string) => boolean;
}

interface Answerer extends Pick<CompanyAnswererPorts, 'now' | 'isPhone'> {
  form: FormState;
  stored: Map<string, BlobUpload>;
  /** The last write that was started: each starts from the result of the previous one. */
  last: Promise<void>;
  target: 'started' | 'sent';
  /** Another page of the company has written; only a send after the notice replaces it. */
  isChanged: boolean;
  /** Edits since the last write are only in this page. */
  hasEdits: boolean;
}

const NO_EDITS = { isChanged: false, hasEdits: false };

export function createCompanyAnswerer({ now, isPhone, ...others }: CompanyAnswererPorts) {
  const last = Promise.resolve();
  const own: Answerer = { now, isPhone, form: {}, stored: new Map(), last, target: 'sent', ...NO_EDITS };
  const given = exchangePorts<Side>(others);
  const { $shown, state, dispatch } = runExchange<Side>(adapterOf(own), given, { phase: 'opening' });
  const check = (part: Part, values: FormState = {}) => checkPart(own, state().index, part, values);
  const formOf = (part: Part) => formIn(own, state().index, part);
  const type = (part: Part, values: FormState) => typeIn(own, state().index, part, values);

  function put(target: Answerer['target']): Promise<void> {
    const replaces = own.isChanged && target === 'sent';
    own.last = own.last.then(async () => {
      if (state().phase !== 'working') return;
      if (own.isChanged && !replaces) return dispatch({ type: 'working', error: { code: 'parcel_changed' } });
      Object.assign(own, { target, ...NO_EDITS });
      await dispatch({ type: 'send' });
    });
    return own.last;
  }

  return {
    $answering: $shown,
    /** Reads the link's parcel. @param secret null if missing */
    open: (secret: string | null) => dispatch({ type: 'open', secret }),
    reload: () => dispatch({ type: 'reload' }),
    formOf,
    answers: (): FormState => copyForm(own.form),
    type,
    check,
    isDone: (part: Part): boolean => Object.keys(check(part)).length === 0,
    /** Stores a part's answers; valid ones also in the parcel. @returns errors by form path */
    savePart: (part: Part, values: FormState): FieldErrors => {
      type(part, values);
      const errors = check(part);
      if (Object.keys(errors).length === 0) void put('started');
      return errors;
    },
    /** Sends everything to the applicant; after a `parcel_changed` notice, replaces what another page has written. */
    send: () => put('sent'),
    isBegun: (part: Part) => !isBlankForm(formOf(part)),
    /** Whether leaving the page would lose edits or an unfinished write. */
    isUnsaved: () => own.hasEdits || state().phase === 'sending',
  };
}

const formIn = ({ form }: Answerer, index: CompanyIndex | null, part: Part): FormState =>
  index ? copyForm(partAnswersOf(index.type, [part], form)) : {};

function typeIn(own: Answerer, index: CompanyIndex | null, part: Part, values: FormState): void {
  if (!index?.parts.includes(part)) return;
  const names = fieldsOfParts(index.type, [part]);
  own.form = { ...own.form, ...Object.fromEntries(names.map((name) => [name, copyForm(values)[name]])) };
  own.hasEdits = true;
}

const adapterOf = (own: Answerer): Adapter<Side> => ({
  kind: 'company',
  watchMs: 10_000,
  noLink: 'noLink',
  steps: {
    fetching: (run) => fetchAnswers(own, run),
    sending: (run) => sendAnswers(own, run),
  },
  onIndex,
  onError: onLinkError,
  onEnded: () => Object.assign(own, { form: {}, hasEdits: false }),
});

function onIndex(index: CompanyIndex, { phase }: Exchange<Side>): Event | null {
  const { state } = index;
  if (state === 'revoked' || state === 'taken') return { type: 'ended', outcome: state };
  return phase === 'opening' ? { type: 'fetch', index } : null;
}

function checkPart(
  { form, now, isPhone }: Answerer,
  index: CompanyIndex | null,
  part: Part,
  values: FormState,
): FieldErrors {
  if (!index) return {};
  const options = rulesFor({ sentAt: null }, { now: now(), isPhone });
  const step2Data = { ...form, ...values };
  const errors = checkForms({ type: index.type, step1Data: {}, step2Data }, { ...options, part });
  const asked: readonly string[] = fieldsOfParts(index.type, [part]);
  return Object.fromEntries(Object.entries(errors).filter(([path]) => asked.includes(path.split('.')[0] ?? '')));
}

/** The company's saved answers; at first, the applicant's. */
async function fetchAnswers(own: Answerer, { parcel, index, signal, onPercent }: StepInput<Side>) {
  const { type, reply, given, files } = index;
  const parts = readAskedParts(type, index.parts);
  const names: readonly string[] = fieldsOfParts(type, parts).filter(isFilePath);
  const wanted = (reply > 0 ? files : given).filter(({ path }) => names.includes(path));
  const blobs = new Map<string, Blob>();
  const error = await fetchFiles(parcel, wanted, { blobs, signal, onPercent });
  if (error) return { error };
  const got = reply > 0 ? await parcel.readBlob(REPLY_BLOB, reply) : await parcel.readBlob(ANSWERS_BLOB, index.answers);
  if (!got.ok) return got;
  const read = await readAnswers(got.value, { type, parts, blobs });
  if (!read) return { error: { code: 'unreadable' as const } };
  if (signal.aborted) return null;
  const form = partAnswersOf(type, parts, read);
  const fetched = new Map(packAnswers(form).files.map(({ path, file }) => [path, file.blob]));
  const stored = [...given, ...files].map(({ path, revision }): [string, BlobUpload] => {
    const blob = fetched.get(path);
    return [path, { name: path, blob: blob ?? new Blob(), revision, sent: blob !== undefined }];
  });
  Object.assign(own, { form, stored: new Map(stored), ...NO_EDITS });
  return { type: 'working', index: { ...index, parts } } satisfies Event;
}

/** Writes the answers and their state in the index. A failure is shown beside them, unless the link has ended. */
async function sendAnswers(own: Answerer, run: StepInput<Side>) {
  const written = await writeAnswers(own, run);
  if (!written.error || run.signal.aborted) return { type: 'working', index: written.index } satisfies Event;
  const ended = onIndex(written.index, run.state);
  if (ended) return ended;
  own.hasEdits = true;
  return isUnrecoverable(written.error) ? { error: written.error } : ({ type: 'working', ...written } satisfies Event);
}

interface Written {
  index: CompanyIndex;
  error: ApiError | null;
}

async function writeAnswers(own: Answerer, { parcel, index, ...transfer }: StepInput<Side>): Promise<Written> {
  // Keeps the applicant from reading files that are being replaced, and detects another page's write first.
  const begun = await writeIndex(own, parcel, { ...index, state: 'started' });
  if (begun.error) return begun;
  const { text, files } = packAnswers(own.form);
  const uploads = files.map(({ path, file: { blob } }): BlobUpload => {
    const before = own.stored.get(path);
    return before?.blob === blob ? before : { ...newUpload(path, blob), revision: before?.revision ?? 0 };
  });
  const reply: BlobUpload = { ...newUpload(REPLY_BLOB, new Blob([text])), revision: index.reply };
  const error = await uploadBlobs(parcel, [...uploads, reply], transfer);
  for (const upload of uploads) if (upload.sent) own.stored.set(upload.name, upload);
  if (error || transfer.signal.aborted) return { ...begun, error };
  const sentAt = own.target === 'sent' ? own.now().toISOString() : null;
  const next = { ...begun.index, state: own.target, reply: reply.revision, files: packedFiles(files, uploads), sentAt };
  return writeIndex(own, parcel, next);
}

/** Replaces the index; `parcel_changed` when another page of the company has written since. */
async function writeIndex(own: Answerer, parcel: StepInput<Side>['parcel'], next: CompanyIndex): Promise<Written> {
  const written = await writeIndexOnce(parcel, next, () => false);
  if (written.ok) return { index: next, error: null };
  const { error, current } = written;
  own.isChanged ||= current !== undefined;
  return { index: current ? { ...current, parts: next.parts } : next, error };
}
