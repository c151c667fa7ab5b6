/** Reads the passport scan and fills in what is empty. Lazy-loaded: nothing of it is needed before somebody asks for it. */
import { atom } from 'nanostores';
import {
  type Difference,
  type PassportAnswers,
  planFillingIn,
  type ReadValues,
} from '../../domain/passport/filling-in.ts';
import type { ReadField } from '../../domain/passport/reading.ts';
import { type ReadOutcome, readPassport } from '../passport-reader/read-passport.ts';
import { $passportPhoto } from './passport-photo.ts';

type Read = Extract<ReadOutcome, { kind: 'read' }>;
/** Why nothing was filled in. `failed`: the reader could not be loaded. */
export type ScanProblem = Exclude<ReadOutcome['kind'], 'read' | 'cancelled'> | 'failed';

export type ScanReading =
  | { phase: 'idle' }
  /** `share` from 0 to 1. */
  | { phase: 'reading'; share: number }
  | { phase: 'ended'; problem: ScanProblem }
  /** `count` fields were filled in; `differing` are to be asked about. */
  | { phase: 'done'; count: number; differing: Difference[] };

/** The answers of the application that is being filled in. */
export interface AnswersAccess {
  now: () => PassportAnswers;
  put: (values: ReadValues) => void;
}

export interface ScanOptions {
  answers: AnswersAccess;
  /** `YYYY-MM-DD` */
  today: string;
  /** Resolves once the page may change under the pointer. */
  settled: () => Promise<void>;
}

export const $scan = atom<ScanReading>({ phase: 'idle' });
let running: AbortController | null = null;

/** Reads a picture; one that is still being read is given up. */
export async function readScan(picture: Blob, { answers, today, settled }: ScanOptions): Promise<void> {
  const mine = new AbortController();
  cancelScan();
  running = mine;
  $scan.set({ phase: 'reading', share: 0 });
  const onProgress = (share: number) => {
    if (running === mine) $scan.set({ phase: 'reading', share });
  };
  const outcome = await readPassport(picture, { signal: mine.signal, today, onProgress }).catch(() => null);
  await settled();
  if (running !== mine) return;
  running = null;
  if (outcome?.kind === 'read') take(outcome, answers);
  else if (outcome?.kind === 'cancelled') $scan.set({ phase: 'idle' });
  else $scan.set({ phase: 'ended', problem: outcome?.kind ?? 'failed' });
}

/** Gives up reading, or puts away what came of it. What was filled in stays. */
export function cancelScan(): void {
  running?.abort();
  running = null;
  $scan.set({ phase: 'idle' });
}

function take({ reading, lines }: Read, answers: AnswersAccess): void {
  const plan = planFillingIn(reading, answers.now(), $passportPhoto.get()?.filled ?? []);
  answers.put(plan.fill);
  const filled = (Object.keys(plan.fill) as ReadField[]).filter((field) => plan.fill[field]);
  const picture = { name: 'lines', size: lines.size, type: 'image/png' as const, blob: lines };
  $passportPhoto.set({ reading, lines: picture, filled, kept: {} });
  $scan.set({ phase: 'done', count: filled.length, differing: plan.differing });
}

/** Puts the photo's values in place of differing ones; they are to be compared as any that were filled in. */
export function takeRead(differing: readonly Difference[], { put }: AnswersAccess): void {
  put(Object.fromEntries(differing.map(({ field, read }) => [field, read])));
  const photo = $passportPhoto.get();
  if (photo) $passportPhoto.set({ ...photo, filled: [...photo.filled, ...differing.map(({ field }) => field)] });
}

/** What was typed is right: it is not asked about again until it changes. */
export function keepTyped(differing: readonly Difference[]): void {
  const photo = $passportPhoto.get();
  const typed = Object.fromEntries(differing.map(({ field, typed }) => [field, typed]));
  if (photo) $passportPhoto.set({ ...photo, kept: { ...photo.kept, ...typed } });
}

/** Someone has compared these fields with the passport. */
export function confirmFilled(fields: readonly ReadField[]): void {
  const photo = $passportPhoto.get();
  if (photo) $passportPhoto.set({ ...photo, filled: photo.filled.filter((field) => !fields.includes(field)) });
}
