import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSubmitted, readSubmitted, storeSubmitted } from '../../../../src/stores/application/submitted.ts';
import { setPorts } from '../../../../src/stores/browser/ports.ts';

const SENT = { id: '42', type: 'founder' as const, at: '2026-11-21T09:00:05Z', isOfContract: true };
const DAY = 24 * 60 * 60 * 1000;
let now = 0;
let device: Map<string, string>;

beforeEach(() => {
  now = Date.parse(SENT.at);
  setPorts({ now: () => now });
  device = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => device.get(key) ?? null,
    setItem: (key: string, text: string) => void device.set(key, text),
    removeItem: (key: string) => void device.delete(key),
  });
});
afterEach(() => {
  setPorts({});
  vi.unstubAllGlobals();
});

describe('what the success page shows', () => {
  it('is nothing before something was sent', () => {
    expect(readSubmitted()).toBeNull();
  });

  it('is number, type and time of the last application, and nothing else of it is on the device', () => {
    storeSubmitted({ ...SENT, email: 'anna@example.org' } as typeof SENT);
    expect(readSubmitted()).toEqual(SENT);
    expect([...device.values()].join()).not.toContain('anna');
  });

  it('is there for 30 days, and gone from the device after them', () => {
    storeSubmitted(SENT);
    now += 30 * DAY - 1;
    expect(readSubmitted()).toEqual(SENT);
    now += 1;
    expect(readSubmitted()).toBeNull();
    expect(device.size).toBe(0);
  });

  it('can be forgotten', () => {
    storeSubmitted(SENT);
    clearSubmitted();
    expect(readSubmitted()).toBeNull();
  });

  it('is there in memory where the browser forbids storage', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('forbidden', 'SecurityError');
      },
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    });
    storeSubmitted(SENT);
    expect(readSubmitted()).toEqual(SENT);
    clearSubmitted();
    expect(readSubmitted()).toBeNull();
  });

  it.each(['"text"', '{"id":42,"type":"founder","at":""}', '{"id":"42","type":"tourist","at":""}', '[]', '{"i'])(
    'is nothing when what is kept is not of that form: %s',
    (kept) => {
      device.set('submitted', kept);
      expect(readSubmitted()).toBeNull();
    },
  );
});

describe('what somebody wrote into local storage', () => {
  it.each<[string, unknown]>([
    ['a number of a megabyte', { ...SENT, id: 'x'.repeat(1_000_000) }],
    ['a number that is none', { ...SENT, id: { a: 1 } }],
    ['a time after the last that there is', { ...SENT, at: '+275760-09-13T00:00:00Z' }],
    ['a time that is none', { ...SENT, at: 'soon' }],
    ['a list', [SENT]],
    ['a text', 'submitted'],
  ])('is no application: %s', (_, value) => {
    device.set('submitted', JSON.stringify(value));
    expect(readSubmitted()).toBeNull();
  });
});
