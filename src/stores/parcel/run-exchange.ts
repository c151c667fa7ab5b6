/** Runs an exchange: the effects of exchange.ts by the steps of an adapter. A superseded step changes nothing. */
import { atom } from 'nanostores';
import type { ApiError } from '../api/request.ts';
import { ports } from '../browser/ports.ts';
import {
  type Effect,
  type Exchange,
  type ExchangeEvent,
  type ExchangePhase,
  type ExchangeTypes,
  IDLE_EXCHANGE,
  isWatched,
  reduce,
  type ShownExchange,
} from './exchange.ts';
import { createParcel, type IndexOf, openParcel, type ParcelHandle } from './parcel.ts';
import { watchIndex } from './watch.ts';

export interface ExchangePorts<S extends ExchangeTypes> {
  create: typeof createParcel<S['kind']>;
  open: typeof openParcel<S['kind']>;
  watch: typeof watchIndex<S['kind']>;
  /** A new id of this page for the index. */
  newOpener: () => string;
  whenOnline: (action: () => void) => () => void;
  after: (ms: number, action: () => void) => () => void;
}

export const exchangePorts = <S extends ExchangeTypes>(others: Partial<ExchangePorts<S>>): ExchangePorts<S> => ({
  create: createParcel,
  open: openParcel,
  watch: watchIndex,
  newOpener: () => crypto.randomUUID(),
  whenOnline: (action) => ports.whenOnline(action),
  after: (ms, action) => ports.after(ms, action),
  ...others,
});

/** Why a step failed; the adapter decides what follows. */
export interface StepFailure {
  error: ApiError;
}

export interface StepInput<S extends ExchangeTypes> {
  parcel: ParcelHandle<S['kind']>;
  index: IndexOf<S['kind']>;
  state: Exchange<S>;
  signal: AbortSignal;
  onPercent: (percent: number) => void;
}

type StepResult<S extends ExchangeTypes> = Promise<ExchangeEvent<S> | StepFailure | null>;

/** What one side sends, and how it uses what it receives. */
export interface Adapter<S extends ExchangeTypes> {
  kind: S['kind'];
  /** Milliseconds from a response to the next request for the index. */
  watchMs: number;
  /** The event for another device's index; null for nothing new. */
  onIndex: (index: IndexOf<S['kind']>, state: Exchange<S>) => ExchangeEvent<S> | null;
  onError: (error: ApiError, state: Exchange<S>) => ExchangeEvent<S>;
  onEnded?: (outcome: S['outcome'], before: Exchange<S>) => unknown;
  /** The end for a link that opens nothing. */
  noLink?: S['outcome'];
  /** Leaves the first request for the index to the watch, which waits for a connection. */
  opensByWatch?: boolean;
  /** The first index of a new parcel; null when there is nothing to send, which ends as `empty`. */
  firstIndex?: () => Promise<IndexOf<S['kind']> | null>;
  empty?: S['outcome'];
  steps: { [Name in 'claiming' | 'sending' | 'fetching' | 'accepting']?: (run: StepInput<S>) => StepResult<S> };
  /** Ends a parcel whose link another device may have. */
  end?: (parcel: ParcelHandle<S['kind']>, state: Exchange<S>) => StepResult<S>;
}

/** Phases that are not shown: the previous one stays on the page during a press. */
const UNSHOWN: readonly ExchangePhase[] = ['accepting', 'ending'];

/** @param first the initial exchange, besides {@link IDLE_EXCHANGE} */
export function runExchange<S extends ExchangeTypes>(
  adapter: Adapter<S>,
  given: ExchangePorts<S>,
  first: { phase?: 'opening' } = {},
) {
  let state: Exchange<S> = { ...IDLE_EXCHANGE, ...first };
  const $shown = atom(toShown(state));
  let running = new AbortController();
  let watched: ParcelHandle<S['kind']> | null = null;
  let isPaused = false;
  let stopWatching = () => {};
  let stopOnline = () => {};

  /** Resolves when nothing that follows from the event is running. */
  async function dispatch(event: ExchangeEvent<S> | null): Promise<void> {
    if (!event) return;
    const before = state;
    const next = reduce(before, event);
    state = next.state;
    if (!UNSHOWN.includes(state.phase)) $shown.set(toShown(state));
    await Promise.all(next.effects.map((effect) => effects[effect](before)));
  }
  function unwatch(): void {
    stopWatching();
    watched = null;
  }
  function watch(): void {
    if (isPaused || !state.parcel || state.parcel === watched) return;
    stopWatching();
    watched = state.parcel;
    stopWatching = given.watch(watched, {
      everyMs: adapter.watchMs,
      onIndex: (index) => void dispatch(adapter.onIndex(index, state)),
      onEnd: (error) => void dispatch(adapter.onError(error, state)),
    });
  }
  function abort(): void {
    stopOnline();
    running.abort();
    running = new AbortController();
  }
  const effects: Record<Effect, (before: Exchange<S>) => unknown> = {
    abort,
    watch,
    unwatch,
    run: () => runStep({ adapter, given, state, signal: running.signal, dispatch }),
    retryOnline: () => {
      stopOnline = given.whenOnline(() => void dispatch({ type: 'retry' }));
    },
    onEnded: (before) => state.outcome && adapter.onEnded?.(state.outcome, before),
  };
  /** While no page shows the exchange, its index is not read; afterwards it is read at once. */
  function setPaused(paused: boolean): void {
    isPaused = paused;
    unwatch();
    if (isWatched(state)) watch();
  }
  return { $shown, state: () => state, dispatch, setPaused };
}

