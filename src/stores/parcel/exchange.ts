/**
 * The protocol of a parcel, for both devices: which event leads from which phase to which. Pure: run-exchange.ts carries out
 * the effects, and the adapters say what is sent and what happens with it (send-draft.ts, receive-draft.ts, ask-photo.ts,
 * send-photo.ts, ask-company.ts, answer-company.ts).
 */
import type { ParcelKind } from '../../domain/api/parcels.ts';
import type { ApiError } from '../api/request.ts';
import type { IndexOf, ParcelHandle } from './parcel.ts';

/** A phase in which this device runs the step of the same name. */
export type Step = 'opening' | 'claiming' | 'sending' | 'fetching' | 'accepting' | 'ending';

export type Phase =
  | Step
  | 'idle'
  /** The index could not be read. */
  | 'failed'
  /** The user decides whether this device takes part. */
  | 'offered'
  /** The user works on what the parcel is for: chooses a file, compares answers, fills in parts. */
  | 'working'
  /** It is the other device's turn. */
  | 'waiting'
  /** A step failed; `retry` runs it again. */
  | 'stopped'
  /** This device did not store what came. */
  | 'refused'
  /** The parcel could not be ended. */
  | 'closeFailed'
  | 'ended';

/** Types of one device's side of an exchange. */
export interface Side {
  kind: ParcelKind;
  /** What was fetched. */
  work: unknown;
  /** How it can end. */
  end: string;
}

export interface Exchange<S extends Side> {
  phase: Phase;
  /** The last step. */
  step: Step | null;
  /** Of the link that was opened; null for none, or for a parcel of this device. */
  secret: string | null;
  parcel: ParcelHandle<S['kind']> | null;
  /** Whether another device may have the link. */
  shared: boolean;
  /** As it was last read or written; null before that. */
  index: IndexOf<S['kind']> | null;
  /** 0 to 100, of what is sent or fetched. */
  percent: number;
  error: ApiError | null;
  work: S['work'] | null;
  /** How it ended, or is to end. */
  as: S['end'] | null;
}

/** As a page is shown it: the phase says how it ended. */
export type Shown<S extends Side> = Omit<Exchange<S>, 'phase'> & { phase: Exclude<Phase, 'ended'> | S['end'] };

type From = Partial<Record<Phase, Phase | 'same' | 'last step'>>;

const all = (to: Phase, ...phases: Phase[]): From => Object.fromEntries(phases.map((phase) => [phase, to]));
const OPEN: Phase[] = [
  ...(['opening', 'claiming', 'fetching', 'sending'] as const),
  ...(['offered', 'working', 'waiting', 'stopped', 'refused'] as const),
];
const ANY: Phase[] = [...OPEN, 'idle', 'failed', 'accepting', 'ending', 'closeFailed', 'ended'];

/**
 * From phase to phase, by event; an event that does not name the present phase is ignored. While a device accepts, only its
 * own outcome counts: what another device wrote is read after that.
 */
export const TRANSITIONS = {
  // The user, or the page
  reset: all('idle', ...ANY),
  offer: all('sending', ...ANY),
  open: all('opening', ...ANY),
  reload: all('opening', ...ANY),
  claim: all('claiming', 'offered'),
  fetch: all('fetching', 'opening', 'claiming', 'fetching', 'offered', 'waiting', 'stopped'),
  send: all('sending', 'working'),
  accept: all('accepting', 'fetching', 'working'),
  retry: { stopped: 'last step', failed: 'opening', refused: 'accepting', closeFailed: 'ending' },
  end: all('ending', ...OPEN, 'failed', 'accepting', 'closeFailed'),
  // The step that runs
  opened: { opening: 'same' },
  created: { sending: 'same' },
  progress: { sending: 'same', fetching: 'same' },
  refused: { accepting: 'refused' },
  failed: {
    ...all('failed', 'opening', 'offered', 'working', 'waiting', 'refused'),
    ...all('stopped', 'claiming', 'sending', 'fetching', 'stopped'),
    ending: 'closeFailed',
  },
  // What the index says: it is the other device's turn, or this one's; nothing can be read any more; it is over, or expired
  waiting: all('waiting', ...OPEN, 'accepting', 'ending'),
  offered: all('offered', ...OPEN, 'ending'),
  working: all('working', ...OPEN),
  lost: all('stopped', ...OPEN),
  ended: all('ended', ...ANY),
} satisfies Record<string, From>;

type EventType = keyof typeof TRANSITIONS;

/** An event, with the fields of the exchange that it changes. */
export type ExchangeEvent<S extends Side> =
  | ({ type: Exclude<EventType, 'failed' | 'lost' | 'end' | 'ended'> } & Partial<Omit<Exchange<S>, 'phase' | 'step'>>)
  | { type: 'failed' | 'lost'; error: ApiError }
  /** With a parcel, its index goes on being watched. */
  | { type: 'end' | 'ended'; as: S['end'] | null; parcel?: ParcelHandle<S['kind']> };

/** `abort` ends the running step, `run` begins that of the new phase, `retryOnline` waits for the network. */
export type Effect = 'abort' | 'run' | 'watch' | 'unwatch' | 'retryOnline' | 'onEnded';

export const IDLE = {
  ...({
    phase: 'idle',
    step: null,
    secret: null,
    parcel: null,
    index: null,
    work: null,
    error: null,
    as: null,
  } as const),
  ...{ shared: false, percent: 0 },
};

/** What an event changes beside its own fields. */
const CHANGES: { [Type in EventType]?: Partial<typeof IDLE> } = {
  reset: IDLE,
  offer: IDLE,
  open: { ...IDLE, shared: true },
  send: { percent: 0 },
  offered: { percent: 0 },
  lost: { parcel: null, step: null },
  ended: { parcel: null },
};

const STEPS: readonly string[] = ['opening', 'claiming', 'sending', 'fetching', 'accepting', 'ending'] satisfies Step[];
const isStep = (phase: Phase): phase is Step => STEPS.includes(phase);
/** Phases that read the index themselves, or can't. */
const UNWATCHED: readonly Phase[] = ['idle', 'opening', 'claiming', 'accepting', 'ending', 'closeFailed', 'failed'];

/** @returns the exchange after an event, and what is to be done; the same exchange where the event is ignored */
export function reduce<S extends Side>(
  before: Exchange<S>,
  { type, ...fields }: ExchangeEvent<S>,
): { state: Exchange<S>; effects: Effect[] } {
  const from: From = TRANSITIONS[type];
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

/** Whether another device may write into the index, and this one goes by what it writes. */
export const isWatched = <S extends Side>({ phase, parcel, shared }: Exchange<S>): boolean =>
  parcel !== null && shared && !UNWATCHED.includes(phase);
