import { describe, expect, it } from 'vitest';
import {
  type Exchange,
  type ExchangePhase,
  type ExchangeTypes,
  IDLE_EXCHANGE,
  reduce,
  TRANSITIONS,
} from '../../../../src/stores/parcel/exchange.ts';
import { INDEX } from './host.ts';

type Draft = { kind: 'draft'; content: string; outcome: 'arrived' | 'cancelled' };
type State = Exchange<Draft>;
type Event = Parameters<typeof reduce<Draft>>[1];

const PARCEL = { secret: 'secret' } as NonNullable<State['parcel']>;
const at = (phase: ExchangePhase, more: Partial<State> = {}): State => ({ ...IDLE_EXCHANGE, phase, ...more });
const held = { parcel: PARCEL, isShared: true };
const error = { code: 'no_answer' } as const;
/** Applies several events. */
const after = (state: State, ...events: Event[]) => events.reduce((now, event) => reduce(now, event).state, state);

describe('reduce', () => {
  it.each<[ExchangePhase, Event, ExchangePhase]>([
    // Offer, send, wait
    ['idle', { type: 'offer' }, 'sending'],
    ['sending', { type: 'waiting', isShared: true }, 'waiting'],
    ['sending', { type: 'failed', error }, 'stopped'],
    // Open, claim, fetch, accept
    ['idle', { type: 'open', secret: 'secret' }, 'opening'],
    ['opening', { type: 'offered', index: INDEX }, 'offered'],
    ['opening', { type: 'failed', error }, 'failed'],
    ['failed', { type: 'retry' }, 'opening'],
    ['offered', { type: 'claim' }, 'claiming'],
    ['claiming', { type: 'fetch' }, 'fetching'],
    ['claiming', { type: 'working' }, 'working'],
    ['claiming', { type: 'offered' }, 'offered'],
    ['fetching', { type: 'accept', content: 'work' }, 'accepting'],
    ['accepting', { type: 'refused' }, 'refused'],
    ['refused', { type: 'retry' }, 'accepting'],
    // Another device takes over
    ['fetching', { type: 'offered' }, 'offered'],
    ['sending', { type: 'offered' }, 'offered'],
    // End, lost, expired
    ['waiting', { type: 'end', outcome: 'cancelled' }, 'ending'],
    ['ending', { type: 'failed', error }, 'closeFailed'],
    ['closeFailed', { type: 'retry' }, 'ending'],
    ['ending', { type: 'waiting' }, 'waiting'],
    ['waiting', { type: 'lost', error }, 'stopped'],
    ['waiting', { type: 'ended', outcome: 'arrived' }, 'ended'],
  ])('reduce leads from %s by %o to %s', (from, event, to) => {
    expect(reduce(at(from, held), event).state.phase).toBe(to);
  });

  it.each<[ExchangePhase, Event['type']]>([
    ['idle', 'claim'],
    ['waiting', 'claim'],
    ['idle', 'retry'],
    ['ended', 'end'],
    ['ended', 'offered'],
    ['ended', 'failed'],
    ['idle', 'waiting'],
    ['accepting', 'offered'],
  ])('reduce ignores in the phase %s the event %s', (from, type) => {
    const before = at(from, held);
    expect(reduce(before, { type } as Event)).toEqual({ state: before, effects: [] });
  });

  it.each(['sending', 'claiming', 'fetching'] as const)(
    'reduce repeats the step %s on retry after a failure',
    (phase) => {
      const begun = { type: { sending: 'offer', claiming: 'claim', fetching: 'fetch' }[phase] } as Event;
      const stopped = after(at('offered', held), begun, { type: 'failed', error });
      expect(stopped).toMatchObject({ phase: 'stopped', error });
      expect(reduce(stopped, { type: 'retry' })).toMatchObject({
        state: { phase, error: null },
        effects: ['abort', expect.anything(), 'run'],
      });
    },
  );

  it('reduce aborts the running step at a new phase, and not at its progress', () => {
    const fetching = at('fetching', held);
    expect(reduce(fetching, { type: 'offered' }).effects).toContain('abort');
    expect(reduce(fetching, { type: 'progress', percent: 40 })).toEqual({
      state: { ...fetching, percent: 40 },
      effects: [],
    });
  });

  it('reduce watches the index in phases where another device may write it', () => {
    const watched = (phase: ExchangePhase, more: Partial<State> = {}) =>
      reduce(at('ending', { ...held, ...more }), { type: phase } as Event).effects;
    expect(watched('waiting')).toContain('watch');
    expect(watched('waiting', { isShared: false })).toContain('unwatch');
    expect(watched('waiting', { parcel: null })).toContain('unwatch');
    expect(reduce(at('offered', held), { type: 'claim' }).effects).toContain('unwatch');
  });

  it('reduce drops the parcel at the end unless its index is watched further', () => {
    const ended = reduce(at('waiting', held), { type: 'ended', outcome: 'arrived' });
    expect(ended).toMatchObject({
      state: { parcel: null, outcome: 'arrived' },
      effects: ['abort', 'unwatch', 'onEnded'],
    });
    const lingering = reduce(at('ending', held), { type: 'ended', outcome: 'cancelled', parcel: PARCEL });
    expect(lingering).toMatchObject({ state: { parcel: PARCEL }, effects: ['abort', 'watch', 'onEnded'] });
  });

  it('reduce ignores retry after the link was lost', () => {
    const lost = after(at('offered', held), { type: 'fetch' }, { type: 'lost', error });
    expect(lost).toMatchObject({ phase: 'stopped', parcel: null });
    expect(reduce(lost, { type: 'retry' })).toEqual({ state: lost, effects: [] });
  });

  it('reduce accepts a new offer in any phase', () => {
    for (const phase of Object.keys(TRANSITIONS.offer) as ExchangePhase[]) {
      const restarted = reduce<ExchangeTypes>(at(phase, { ...held, percent: 50, error }) as never, {
        type: 'offer',
      }).state;
      expect(restarted).toEqual({ ...IDLE_EXCHANGE, phase: 'sending', step: 'sending' });
    }
  });
});
