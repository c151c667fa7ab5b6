/**
 * The company's side: opens the link, answers the asked parts, sends. What it has saved is kept in the parcel alone, so that
 * the link goes on where it stopped; the draft of this device, if there is one, is not touched.
 */
import { atom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { Part } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import { askedParts, fieldsOfParts, isFilePath } from '../../domain/parcel/company-parts.ts';
import { ANSWERS, type CompanyIndex, type PackedFile, REPLY } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import { checkForms, rulesFor } from '../application/check-forms.ts';
import { copyForm, isBlankForm } from '../device/form-values.ts';
import { answersOf, fetchFiles, type Load, packAnswers, readAnswers, sendLoads } from './company-answers.ts';
import type { openParcel, ParcelHandle } from './parcel.ts';
import type { watchIndex } from './watch.ts';

/** Why the link opens nothing. */
export type ClosedCompany = 'noLink' | 'gone' | 'altered' | 'unreadable' | 'revoked' | 'taken';

export type AnsweringCompany =
  | { phase: 'looking' }
  | { phase: ClosedCompany }
  /** Could not be read; can be tried again. */
  | { phase: 'failed'; error: ApiError }
  | { phase: 'fetching'; percent: number }
  | {
      phase: 'open';
      /** `parts`: only those that may be asked. */
      index: CompanyIndex;
      /** Parts whose answers are complete. */
      done: Part[];
      /** Percent of what is on its way; null when nothing is. */
      sending: number | null;
      error: ApiError | null;
      /** ISO 8601. */
      endsAt: string | null;
    };

export interface CompanyAnswererPorts {
  open: typeof openParcel<'company'>;
  watch: typeof watchIndex<'company'>;
  now: () => Date;
  isPhone: (value: string) => boolean;
}

const WATCH_MS = 10_000;

export function createCompanyAnswerer({ open, watch, now, isPhone }: CompanyAnswererPorts) {
  const $answering = atom<AnsweringCompany>({ phase: 'looking' });
  let parcel: ParcelHandle<'company'> | null = null;
  let index: CompanyIndex | null = null;
  let form: FormState = {};
  /** Revisions of the file blobs that the parcel has, and whose content they are. */
  let stored = new Map<string, { revision: number; blob: Blob | null }>();
  let stopWatching = () => {};
  let running = new AbortController();
  let last: Promise<void> = Promise.resolve();
  /** Another page of the company has written; only a send that was pressed after this was told replaces it. */
  let isChanged = false;
  /** What was typed since the last writing is in this page alone. */
  let isTyped = false;

  /** Reads what the link leads to. @param secret null without one */
  async function look(secret: string | null): Promise<void> {
    stop();
    parcel = null;
    $answering.set({ phase: 'looking' });
    parcel = secret === null ? null : await open('company', secret);
    if (parcel) await lookAgain();
    else $answering.set({ phase: 'noLink' });
  }

  async function lookAgain(): Promise<void> {
    const at = parcel;
    if (!at) return;
    stop();
    const there = await at.readIndex();
    if (at !== parcel) return;
    if (!there.ok) return fail(there.error);
    if (isOver(there.value)) return;
    const error = await fetchAnswers(at, there.value);
    if (at !== parcel) return;
    if (error) return fail(error);
    show();
    stopWatching = watch(at, { everyMs: WATCH_MS, onIndex: take, onEnd: fail });
  }

  /** What the company saved before; at first, what the applicant has. */
  async function fetchAnswers(at: ParcelHandle<'company'>, there: CompanyIndex): Promise<ApiError | null> {
    const { type } = there;
    const parts = askedParts(type, there.parts);
    const names: readonly string[] = fieldsOfParts(type, parts).filter(isFilePath);
    const replied = there.reply > 0;
    const files = (replied ? there.files : there.given).filter(({ path }) => names.includes(path));
    const blobs = new Map<string, Blob>();
    const onPercent = (percent: number) => $answering.set({ phase: 'fetching', percent });
    const error = await fetchFiles(at, files, { blobs, onPercent });
    if (error) return error;
    const got = replied ? await at.readBlob(REPLY, there.reply) : await at.readBlob(ANSWERS, there.answers);
    if (!got.ok) return got.error;
    const read = await readAnswers(got.value, { type, parts, blobs });
    if (!read) return { code: 'unreadable' };
    form = answersOf(type, parts, read);
    isChanged = false;
    isTyped = false;
    index = { ...there, parts };
    stored = new Map([...there.given, ...there.files].map(({ path, revision }) => [path, { revision, blob: null }]));
    for (const { path, file } of packAnswers(form).files) {
      const entry = stored.get(path);
      if (entry) stored.set(path, { ...entry, blob: file.blob });
    }
    return null;
  }

  function show(change: { sending?: number | null; error?: ApiError | null } = {}): void {
    if (!index || !parcel) return;
    const done = index.parts.filter((part) => isDone(part));
    $answering.set({ phase: 'open', index, done, sending: null, error: null, endsAt: parcel.endsAt(), ...change });
  }

  /** Without the rules, which are loaded with the forms, nothing is called done. */
  function isDone(part: Part): boolean {
    try {
      return Object.keys(check(part)).length === 0;
    } catch {
      return false;
    }
  }

  /** What is wrong in a part, by form path. @throws Error before the rules are loaded */
  function check(part: Part, values: FormState = {}): FieldErrors {
    if (!index) return {};
    const step2Data = { ...form, ...values };
    const options = rulesFor({ sentAt: null }, { now: now(), isPhone });
    return checkForms({ type: index.type, step1Data: {}, step2Data }, { ...options, part });
  }

  /** The answers of a part. */
  const formOf = (part: Part): FormState => (index ? copyForm(answersOf(index.type, [part], form)) : {});
  /** All answers that this link shows. */
  const answers = (): FormState => copyForm(form);

  function type(part: Part, values: FormState): void {
    if (!index?.parts.includes(part)) return;
    const own = Object.keys(emptyForm(index.type, { part }));
    form = { ...form, ...Object.fromEntries(own.map((name) => [name, copyForm(values)[name]])) };
    isTyped = true;
  }

  /** Takes the answers of a part; valid ones go into the parcel, so that the link goes on from there. @returns what is wrong, by form path */
  function savePart(part: Part, values: FormState): FieldErrors {
    type(part, values);
    const errors = check(part);
    if (Object.keys(errors).length === 0) void put('started');
    return errors;
  }

  /** Sends everything to the applicant; after `parcel_changed` was told, in place of what another page has written. */
  const send = () => put('sent');

  /** One after the other: each starts from what the one before has written. */
  function put(state: 'started' | 'sent'): Promise<void> {
    const replaces = isChanged && state === 'sent';
    last = last.then(() => putNow(state, replaces));
    return last;
  }

  async function putNow(state: 'started' | 'sent', replaces: boolean): Promise<void> {
    const at = parcel;
    if (!at || !index || $answering.get().phase !== 'open') return;
    if (isChanged && !replaces) return show({ error: { code: 'parcel_changed' } });
    isChanged = false;
    isTyped = false;
    const { signal } = running;
    show({ sending: 0 });
    const error = await write(at, state, signal);
    if (at !== parcel || signal.aborted || $answering.get().phase !== 'open') return;
    if (error) isTyped = true;
    if (error && ENDS.includes(error.code)) fail(error);
    else show({ error });
  }

  async function write(
    at: ParcelHandle<'company'>,
    state: 'started' | 'sent',
    signal: AbortSignal,
  ): Promise<ApiError | null> {
    // The applicant does not read what is being replaced, and what another page has written is noticed before it is.
    const begun = await writeIndex(at, { state: 'started' });
    if (begun || !index) return begun;
    const { text, files } = packAnswers(form);
    const loads: Load[] = [
      ...files.map(({ path, file: { blob } }) => {
        const { revision = 0, blob: there = null } = stored.get(path) ?? {};
        return { name: path, blob, revision, sent: there === blob };
      }),
      { name: REPLY, blob: new Blob([text]), revision: index.reply, sent: false },
    ];
    const onPercent = (percent: number) => show({ sending: percent });
    const error = await sendLoads(at, loads, { signal, onPercent });
    for (const { name, blob, revision, sent } of loads)
      if (sent && name !== REPLY) stored.set(name, { revision, blob });
    if (error || signal.aborted) return error;
    const revisionOf = (name: string) => loads.find((load) => load.name === name)?.revision ?? 0;
    const packed: PackedFile[] = files.map(({ path, file: { name, type: kind, size } }) => ({
      path,
      name,
      type: kind,
      size,
      revision: revisionOf(path),
    }));
    const sentAt = state === 'sent' ? now().toISOString() : null;
    return writeIndex(at, { state, reply: revisionOf(REPLY), files: packed, sentAt });
  }

  /** Over what is there; `parcel_changed` when another page of the company has written since. */
  async function writeIndex(at: ParcelHandle<'company'>, change: Partial<CompanyIndex>): Promise<ApiError | null> {
    if (!index) return null;
    const next = { ...index, ...change };
    const written = await at.writeIndex(next);
    if (written.ok) {
      index = next;
      return null;
    }
    if (written.error.code !== 'parcel_changed') return written.error;
    const there = await at.readIndex();
    if (!there.ok) return there.error;
    if (!isOver(there.value)) {
      index = { ...there.value, parts: index.parts };
      isChanged = true;
    }
    return written.error;
  }

  /** What another device wrote meanwhile. */
  function take(there: CompanyIndex): void {
    isOver(there);
  }

  function isOver({ state }: CompanyIndex): boolean {
    if (state !== 'revoked' && state !== 'taken') return false;
    close(state);
    return true;
  }

  const ENDS: readonly string[] = ['parcel_gone', 'parcel_altered', 'unreadable'];

  function fail(error: ApiError): void {
    if (error.code === 'parcel_gone') close('gone');
    else if (error.code === 'parcel_altered') close('altered');
    else if (error.code === 'unreadable') close('unreadable');
    else $answering.set({ phase: 'failed', error });
  }

  function close(phase: ClosedCompany): void {
    stop();
    form = {};
    isTyped = false;
    index = null;
    $answering.set({ phase });
  }

  function stop(): void {
    stopWatching();
    stopWatching = () => {};
    running.abort();
    running = new AbortController();
  }

  /** Whether a part has any answer. */
  const isBegun = (part: Part) => !isBlankForm(formOf(part));

  /** Whether something would be lost with the page: what was typed, and what is still on its way. */
  function isUnsaved(): boolean {
    const state = $answering.get();
    return isTyped || (state.phase === 'open' && state.sending !== null);
  }

  return { $answering, isUnsaved, look, lookAgain, formOf, answers, type, check, savePart, send, isBegun };
}
