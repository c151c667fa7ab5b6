import { afterEach, describe, expect, it, vi } from 'vitest';
import { setPorts } from '../../../../src/stores/browser/ports.ts';
import { setTransferPorts } from '../../../../src/stores/browser/transfer-ports.ts';
import { openedLink, parcelLink } from '../../../../src/stores/parcel/link.ts';

const KEY = 'A'.repeat(22);

afterEach(() => setPorts({}));

describe('links', () => {
  it('parcelLink has the secret in its fragment only', () => {
    setTransferPorts({ origin: () => 'https://visa.example' });
    expect(parcelLink('en', 'photo', 'abc')).toBe('https://visa.example/en/parcel/photo#abc');
    expect(parcelLink('ru', 'draft', 'abc')).toBe('https://visa.example/ru/parcel/draft#abc');
  });

  it.each([
    [KEY, { key: KEY, ended: null }],
    ['!arrived', { key: null, ended: 'arrived' }],
    [null, { key: null, ended: null }],
  ])('openedLink of %s is %j', (stored, opened) => {
    setTransferPorts({ takeLinkKey: () => undefined, linkKey: () => stored });
    expect(openedLink()).toEqual(opened);
  });
});

describe('supportsParcels', () => {
  it.each([
    [200, 'ok', true],
    [404, 'not_found', false],
    [500, 'internal', true],
  ])('supportsParcels asks the host once per page: %s %s is %s', async (status, code, kept) => {
    vi.resetModules();
    const { setPorts: setFresh } = await import('../../../../src/stores/browser/ports.ts');
    const { supportsParcels } = await import('../../../../src/stores/parcel/supports-parcels.ts');
    const fetch = vi.fn(async () => Response.json({ code, message: code, request_id: 'r' }, { status }));
    setFresh({ fetch, online: () => true, after: () => () => undefined });
    expect([await supportsParcels(), await supportsParcels()]).toEqual([kept, kept]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
