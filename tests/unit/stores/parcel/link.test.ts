import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ParcelKind } from '../../../../src/domain/api/parcels.ts';
import type { Locale } from '../../../../src/domain/i18n/locales.ts';
import { parcelLink } from '../../../../src/domain/parcel/link-address.ts';
import { followLink, type OpenedLink } from '../../../../src/stores/browser/link-key.ts';
import { CompanyAnswerer } from '../../../../src/stores/parcel/company-answerer.ts';
import { DraftReceiverStore } from '../../../../src/stores/parcel/draft-receiver.ts';
import { PhotoSender } from '../../../../src/stores/parcel/photo-sender.ts';
import { setPorts } from '../../../fixtures/ports.ts';
import { createDevice } from '../application/one-device.ts';
import { companyDraftOn, link, requests, startHost, stored } from './host.ts';

const KEY = 'A'.repeat(22);

afterEach(() => {
  vi.unstubAllGlobals();
  setPorts({});
});

describe('links', () => {
  it('parcelLink has the secret in its fragment only', () => {
    const link = (locale: Locale, kind: ParcelKind) => parcelLink('https://visa.example', locale, kind, KEY);
    expect(link('en', 'photo')).toBe(`https://visa.example/en/parcel/photo#${KEY}`);
    expect(link('ru', 'draft')).toBe(`https://visa.example/ru/parcel/draft#${KEY}`);
  });

  it.each([
    [KEY, { key: KEY, ended: null }],
    ['!arrived', { key: null, ended: 'arrived' }],
    [null, { key: null, ended: null }],
  ])('followLink opens the link of %s: %j', (stored, opened) => {
    vi.stubGlobal('location', { pathname: '/en/parcel/draft', search: '', hash: '' });
    vi.stubGlobal('navigator', { userAgent: '' });
    vi.stubGlobal('window', {});
    vi.stubGlobal('sessionStorage', { getItem: () => stored });
    vi.stubGlobal('addEventListener', () => undefined);
    const found: OpenedLink[] = [];
    followLink((link) => found.push(link));
    expect(found).toEqual([opened]);
  });
});

describe('followLink on a page whose address changes', () => {
  /** @returns what was opened, and a navigation to a fragment */
  function followed(hash: string) {
    const session = new Map<string, string>();
    const listeners: (() => void)[] = [];
    const location = { pathname: '/en/parcel/company', search: '', hash };
    vi.stubGlobal('location', location);
    vi.stubGlobal('history', {
      replaceState: (_state: unknown, _title: string, path: string) => {
        location.hash = /#.*/.exec(path)?.[0] ?? '';
      },
    });
    vi.stubGlobal('navigator', { userAgent: '' });
    vi.stubGlobal('window', {});
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => session.get(name) ?? null,
      setItem: (name: string, value: string) => session.set(name, value),
      removeItem: (name: string) => session.delete(name),
    });
    vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => listeners.push(listener));
    const opened: OpenedLink[] = [];
    followLink((link) => opened.push(link));
    const navigate = (to: string) => {
      location.hash = to;
      for (const listener of listeners) listener();
    };
    return { opened, navigate };
  }

  it('a truncated key is known as cut, also over a page that continues one of this device', () => {
    const cut = { key: null, ended: 'cut' };
    const truncated = `#${KEY.slice(1)}`;
    expect(followed(truncated).opened).toEqual([cut]);
    const { opened, navigate } = followed('');
    navigate(truncated);
    navigate(`#${KEY}`);
    expect(opened).toEqual([link(null), cut, link(KEY)]);
  });

  it("the page's own views open no link again, with a key or without", () => {
    for (const hash of ['', `#${KEY}`]) {
      const { opened, navigate } = followed(hash);
      navigate('#part:employer');
      navigate('#parts');
      expect(opened).toHaveLength(1);
    }
  });
});

describe('a link of an earlier portal', () => {
  /** The id that the first version of the keys gave a parcel. */
  async function oldId(secret: string): Promise<string> {
    const root = await crypto.subtle.importKey('raw', Buffer.from(secret, 'base64url'), 'HKDF', false, ['deriveBits']);
    const info = new TextEncoder().encode('it-visa parcel 1 id');
    const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
    return Buffer.from(await crypto.subtle.deriveBits(hkdf, root, 128)).toString('base64url');
  }

  it('a link of an earlier portal is gone on each page, although its parcel is still there', async () => {
    startHost();
    stored.set(`/api/v1/parcels/${await oldId(KEY)}`, { revision: 1, bytes: new Uint8Array(60) });
    const theirs = createDevice().storage;
    const pages = [
      new DraftReceiverStore(),
      new PhotoSender(),
      new CompanyAnswerer({ draft: companyDraftOn(theirs), storage: () => theirs }),
    ];
    for (const page of pages) {
      await page.open(link(KEY));
      expect(page.$view.get().phase).toBe('gone');
    }
    expect(requests).not.toEqual([]);
  });
});

describe('supportsParcels', () => {
  it.each([
    [200, 'ok', true],
    [404, 'not_found', false],
    [500, 'internal', true],
  ])('supportsParcels asks the host once per page: %s %s is %s', async (status, code, kept) => {
    vi.resetModules();
    const { setPorts: setFresh } = await import('../../../fixtures/ports.ts');
    const { supportsParcels } = await import('../../../../src/stores/parcel/supports-parcels.ts');
    const fetch = vi.fn(async () => Response.json({ code, message: code, request_id: 'r' }, { status }));
    setFresh({ fetch, online: () => true, after: () => () => undefined });
    expect([await supportsParcels(), await supportsParcels()]).toEqual([kept, kept]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
