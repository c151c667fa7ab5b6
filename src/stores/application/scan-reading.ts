/** Reads the passport scan and fills in empty fields. Lazy-loaded on request. */
import { atom } from 'nanostores';
import {
  type PassportAnswers,
  type PassportDifference,
  planFill,
  type ZoneValues,
} from '../../domain/passport/filling-in.ts';
import type { ZoneField } from '../../domain/passport/reading.ts';
import { type ReadOutcome, readPassport } from '../passport-reader/read-passport.ts';
import { notifyScanResults, type ScanResult, scanResultOf, setScanResult } from './scan-result.ts';

type SuccessfulRead = Extract<ReadOutcome, { result: 'read' }>;
/** Why nothing was filled in. `poor`: too little is certain. `failed`: the reader could not be loaded. */
export type ScanProblem = Exclude<ReadOutcome['result'], 'read' | 'cancelled'> | 'poor' | 'failed';

/** A picture of which fewer answers are certain is too poor to use. */
const MIN_ANSWERS = 3;

type ScanReading =
  | { phase: 'idle' }
  | { phase: 'reading'; share: number }
  | { phase: 'ended'; problem: ScanProblem }
  /** `count` fields were filled in; the applicant is asked about `differing`. */
  | { phase: 'done'; count: number; differing: PassportDifference[] };

export interface AnswersAccess {
  current: () => PassportAnswers;
  put: (values: ZoneValues) => void;
}

interface ScanOptions {
  answers: AnswersAccess;
  fields: readonly ZoneField[];
  /** `YYYY-MM-DD` */
  today: string;
  /** Resolves once the page may change under the pointer. */
  settled: () => Promise<void>;
}

const $state = atom<ScanReading>({ phase: 'idle' });
let running: AbortController | null = null;

const isTooPoor = ({ reading }: SuccessfulRead) =>
  Object.values(reading).filter(({ value }) => value !== undefined).length < MIN_ANSWERS;

function fillIn(scan: Blob, { reading, lines, page }: SuccessfulRead, { answers, fields }: ScanOptions): void {
  const plan = planFill(reading, answers.current(), scanResultOf(scan)?.filled ?? [], fields);
  answers.put(plan.fill);
  const filled = (Object.keys(plan.fill) as ZoneField[]).filter((field) => plan.fill[field]);
  const picture = { name: 'lines', size: lines.size, type: 'image/png' as const, blob: lines };
  setScanResult(scan, { reading, lines: picture, page, filled, confirmed: {} });
  $state.set({ phase: 'done', count: filled.length, differing: plan.differing });
}

function changeScanResult(scan: Blob | null, changed: (result: ScanResult) => Partial<ScanResult>): void {
  const result = scanResultOf(scan);
  if (scan && result) setScanResult(scan, { ...result, ...changed(result) });
  else notifyScanResults();
}

export const scanReading = {
  $state,
  /** Reads a scan; cancels an earlier read. */
  async read(scan: Blob, options: ScanOptions): Promise<void> {
    const mine = new AbortController();
    scanReading.cancel();
    running = mine;
    $state.set({ phase: 'reading', share: 0 });
    const onProgress = (share: number) => {
      if (running === mine) $state.set({ phase: 'reading', share });
    };
    const reading = readPassport(scan, { signal: mine.signal, today: options.today, onProgress });
    const outcome = await reading.catch(() => null);
    await options.settled();
    if (running !== mine) return;
    running = null;
    if (outcome?.result === 'read' && isTooPoor(outcome)) $state.set({ phase: 'ended', problem: 'poor' });
    else if (outcome?.result === 'read') fillIn(scan, outcome, options);
    else if (outcome?.result === 'cancelled') $state.set({ phase: 'idle' });
    else $state.set({ phase: 'ended', problem: outcome?.result ?? 'failed' });
  },
  /** Cancels the read, or discards its result. Filled-in values stay. */
  cancel(): void {
    running?.abort();
    running = null;
    $state.set({ phase: 'idle' });
  },
  /** Replaces differing values by the photo's; they are to be compared like other filled-in ones. */
  replaceTyped(scan: Blob | null, differing: readonly PassportDifference[], { put }: AnswersAccess): void {
    put(Object.fromEntries(differing.map(({ field, read }) => [field, read])));
    changeScanResult(scan, ({ filled }) => ({ filled: [...filled, ...differing.map(({ field }) => field)] }));
  },
  /** Confirms typed values: the question returns only when they change. */
  confirmTyped(scan: Blob | null, differing: readonly PassportDifference[]): void {
    const typed = Object.fromEntries(differing.map(({ field, typed }) => [field, typed]));
    changeScanResult(scan, ({ confirmed }) => ({ confirmed: { ...confirmed, ...typed } }));
  },
  /** The applicant has compared these fields with the passport. */
  confirmFilled(scan: Blob | null, fields: readonly ZoneField[]): void {
    changeScanResult(scan, ({ filled }) => ({ filled: filled.filter((field) => !fields.includes(field)) }));
  },
};
