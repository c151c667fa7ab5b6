/**
 * The protocol of a parcel, for both devices: events and phases. Pure: run-exchange.ts runs the effects. Adapters define what is
 * sent and how it is used (send-draft.ts, receive-draft.ts, ask-photo.ts, send-photo.ts, ask-company.ts, answer-company.ts).
 */
import type { ParcelKind } from '../../domain/api/parcels.ts';
import type { ApiError } from '../api/request.ts';
import type { IndexOf, ParcelHandle } from './parcel.ts';

const STEPS = ['opening', 'claiming', 'sending', 'fetching', 'accepting', 'ending'] as const;
/** A phase in which this device runs the step of the same name. */
export type ExchangeStep = (typeof STEPS)[number];

export type ExchangePhase =
  | ExchangeStep
  | 'idle'
  | 'failed'
  /** The user decides whether this device takes part. */
  | 'offered'
  /** The user works on the content: chooses a file, compares answers, fills in parts. */
  | 'working'
  /** It is the other device's turn. */
  | 'waiting'
  /** A step failed; `retry` runs it again. */
  | 'stopped'
  /** This device did not store the received content. */
  | 'refused'
  | 'closeFailed'
  | 'ended';

export interface ExchangeTypes {
  kind: ParcelKind;
  content: unknown;
  outcome: string;
}

export interface Exchange<S extends ExchangeTypes> {
  phase: ExchangePhase;
  step: ExchangeStep | null;
  /** Of the opened link; null for none, or for a parcel of this device. */
  secret: string | null;
  parcel: ParcelHandle<S['kind']> | null;
  /** Whether another device may have the link. */
  isShared: boolean;
  /** As last read or written; null before that. */
  index: IndexOf<S['kind']> | null;
  /** 0 to 100, of the current transfer. */
  percent: number;
  error: ApiError | null;
  content: S['content'] | null;
  /** The reached or requested outcome. */
  outcome: S['outcome'] | null;
}

/** As pages receive it: the phase of an ended exchange is its outcome. */
export type ShownExchange<S extends ExchangeTypes> = Omit<Exchange<S>, 'phase'> & {
  phase: Exclude<ExchangePhase, 'ended'> | S['outcome'];
};

type PhaseMap = Partial<Record<ExchangePhase, ExchangePhase | 'same' | 'last step'>>;

const mapPhases = (to: ExchangePhase, ...phases: ExchangePhase[]): PhaseMap =>
  Object.fromEntries(phases.map((phase) => [phase, to]));
const OPEN: ExchangePhase[] = [
  ...(['opening', 'claiming', 'fetching', 'sending'] as const),
  ...(['offered', 'working', 'waiting', 'stopped', 'refused'] as const),
];
const ANY: ExchangePhase[] = [...OPEN, 'idle', 'failed', 'accepting', 'ending', 'closeFailed', 'ended'];

/** From phase to phase, by event; others are ignored. While accepting, only this device's result counts; others are read later. */
export const TRANSITIONS = {
  // The user or the page
  reset: mapPhases('idle', ...ANY),
  offer: mapPhases('sending', ...ANY),
  open: mapPhases('opening', ...ANY),
  reload: mapPhases('opening', ...ANY),
  claim: mapPhases('claiming', 'offered'),
  fetch: mapPhases('fetching', 'opening', 'claiming', 'fetching', 'offered', 'waiting', 'stopped'),
  send: mapPhases('sending', 'working'),
  accept: mapPhases('accepting', 'fetching', 'working'),
  retry: { stopped: 'last step', failed: 'opening', refused: 'accepting', closeFailed: 'ending' },
  end: mapPhases('ending', ...OPEN, 'failed', 'accepting', 'closeFailed'),
  // The running step
  opened: { opening: 'same' },
  created: { sending: 'same' },
  progress: { sending: 'same', fetching: 'same' },
  refused: { accepting: 'refused' },
  failed: {
    ...mapPhases('failed', 'opening', 'offered', 'working', 'waiting', 'refused'),
    ...mapPhases('stopped', 'claiming', 'sending', 'fetching', 'stopped'),
    ending: 'closeFailed',
  },
  // The index: the other device's turn or this one's, unreadable, ended, or expired
  waiting: mapPhases('waiting', ...OPEN, 'accepting', 'ending'),
  offered: mapPhases('offered', ...OPEN, 'ending'),
  working: mapPhases('working', ...OPEN),
  lost: mapPhases('stopped', ...OPEN),
  ended: mapPhases('ended', ...ANY),
} satisfies Record<string, PhaseMap>;

type EventType = keyof typeof TRANSITIONS;

/** An event, with the fields of the exchange that it changes. */
export type ExchangeEvent<S extends ExchangeTypes> =
  | ({ type: Exclude<EventType, 'failed' | 'lost' | 'end' | 'ended'> } & Partial<Omit<Exchange<S>, 'phase' | 'step'>>)
  | { type: 'failed' | 'lost'; error: ApiError }
  /** With a parcel, its index is still watched. */
  | { type: 'end' | 'ended'; outcome: S['outcome'] | null; parcel?: ParcelHandle<S['kind']> };

/** `abort` ends the running step, `run` starts the new phase's step, `retryOnline` waits for the network. */
export type Effect = 'abort' | 'run' | 'watch' | 'unwatch' | 'retryOnline' | 'onEnded';

export const IDLE_EXCHANGE = {
  ...({
    phase: 'idle',
    step: null,
    secret: null,
    parcel: null,
    index: null,
    content: null,
    error: null,
    outcome: null,
  } as const),
  ...{ isShared: false, percent: 0 },
};

/** What an event changes besides its own fields. */
const CHANGES: { [Type in EventType]?: Partial<typeof IDLE_EXCHANGE> } = {
  reset: IDLE_EXCHANGE,
  offer: IDLE_EXCHANGE,
  open: { ...IDLE_EXCHANGE, isShared: true },
  send: { percent: 0 },
  offered: { percent: 0 },
  lost: { parcel: null, step: null },
  ended: { parcel: null },
};

const isStep = (phase: ExchangePhase): phase is ExchangeStep => STEPS.some((step) => step === phase);
/** Phases that read the index themselves, or can't. */
const UNWATCHED = new Set<ExchangePhase>([
  'idle',
  'opening',
  'claiming',
  'accepting',
  'ending',
  'closeFailed',
  'failed',
]);

/** @returns the exchange after an event, and the effects to run; the same exchange if the event is ignored */
export function reduce<S extends ExchangeTypes>(
  before: Exchange<S>,
  { type, ...fields }: ExchangeEvent<S>,
): { state: Exchange<S>; effects: Effect[] } {
  const from: PhaseMap = TRANSITIONS[type];
  const to = from[before.phase];
  const phase = to === 'same' ? before.phase : to === 'last step' ? before.step : to;
  if (!phase) return { state: before, effects: [] };
  const changed: Exchange<S> = { ...before, error: null, ...CHANGES[type], ...fields, phase };
  if (to === 'same') return { state: changed, effects: [] };
  const state = isStep(phase) ? { ...changed, step: phase } : changed;
  const effects: Effect[] = ['abort', isWatched(state) ? 'watch' : 'unwatch'];
  if (isStep(phase)) effects.push('run');
  if (phase === 'stopped' || phase === 'closeFailed') effects.push('retryOnline');
  if (phase === 'ended') effects.push('onEnded');
  return { state, effects };
}

/** Whether another device may write into the index and this one reacts. */
export const isWatched = <S extends ExchangeTypes>({ phase, parcel, isShared }: Exchange<S>): boolean =>
  parcel !== null && isShared && !UNWATCHED.has(phase);