function toShown<S extends ExchangeTypes>(state: Exchange<S>): ShownExchange<S> {
  const { phase, outcome } = state;
  return { ...state, phase: phase !== 'ended' ? phase : (outcome ?? 'idle') };
}

interface Running<S extends ExchangeTypes> {
  adapter: Adapter<S>;
  given: ExchangePorts<S>;
  state: Exchange<S>;
  signal: AbortSignal;
  dispatch: (event: ExchangeEvent<S>) => Promise<void>;
}

/** Runs the step of the phase, and dispatches its outcome unless another event has superseded it. */
async function runStep<S extends ExchangeTypes>(running: Running<S>): Promise<void> {
  const { adapter, state, signal, dispatch } = running;
  const steps: { [phase: string]: (running: Running<S>) => StepResult<S> } = {
    opening: openLink,
    sending: createAndSend,
    ending: endParcel,
  };
  const result = await (steps[state.phase] ?? runOwnStep)(running);
  if (signal.aborted || !result) return;
  await dispatch('type' in result ? result : adapter.onError(result.error, state));
}

/** Reads the link's parcel without changing it. */
async function openLink<S extends ExchangeTypes>({
  adapter,
  given,
  state,
  signal,
  dispatch,
}: Running<S>): StepResult<S> {
  const { secret } = state;
  const parcel = state.parcel ?? (secret === null ? null : await given.open(adapter.kind, secret));
  if (signal.aborted) return null;
  if (!parcel) return { type: 'ended', outcome: adapter.noLink ?? null };
  if (adapter.opensByWatch) return { type: 'waiting', parcel, index: null };
  void dispatch({ type: 'opened', parcel });
  const current = await parcel.readIndex();
  return current.ok ? adapter.onIndex(current.value, state) : current;
}

/** Creates the parcel if needed. The link is shown after everything was sent. */
async function createAndSend<S extends ExchangeTypes>(running: Running<S>): StepResult<S> {
  const { adapter, given, state, signal, dispatch } = running;
  if (state.parcel) return runOwnStep(running);
  const index = await adapter.firstIndex?.();
  if (signal.aborted) return null;
  if (!index) return { type: 'ended', outcome: adapter.empty ?? null };
  const made = await given.create(adapter.kind, index);
  if (!made.ok) return made;
  const { parcel } = made;
  if (signal.aborted) {
    void parcel.deleteParcel();
    return null;
  }
  void dispatch({ type: 'created', parcel, index });
  return runOwnStep({ ...running, state: { ...state, parcel, index } });
}

/** Runs a step of the adapter. A blob that could not be fetched may have been replaced: the index shows it. */
async function runOwnStep<S extends ExchangeTypes>({ adapter, state, signal, dispatch }: Running<S>): StepResult<S> {
  const { parcel, index, phase } = state;
  const step = adapter.steps[phase as keyof typeof adapter.steps];
  if (!parcel || !index || !step) return null;
  const onPercent = (percent: number) => {
    if (!signal.aborted) void dispatch({ type: 'progress', percent });
  };
  const result = await step({ parcel, index, state, signal, onPercent });
  if (phase !== 'fetching' || signal.aborted || !result || 'type' in result) return result;
  const current = await parcel.readIndex();
  if (current.ok) return adapter.onIndex(current.value, state) ?? result;
  return isUnrecoverable(current.error) ? current : result;
}

/** Ends the parcel; deletes one whose link no other device has. */
async function endParcel<S extends ExchangeTypes>({ adapter, state }: Running<S>): StepResult<S> {
  const { parcel, isShared, outcome } = state;
  if (parcel && isShared && adapter.end) return adapter.end(parcel, state);
  const deleted = await parcel?.deleteParcel();
  return deleted?.ok === false && deleted.error.code !== 'parcel_gone' ? deleted : { type: 'ended', outcome };
}

const UNRECOVERABLE = new Set<ApiError['code']>(['parcel_gone', 'parcel_altered', 'unreadable']);

/** Whether nothing can be read, even by a retry. */
export const isUnrecoverable = ({ code }: ApiError): boolean => UNRECOVERABLE.has(code);

/** The event for an error on a device that opened a link. */
export function onLinkError(error: ApiError) {
  if (error.code === 'parcel_gone') return { type: 'ended', outcome: 'gone' } as const;
  if (error.code === 'parcel_altered') return { type: 'ended', outcome: 'altered' } as const;
  if (error.code === 'unreadable') return { type: 'ended', outcome: 'unreadable' } as const;
  return { type: 'failed', error } as const;
}
