/** Reads the passport scan and fills in empty fields. Loaded on request. */
import { atom } from 'nanostores';
import {
  answersFrom,
  type PassportAnswers,
  type PassportDifference,
  planFill,
  type RefusedValues,
  type ZoneValues,
} from '../../domain/passport/filling-in.ts';
import { type PhotoMarks, photoMarks } from '../../domain/passport/photo-marks.ts';
import type { ZoneField } from '../../domain/passport/reading.ts';
import { type ReadOutcome, readPassport } from '../passport-reader/read-passport.ts';
import { digestOf, keepLinesPicture, type ScanResult } from './scan-result.ts';

type SuccessfulRead = Extract<ReadOutcome, { result: 'read' }>;
/** Why nothing was filled in. `poor`: too few characters are certain. `failed`: the reader could not be loaded. */
export type ScanRefusal = Exclude<ReadOutcome['result'], 'read' | 'cancelled'> | 'poor' | 'failed';

/** A picture that gives fewer certain answers is too poor to use. */
const MIN_ANSWERS = 3;

type ScanReading =
  | { phase: 'idle' }
  | { phase: 'reading'; share: number }
  | { phase: 'ended'; refusal: ScanRefusal }
  /** `count` fields were filled in; the applicant is asked about `differing`. */
  | { phase: 'done'; count: number; differing: PassportDifference[] };

/** Access to a passport holder's answers, and to what is known of the scan. */
export interface AnswersAccess {
  current: () => PassportAnswers;
  put: (values: ZoneValues) => void;
  /** @returns the values that the form would refuse beside the other answers */
  refused: (values: ZoneValues) => RefusedValues;
  photo: () => ScanResult | null;
  /** Stores what the photo shows; null forgets it. */
  setPhoto: (marks: PhotoMarks | null) => void;
}

interface ScanOptions {
  answers: AnswersAccess;
  fields: readonly ZoneField[];
  /** `YYYY-MM-DD` */
  today: string;
  /** Resolves when the page may change without moving what the pointer is on. */
  settled: () => Promise<void>;
}

const $state = atom<ScanReading>({ phase: 'idle' });
let running: AbortController | null = null;
/** Scans that were read again to get the picture of their lines. */
const readAgain = new WeakSet<Blob>();

export const readZoneValues = (reading: PhotoMarks['reading']): ZoneValues =>
  Object.fromEntries(Object.entries(reading).flatMap(([field, { value }]) => (value ? [[field, value]] : [])));

const isTooPoor = ({ reading }: SuccessfulRead) => Object.keys(readZoneValues(reading)).length < MIN_ANSWERS;

function fillIn(file: string, { reading }: SuccessfulRead, { answers, fields }: ScanOptions): void {
  const current = answers.current();
  const plan = planFill(reading, current, answers.refused(readZoneValues(reading)), fields);
  const photo = answers.photo();
  const earlier = earlierAnswers(photo, current, fields);
  const filled = answersFrom(reading, current, [...(photo?.filled ?? []), ...earlier]);
  answers.put(plan.fill);
  const added = Object.keys(plan.fill) as ZoneField[];
  answers.setPhoto({
    file,
    reading,
    filled: [...filled, ...added],
    earlier: earlier.filter((field) => reading[field].value === undefined),
    kept: {},
  });
  $state.set({ phase: 'done', count: added.length, differing: plan.differing });
}

/** Fields answered from another photo, which was replaced or removed. */
export function earlierAnswers(
  photo: ScanResult | null,
  current: PassportAnswers,
  fields: readonly ZoneField[],
): readonly ZoneField[] {
  return photo?.before ? answersFrom(photo.before, current, fields) : (photo?.earlier ?? []);
}

export const scanReading = {
  $state,
  /** Reads a scan; cancels an earlier read. */
  async read(scan: Blob, options: ScanOptions): Promise<void> {
    const controller = new AbortController();
    scanReading.cancel();
    running = controller;
    $state.set({ phase: 'reading', share: 0 });
    const onProgress = (share: number) => {
      if (running === controller) $state.set({ phase: 'reading', share });
    };
    const reading = readPassport(scan, { signal: controller.signal, today: options.today, onProgress });
    const [outcome, digest] = await Promise.all([reading.catch(() => null), digestOf(scan)]);
    await options.settled();
    if (running !== controller) return;
    running = null;
    if (outcome?.result === 'read' && isTooPoor(outcome)) $state.set({ phase: 'ended', refusal: 'poor' });
    else if (outcome?.result === 'read') {
      keepLinesPicture(scan, outcome.lines, outcome.page);
      fillIn(digest, outcome, options);
    } else if (outcome?.result === 'cancelled') $state.set({ phase: 'idle' });
    else $state.set({ phase: 'ended', refusal: outcome?.result ?? 'failed' });
  },
  /** Cancels the read, or discards its result. Filled-in values stay. */
  cancel(): void {
    running?.abort();
    running = null;
    $state.set({ phase: 'idle' });
  },
  /** Reads a scan again, once, to get the picture of its lines, which the device does not store. */
  async restoreLines(scan: Blob, today: string): Promise<void> {
    if (readAgain.has(scan)) return;
    readAgain.add(scan);
    const { signal } = new AbortController();
    const outcome = await readPassport(scan, { signal, today }).catch(() => null);
    // Without the picture, the applicant compares the answers with the passport alone.
    if (outcome?.result === 'read') keepLinesPicture(scan, outcome.lines, outcome.page);
  },
  /** Replaces differing answers by those of the photo; the applicant compares them like other filled-in ones. */
  replaceTyped(differing: readonly PassportDifference[], { put, photo, setPhoto }: AnswersAccess): void {
    const fields = differing.map(({ field }) => field);
    put(Object.fromEntries(differing.map(({ field, read }) => [field, read])));
    const marks = photo();
    if (marks) setPhoto({ ...photoMarks.without(marks, fields), filled: [...marks.filled, ...fields] });
  },
  /** Confirms typed answers: the question returns only when they change. */
  confirmTyped(differing: readonly PassportDifference[], { photo, setPhoto }: AnswersAccess): void {
    const marks = photo();
    const typed = Object.fromEntries(differing.map(({ field, typed }) => [field, typed]));
    if (marks) setPhoto({ ...marks, kept: { ...marks.kept, ...typed } });
  },
  /** The applicant has compared these answers with the passport. */
  confirmFilled(fields: readonly ZoneField[], { photo, setPhoto }: AnswersAccess): void {
    const marks = photo();
    if (!marks) return;
    const next = photoMarks.without(marks, fields);
    const compared = Object.fromEntries(fields.map((field) => [field, { unsure: 'unclear' as const }]));
    setPhoto(marks.before ? { ...next, reading: { ...marks.before, ...compared } } : next);
  },
};
