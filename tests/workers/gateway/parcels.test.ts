/** Sealed parcels at the gateway: passed headers, and responses that no browser displays. */
import { describe, expect, it } from 'vitest';
import { MAX_BLOB, MAX_INDEX } from '../../../src/domain/api/parcels.ts';
import { readErrorCode, visitor } from './visitor.ts';

const KEY = 'k'.repeat(43);
const PARCEL = `/api/v1/parcels/${'p'.repeat(22)}`;
const BLOB = `${PARCEL}/${'b'.repeat(22)}`;
const OCTETS = { 'Content-Type': 'application/octet-stream' };

describe('a parcel through the gateway', () => {
  it('a parcel write passes its key, revision and lifetime to the host', async () => {
    const guest = visitor();
    const headers = { ...OCTETS, 'Parcel-Key': KEY, 'If-None-Match': '*', 'Parcel-Lifetime': '900' };
    const response = await guest.visit(PARCEL, { method: 'PUT', body: 'sealed', headers });
    expect(await response.json()).toEqual({ revision: 1, seconds_left: 900 });
    const [call] = await guest.hostSaw();
    expect(Object.fromEntries(call?.headers ?? [])).toMatchObject({
      ...{ 'parcel-key': KEY, 'if-none-match': '*', 'parcel-lifetime': '900' },
      'content-type': 'application/octet-stream',
    });
    expect(call?.body.text).toBe('sealed');
  });

  it.each([
    ['Parcel-Lifetime', '900x'],
    ['Parcel-Lifetime', 'x900'],
    ['Parcel-Lifetime', '1234567890'],
    ['If-None-Match', '**'],
    ['If-Match', '"1"x'],
    ['If-Match', '"1234567890"'],
    ['If-Match', '1'],
  ])('a parcel call drops the header %s that is %s', async (name, value) => {
    const guest = visitor();
    await guest.visit(PARCEL, { method: 'PUT', body: 'sealed', headers: { ...OCTETS, [name]: value } });
    const [call] = await guest.hostSaw();
    expect(new Headers(call?.headers).has(name)).toBe(false);
  });

  it('malformed parcel headers are dropped, and no other call passes any', async () => {
    const guest = visitor();
    const wrong = { 'Parcel-Key': 'short', 'If-Match': 'W/"1"', 'If-None-Match': '"1"', 'Parcel-Lifetime': 'long' };
    await (await guest.visit(PARCEL, { method: 'PUT', body: 'sealed', headers: { ...OCTETS, ...wrong } })).text();
    const right = { 'Parcel-Key': KEY, 'If-Match': '"1"' };
    await (await guest.visit('/api/v1/employee-visa/c0de', { headers: right })).text();
    const calls = await guest.hostSaw();
    expect(calls).toHaveLength(2);
    for (const { headers } of calls)
      for (const [name] of headers)
        expect(['parcel-key', 'if-match', 'if-none-match', 'parcel-lifetime']).not.toContain(name);
  });

  it.each([PARCEL, BLOB])(
    'sealed bytes are sent so that no browser shows and no cache stores them: %s',
    async (path) => {
      const guest = visitor();
      const response = await guest.visit(path, { headers: { 'Parcel-Key': KEY } });
      expect(await response.text()).toBe('sealed');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        ...{ 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' },
        ...{ 'cache-control': 'no-store', etag: '"3"', 'parcel-seconds-left': '900' },
        ...{ 'x-content-type-options': 'nosniff', 'content-security-policy': expect.stringContaining("'none'") },
      });
    },
  );

  it('sealed bytes may have a nine-digit revision and any spelling of their type', async () => {
    const guest = visitor();
    const type = 'Application/Octet-Stream ;x';
    const headers = { 'Content-Type': type, ETag: '"123456789"', 'Parcel-Seconds-Left': '1' };
    await guest.hostResponds({ headers, body: 'sealed' });
    const response = await guest.visit(BLOB, { headers: { 'Parcel-Key': KEY } });
    expect([response.status, response.headers.get('etag')]).toEqual([200, '"123456789"']);
  });

  it.each<[string, Record<string, string>]>([
    ['a page', { 'Content-Type': 'text/html', ETag: '"3"', 'Parcel-Seconds-Left': '900' }],
    ['no revision', { 'Content-Type': 'application/octet-stream', 'Parcel-Seconds-Left': '900' }],
    ['no time that is left', { 'Content-Type': 'application/octet-stream', ETag: '"3"' }],
    ['another revision', { 'Content-Type': 'application/octet-stream', ETag: '"3"x', 'Parcel-Seconds-Left': '900' }],
    [
      'an invalid number of seconds',
      { 'Content-Type': 'application/octet-stream', ETag: '"3"', 'Parcel-Seconds-Left': '9 s' },
    ],
    ['no seconds but more', { 'Content-Type': 'application/octet-stream', ETag: '"3"', 'Parcel-Seconds-Left': '-9' }],
  ])('sealed bytes from a host that responds with %s are not of the contract', async (_, headers) => {
    const guest = visitor();
    await guest.hostResponds({ headers, body: '<script>', isOutside: true });
    const response = await guest.visit(BLOB, { headers: { 'Parcel-Key': KEY } });
    expect([response.status, await readErrorCode(response)]).toEqual([502, 'host_unreachable']);
  });

  it.each([
    [404, 'not_found'],
    [410, 'parcel_gone'],
    [412, 'parcel_changed'],
  ] as const)('an empty parcel response with %i is %s', async (status, code) => {
    const guest = visitor();
    await guest.hostResponds({ status, body: '', isOutside: true });
    const response = await guest.visit(PARCEL, { headers: { 'Parcel-Key': KEY } });
    expect([response.status, await readErrorCode(response)]).toEqual([status, code]);
  });

  it.each([
    ['another type', PARCEL, { 'Content-Type': 'application/json' }, 415, 'unsupported_media'],
    ['an index over 64 KiB', PARCEL, { ...OCTETS, 'Content-Length': String(MAX_INDEX + 1) }, 413, 'too_large'],
    ['a blob over 12 MiB', BLOB, { ...OCTETS, 'Content-Length': String(MAX_BLOB + 1) }, 413, 'too_large'],
    ['another site', BLOB, { ...OCTETS, Origin: 'https://other.test' }, 403, 'cross_site'],
  ] as const)('a parcel write is refused before the host with %s', async (_, path, headers, status, code) => {
    const guest = visitor();
    const response = await guest.visit(path, { method: 'PUT', body: 'sealed', headers });
    expect([response.status, await readErrorCode(response)]).toEqual([status, code]);
    expect(await guest.hostSaw()).toEqual([]);
  });
});
