/**
 * The applicant's side of a company's part: asks, learns what came, compares it with the own answers, takes it over. Which
 * parts were asked stands in the applicant's own draft: whoever has the link can write anything into the parcel.
 */
import { atom } from 'nanostores';
import type { FieldName, Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { askedParts, fieldsOfParts, isFilePath } from '../../domain/parcel/company-parts.ts';
import { ANSWERS, type CompanyIndex, REPLY } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import type { AskedCompany } from '../application/draft-record.ts';
import {
  answersOf,
  type Difference,
  differencesOf,
  fetchFiles,
  type Load,
  packAnswers,
  readAnswers,
  sendLoads,
} from './company-answers.ts';
import { type CompanyEnd, endParcel, withEnd } from './end-company.ts';
import type { createParcel, openParcel, ParcelHandle } from './parcel.ts';
import type { watchIndex } from './watch.ts';

export type AskingCompany =
  | { phase: 'idle' }
  /** 0 to 100. */
  | { phase: 'sending'; percent: number }
  /** Can go on from there. */
  | { phase: 'stopped'; percent: number; error: ApiError }
  /** This device did not store the new link: it is gone again, since nothing could be received by it. */
  | { phase: 'unkept'; parts: Part[] }
  /** After a reload: what was asked before is looked at. */
  | { phase: 'looking' }
  | { phase: 'failed'; error: ApiError }
  /** The draft's type is another by now: the answers fit no more. */
  | { phase: 'otherType' }
  /** `endsAt`: ISO 8601. */
  | { phase: 'waiting'; secret: string; index: CompanyIndex; endsAt: string | null }
  | { phase: 'received'; secret: string; index: CompanyIndex }
  | { phase: 'fetching'; percent: number }
  | { phase: 'compared'; index: CompanyIndex; differences: Difference[] }
  /** This device did not store what was taken: the parcel still has it. */
  | { phase: 'refused' }
  /** The parcel could not be told that it is over. */
  | { phase: 'unended'; as: CompanyEnd; error: ApiError }
  | { phase: CompanyEnd }
  /** By another device with a copy of the draft. */
  | { phase: `${CompanyEnd}Elsewhere` }
  /** Its time is over. */
  | { phase: 'ended' };

export interface CompanyAskerPorts {
  draft: () => { type: ApplicationType | null; applicant: string; answers: FormState; company: AskedCompany | null };
  /** Keeps in the draft what is asked; null: nothing any more. False when the device does not have it so. */
  keep: (company: AskedCompany | null) => Promise<boolean>;
  /** Puts the answers of a part into the draft; wrong ones are told there. */
  savePart: (part: Part, values: FormState) => void;
  /** Stores the draft; false when the device refuses, or another tab has the draft. */
  store: () => Promise<boolean>;
  create: typeof createParcel<'company'>;
  open: typeof openParcel<'company'>;
  watch: typeof watchIndex<'company'>;
}

const WATCH_MS = 5000;
/** Told until the next link is asked for. */
const RESULTS: readonly AskingCompany['phase'][] = [
  'unkept',
  'taken',
  'revoked',
  'takenElsewhere',
  'revokedElsewhere',
  'ended',
];

export function createCompanyAsker({ draft, keep, savePart, store, create, open, watch }: CompanyAskerPorts) {
  const $asking = atom<AskingCompany>({ phase: 'idle' });
  let parcel: ParcelHandle<'company'> | null = null;
  let index: CompanyIndex | null = null;
  let loads: Load[] = [];
  let running = new AbortController();
  let stopWatching = () => {};
  let blobs = new Map<string, Blob>();
  /** Revision of the reply that `blobs` and `reply` are of. */
  let fetched = 0;
  let reply: FormState = {};

  /** The overview is shown: looks after what was asked, and watches it. */
  async function resume(): Promise<void> {
    const { phase } = $asking.get();
    const { company, type } = draft();
    if (phase === 'sending' || phase === 'stopped' || phase === 'fetching' || phase === 'unended') return;
    // Another draft, or none, has taken the place of the one that asked.
    if (!company) return RESULTS.includes(phase) ? undefined : reset();
    if (parcel?.secret !== company.secret) {
      reset();
      $asking.set({ phase: 'looking' });
      parcel = await open('company', company.secret);
      if (!parcel) return close('ended');
    }
    if (type !== null && index && index.type !== type) return $asking.set({ phase: 'otherType' });
    if (phase === 'compared') return compare();
    watchIt();
  }

  /** The overview is left. */
  function pause(): void {
    stopWatching();
  }

  /** Asks the company for these parts. Nobody has the link before all is there. */
  async function ask(chosen: readonly Part[]): Promise<void> {
    reset();
    const { type, applicant, answers } = draft();
    const parts = type ? askedParts(type, chosen) : [];
    if (!type || parts.length === 0) return;
    const { text, files } = packAnswers(answersOf(type, parts, answers));
    const load = (name: string, blob: Blob): Load => ({ name, blob, revision: 0, sent: false });
    loads = [load(ANSWERS, new Blob([text])), ...files.map(({ path, file }) => load(path, file.blob))];
    index = {
      kind: 'company',
      state: 'waiting',
      type,
      parts,
      applicant,
      answers: 0,
      reply: 0,
      files: [],
      given: files.map(({ path, file: { name, type, size } }) => ({ path, name, type, size, revision: 0 })),
      sentAt: null,
    };
    await goOn();
  }

  /** After a failure. */
  async function goOn(): Promise<void> {
    const state = $asking.get();
    if (state.phase === 'unended') return end(state.as);
    if (state.phase === 'refused') return finish();
    if (state.phase === 'unkept') return ask(state.parts);
    if (!index) return;
    const { signal } = running;
    $asking.set({ phase: 'sending', percent: 0 });
    const error = await sendAll(index, signal);
    if (signal.aborted) return;
    if (error) $asking.set({ phase: 'stopped', percent: 0, error });
    else await keepLink(signal);
  }

  /** Nobody is shown a link whose secret would be gone with the page. */
  async function keepLink(signal: AbortSignal): Promise<void> {
    const at = parcel;
    if (!at || !index) return;
    const { parts } = index;
    const kept = await keep({ secret: at.secret, parts });
    if (signal.aborted) return;
    if (kept) return watchIt();
    reset();
    $asking.set({ phase: 'unkept', parts });
    await Promise.all([keep(null), at.deleteParcel()]);
  }

  async function sendAll(first: CompanyIndex, signal: AbortSignal): Promise<ApiError | null> {
    const sent = loads;
    let at = parcel;
    if (!at) {
      const made = await create('company', first);
      if (!made.ok) return made.error;
      at = made.parcel;
      // Another link may be in its place by now.
      if (!signal.aborted) parcel = at;
    }
    const onPercent = (percent: number) => $asking.set({ phase: 'sending', percent });
    const error = await sendLoads(at, sent, { signal, onPercent });
    if (error || signal.aborted) {
      if (signal.aborted) void at.deleteParcel();
      return error;
    }
    const revisionOf = (name: string) => sent.find((load) => load.name === name)?.revision ?? 0;
    const given = first.given.map((file) => ({ ...file, revision: revisionOf(file.path) }));
    const whole = { ...first, answers: revisionOf(ANSWERS), given };
    const unwritten = await writeFirst(at, whole);
    if (unwritten) return unwritten;
    // Unless it was taken back meanwhile.
    if (!signal.aborted) index = whole;
    return null;
  }

  /** Nobody else has the link yet: what is there was written by an attempt whose answer was lost. */
  async function writeFirst(at: ParcelHandle<'company'>, whole: CompanyIndex): Promise<ApiError | null> {
    const written = await at.writeIndex(whole);
    if (written.ok) return null;
    if (written.error.code !== 'parcel_changed') return written.error;
    const there = await at.readIndex();
    return there.ok ? null : there.error;
  }

  function watchIt(): void {
    stopWatching();
    if (parcel) stopWatching = watch(parcel, { everyMs: WATCH_MS, onIndex: take, onEnd: fail });
  }

  /** What the parcel says now. */
  function take(there: CompanyIndex): void {
    if (!parcel) return;
    // Whoever has the link can write another name into it.
    index = { ...there, applicant: draft().applicant };
    const { state } = index;
    if (state === 'taken' || state === 'revoked') void close(isOwnEnd(state) ? state : `${state}Elsewhere`);
    else show(parcel, index);
  }

  /** Whether this device has ended the link so, or tried to. */
  const isOwnEnd = (as: CompanyEnd) => draft().company?.endedAs?.includes(as) === true;

  function show({ secret, endsAt }: ParcelHandle<'company'>, there: CompanyIndex): void {
    const isSent = there.state === 'sent';
    if (there.type !== draft().type) $asking.set({ phase: 'otherType' });
    else if ($asking.get().phase !== 'compared' || !isSent || there.reply !== fetched)
      $asking.set(
        isSent
          ? { phase: 'received', secret, index: there }
          : { phase: 'waiting', secret, index: there, endsAt: endsAt() },
      );
  }

  function fail(error: ApiError): void {
    if (error.code === 'parcel_gone') void close('ended');
    else $asking.set({ phase: 'failed', error });
  }

  /** Fetches what the company sent, and compares it with the answers in the draft. */
  async function look(): Promise<void> {
    const at = parcel;
    const from = index;
    const { company, type } = draft();
    if (!at || !from || !company || !type) return;
    const parts = askedParts(type, company.parts);
    if (fetched !== from.reply) blobs = new Map();
    stopWatching();
    $asking.set({ phase: 'fetching', percent: 0 });
    const onPercent = (percent: number) => $asking.set({ phase: 'fetching', percent });
    const names: readonly string[] = fieldsOfParts(type, parts).filter(isFilePath);
    const files = from.files.filter(({ path }) => names.includes(path));
    const error = await fetchFiles(at, files, { blobs, onPercent });
    const got = error ? { ok: false as const, error } : await at.readBlob(REPLY, from.reply);
    if (at !== parcel) return;
    if (!got.ok) return lookFailed(at, from, got.error);
    const read = await readAnswers(got.value, { type, parts, blobs });
    if (!read) return $asking.set({ phase: 'failed', error: { code: 'unreadable' } });
    reply = read;
    fetched = from.reply;
    await compare();
    watchIt();
  }

  /** The company may be sending anew at this moment: what it replaces opens no more. */
  async function lookFailed(at: ParcelHandle<'company'>, from: CompanyIndex, error: ApiError): Promise<void> {
    blobs = new Map();
    const there = await at.readIndex();
    if (there.ok && (there.value.state !== 'sent' || there.value.reply !== from.reply)) {
      take(there.value);
      return watchIt();
    }
    fail(error);
  }

  async function compare(): Promise<void> {
    const { company, type, answers } = draft();
    if (!company || !type || !index) return;
    const own = answersOf(type, askedParts(type, company.parts), answers);
    const differences = await differencesOf(type, own, reply);
    $asking.set({ phase: 'compared', index, differences });
  }

  /** Takes over these of the fields that differ; the others stay as they are here. The parcel is over then. */
  async function takeOver(names: readonly FieldName[]): Promise<void> {
    const state = $asking.get();
    const { type, answers } = draft();
    if (state.phase !== 'compared' || !type) return;
    const chosen = state.differences.filter(({ name }) => names.includes(name));
    for (const part of new Set(chosen.map((difference) => difference.part))) {
      const theirs = chosen.filter((difference) => difference.part === part).map(({ name, theirs }) => [name, theirs]);
      savePart(part, { ...answersOf(type, [part], answers), ...Object.fromEntries(theirs) });
    }
    await finish();
  }

  /** Ends the link once this device has stored what was taken. */
  async function finish(): Promise<void> {
    stopWatching();
    const at = parcel;
    const isStored = await store();
    if (at !== parcel) return;
    if (isStored) await end('taken');
    else $asking.set({ phase: 'refused' });
  }

  const revoke = () => end('revoked');

  /** Tells the company, and deletes what is in the parcel. */
  async function end(as: CompanyEnd): Promise<void> {
    stopWatching();
    running.abort();
    if (parcel) {
      await noteEnd(as);
      const error = await endParcel(parcel, as, (there) => !isOvertaken(as, there));
      if (error === 'kept') return forgetEnd();
      if (error) return $asking.set({ phase: 'unended', as, error });
    }
    await close(as);
  }

  /** Before the index says so: a page that is closed meanwhile tells its own end from that of another device. */
  async function noteEnd(as: CompanyEnd): Promise<void> {
    const { company } = draft();
    if (company && !isOwnEnd(as)) await keep(withEnd(company, as));
  }

  /** The link goes on. */
  async function forgetEnd(): Promise<void> {
    const { company } = draft();
    if (!parcel || !company) return;
    watchIt();
    await keep({ secret: company.secret, parts: company.parts });
  }

  async function close(as: CompanyEnd | `${CompanyEnd}Elsewhere` | 'ended'): Promise<void> {
    reset();
    await keep(null);
    $asking.set({ phase: as });
  }

  /** Whether the company has sent again since its answers were fetched, or another device has taken them over: that is shown. */
  function isOvertaken(as: CompanyEnd, there: CompanyIndex): boolean {
    const { state } = there;
    const isNewer = state === 'waiting' || state === 'started' || (state === 'sent' && there.reply !== fetched);
    const overtaken = as === 'taken' ? isNewer : state === 'taken' && !isOwnEnd('taken');
    if (overtaken) take(there);
    return overtaken;
  }

  function reset(): void {
    stopWatching();
    running.abort();
    running = new AbortController();
    parcel = null;
    index = null;
    loads = [];
    blobs = new Map();
    reply = {};
    fetched = 0;
    $asking.set({ phase: 'idle' });
  }

  return { $asking, resume, pause, ask, goOn, look, takeOver, revoke };
}
