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

describe('the submitted application on the success page', () => {
  it('readSubmitted is null before an application was sent', () => {
    expect(readSubmitted()).toBeNull();
  });

  it('readSubmitted returns number, type and time of the last application, and nothing else is stored', () => {
    storeSubmitted({ ...SENT, email: 'anna@example.org' } as typeof SENT);
    expect(readSubmitted()).toEqual(SENT);
    expect([...device.values()].join()).not.toContain('anna');
  });

  it('readSubmitted returns an application for 30 days and then deletes it', () => {
    storeSubmitted(SENT);
    now += 30 * DAY - 1;
    expect(readSubmitted()).toEqual(SENT);
    now += 1;
    expect(readSubmitted()).toBeNull();
    expect(device.size).toBe(0);
  });

  it('clearSubmitted deletes the submitted application', () => {
    storeSubmitted(SENT);
    clearSubmitted();
    expect(readSubmitted()).toBeNull();
  });

  it('readSubmitted works in memory where the browser forbids storage', () => {
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
    'readSubmitted is null for a stored value of another shape: %s',
    (kept) => {
      device.set('submitted', kept);
      expect(readSubmitted()).toBeNull();
    },
  );
});

describe('manipulated local storage', () => {
  it.each<[string, unknown]>([
    ['a number of a megabyte', { ...SENT, id: 'x'.repeat(1_000_000) }],
    ['an invalid number', { ...SENT, id: { a: 1 } }],
    ['a time after the last possible one', { ...SENT, at: '+275760-09-13T00:00:00Z' }],
    ['an invalid time', { ...SENT, at: 'soon' }],
    ['a list', [SENT]],
    ['a text', 'submitted'],
  ])('readSubmitted rejects %s', (_, value) => {
    device.set('submitted', JSON.stringify(value));
    expect(readSubmitted()).toBeNull();
  });
});
