/** Sealed parcels at the host: access, lifetimes, limits, and what stolen storage reveals. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOST_LIMITS, LIFETIMES, MAX_BLOB, MAX_INDEX } from '../../../src/domain/api/parcels.ts';
import { type ParcelKeys, sealing } from '../../../src/stores/parcel/sealing.ts';
import { MINUTE, NOW, setClock } from './support/clock.ts';
import { bindings, call, migrate, readRefusal, runSweep, sweepOrphans } from './support/host.ts';
import { everythingStored, objectKeys } from './support/storage.ts';

const { DB, FILES } = bindings;
const HOUR = 60 * MINUTE;
const encode = (text: string) => new TextEncoder().encode(text);

beforeAll(migrate);
beforeEach(async () => {
  const tables = ['parcels', 'orphaned_objects'];
  await DB.batch(tables.map((table) => DB.prepare(`DELETE FROM ${table}`)));
  await FILES.delete(await objectKeys());
  await DB.prepare('DELETE FROM orphaned_objects').run();
});

async function newKeys(): Promise<ParcelKeys> {
  const keys = await sealing.keysOf(sealing.newSecret());
  if (!keys) throw new Error('not a secret');
  return keys;
}

interface Sending {
  body?: Uint8Array<ArrayBuffer> | string;
  /** The revision to replace; null for a new one. */
  from?: number | null;
  seconds?: number;
  headers?: Record<string, string>;
  address?: string;
}

/** A device that has the link of a parcel. */
function deviceWith(keys: Pick<ParcelKeys, 'id' | 'access'>) {
  const access = { 'Parcel-Key': keys.access };
  const put = (path: string, { body = 'sealed', from = null, seconds, headers = {}, address = '192.0.2.1' }: Sending) =>
    call(path, {
      method: 'PUT',
      body,
      headers: {
        ...access,
        'Content-Type': 'application/octet-stream',
        'X-Client-Address': address,
        ...(from === null ? { 'If-None-Match': '*' } : { 'If-Match': `"${from}"` }),
        ...(seconds !== undefined && { 'Parcel-Lifetime': String(seconds) }),
        ...headers,
      },
    });
  const path = `/parcels/${keys.id}`;
  return {
    make: (sending: Sending = {}) => put(path, { seconds: LIFETIMES.draft, ...sending }),
    putIndex: (sending: Sending) => put(path, sending),
    putBlob: (id: string, sending: Sending = {}) => put(`${path}/${id}`, sending),
    index: () => call(path, { headers: access }),
    blob: (id: string, method = 'GET') => call(`${path}/${id}`, { method, headers: access }),
    dropBlob: (id: string) => call(`${path}/${id}`, { method: 'DELETE', headers: access }),
    drop: () => call(path, { method: 'DELETE', headers: access }),
  };
}

const blobId = (number: number) => String(number).padStart(22, 'b');
const readResult = async (response: Response) => ({ status: response.status, ...((await response.json()) as object) });
const text = async (response: Response) => ({ revision: response.headers.get('ETag'), text: await response.text() });

describe('a parcel', () => {
  it('a parcel is created once, read by its key, and replaced from its latest revision only', async () => {
    const device = deviceWith(await newKeys());
    expect(await readResult(await device.make({ body: 'one' }))).toEqual({
      status: 200,
      revision: 1,
      seconds_left: 86_400,
    });
    expect(await readRefusal(await device.make({ body: 'two' }))).toMatchObject({
      status: 412,
      code: 'parcel_changed',
    });
    expect(await readResult(await device.putIndex({ body: 'two', from: 1 }))).toMatchObject({
      status: 200,
      revision: 2,
    });
    expect(await readRefusal(await device.putIndex({ body: 'late', from: 1 }))).toMatchObject({ status: 412 });
    const response = await device.index();
    expect(response.headers.get('Parcel-Seconds-Left')).toBe('86400');
    expect(await text(response)).toEqual({ revision: '"2"', text: 'two' });
  });

  it('of two simultaneous writes of a parcel one succeeds', async () => {
    const device = deviceWith(await newKeys());
    await device.make();
    const responses = await Promise.all(['a', 'b'].map((body) => device.putIndex({ body, from: 1 })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
    const blobs = await Promise.all(['a', 'b'].map((body) => device.putBlob(blobId(1), { body })));
    expect(blobs.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(await objectKeys()).toHaveLength(1);
  });

  it('a parcel returns parcel_gone for an unknown id, an expired parcel or a wrong key', async () => {
    const [keys, other] = [await newKeys(), await newKeys()];
    const device = deviceWith(keys);
    await device.make();
    await device.putBlob(blobId(1));
    const guesses = [
      deviceWith({ id: keys.id, access: other.access }),
      deviceWith(other),
      deviceWith({ id: 'short', access: keys.access }),
      deviceWith({ id: keys.id, access: 'short' }),
    ];
    const seen = async (guess: ReturnType<typeof deviceWith>) => {
      const responses = [
        await guess.index(),
        await guess.blob(blobId(1)),
        await guess.dropBlob(blobId(1)),
        await guess.drop(),
        await guess.putIndex({ from: 1 }),
        await guess.putBlob(blobId(1), { from: 1 }),
      ];
      return Promise.all(responses.map(async (response) => ({ ...(await readRefusal(response)), request_id: '' })));
    };
    const [first, ...rest] = await Promise.all(guesses.map(seen));
    expect(first?.map(({ code }) => code)).toEqual(Array(6).fill('parcel_gone'));
    for (const one of rest) expect(one).toEqual(first);
    // A stranger cannot replace the parcel either.
    expect(await readRefusal((await guesses[0]?.make()) as Response)).toMatchObject({
      status: 410,
      code: 'parcel_gone',
    });
    expect(await text(await device.index())).toEqual({ revision: '"1"', text: 'sealed' });
    setClock(LIFETIMES.draft * 1000);
    expect(await seen(device)).toEqual(first);
  });

  it.each([
    ['neither start', { headers: { 'If-None-Match': '' } }],
    ['both starts', { headers: { 'If-Match': '"1"' } }],
    ['a start that is no revision', { from: 1, headers: { 'If-Match': '1' } }],
    ['no lifetime', { headers: { 'Parcel-Lifetime': '' } }],
    ['a lifetime of its own choice', { seconds: 31 * 24 * 60 * 60 }],
    ['an empty body', { body: '' }],
  ] satisfies [string, Sending][])('a parcel is not created with %s', async (_, sending) => {
    const device = deviceWith(await newKeys());
    expect(await readRefusal(await device.make(sending))).toMatchObject({ status: 400, code: 'malformed' });
    expect(await DB.prepare('SELECT count(*) AS count FROM parcels').first()).toEqual({ count: 0 });
  });

  it('the index of a parcel is at most 64 KiB of octets', async () => {
    const device = deviceWith(await newKeys());
    expect(await readRefusal(await device.make({ body: new Uint8Array(MAX_INDEX + 1) }))).toMatchObject({
      status: 413,
    });
    const typed = { headers: { 'Content-Type': 'text/html' } };
    expect(await readRefusal(await device.make(typed))).toMatchObject({ status: 415, code: 'unsupported_media' });
    expect((await device.make({ body: new Uint8Array(MAX_INDEX).fill(1) })).status).toBe(200);
  });
});

describe('a blob', () => {
  it('a blob is stored byte for byte, and never replaced', async () => {
    const device = deviceWith(await newKeys());
    await device.make();
    const bytes = new Uint8Array(300_000).map((_, index) => index * 7);
    expect(await readResult(await device.putBlob(blobId(1), { body: bytes }))).toMatchObject({
      status: 200,
      revision: 1,
    });
    for (const from of [null, 1])
      expect(await readRefusal(await device.putBlob(blobId(1), { body: 'new', from }))).toMatchObject({
        status: 412,
        code: 'parcel_changed',
      });
    const response = await device.blob(blobId(1));
    expect(response.headers.get('ETag')).toBe('"1"');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    expect(await objectKeys()).toHaveLength(1);
    expect(await DB.prepare('SELECT count(*) AS count FROM orphaned_objects').first()).toEqual({ count: 0 });
  });

  it('a deleted blob is parcel_gone, and leaves nothing', async () => {
    const device = deviceWith(await newKeys());
    await device.make();
    await device.putBlob(blobId(1));
    expect((await device.dropBlob(blobId(1))).status).toBe(200);
    expect(await objectKeys()).toEqual([]);
    expect(await DB.prepare('SELECT count(*) AS count FROM parcel_blobs').first()).toEqual({ count: 0 });
    expect(await readRefusal(await device.blob(blobId(1)))).toMatchObject({ status: 410 });
    // Either device may delete the blob.
    expect((await device.dropBlob(blobId(1))).status).toBe(200);
  });

  it('HEAD of a blob has its headers, and is parcel_gone for an unknown one', async () => {
    const device = deviceWith(await newKeys());
    await device.make();
    await device.putBlob(blobId(1));
    expect(await text(await device.blob(blobId(1), 'HEAD'))).toEqual({ revision: '"1"', text: '' });
    expect((await device.blob(blobId(2), 'HEAD')).status).toBe(410);
  });

  it('a blob over 12 MiB is refused while it arrives', async () => {
    const device = deviceWith(await newKeys());
    await device.make();
    let sent = 0;
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const response = await device.putBlob(blobId(1), { body: endless as unknown as Uint8Array<ArrayBuffer> });
    expect(await readRefusal(response)).toMatchObject({ status: 413, code: 'too_large' });
    expect(sent).toBeLessThan(MAX_BLOB / (1024 * 1024) + 4);
    expect(await objectKeys()).toEqual([]);
  });

  it('a blob is refused beside 64 others or beyond 100 MiB', async () => {
    const keys = await newKeys();
    const device = deviceWith(keys);
    await device.make();
    const others = (count: number, size: number) =>
      DB.batch([
        DB.prepare('DELETE FROM parcel_blobs'),
        ...Array.from({ length: count }, (_, index) =>
          DB.prepare('INSERT INTO parcel_blobs (parcel_id, id, object_id, size) VALUES (?, ?, ?, ?)').bind(
            ...[keys.id, blobId(index + 1), `object ${index}`, size],
          ),
        ),
      ]);
    await others(HOST_LIMITS.blobs, 1);
    expect(await readRefusal(await device.putBlob(blobId(99)))).toMatchObject({ status: 413, code: 'too_large' });
    await others(HOST_LIMITS.blobs - 1, 1);
    expect((await device.putBlob(blobId(99))).status).toBe(200);
    await others(1, HOST_LIMITS.parcelBytes - 6);
    expect(await readRefusal(await device.putBlob(blobId(2), { body: '1234567' }))).toMatchObject({ status: 413 });
    expect((await device.putBlob(blobId(2), { body: '123456' })).status).toBe(200);
    expect(await text(await device.blob(blobId(2)))).toEqual({ revision: '"1"', text: '123456' });
  });
});

describe('the end of a parcel', () => {
  it('deleting a parcel deletes all its blobs', async () => {
    const device = deviceWith(await newKeys());
    await device.make();
    for (const number of [1, 2]) await device.putBlob(blobId(number));
    expect((await device.drop()).status).toBe(200);
    expect(await readRefusal(await device.index())).toMatchObject({ status: 410 });
    expect(await readRefusal(await device.drop())).toMatchObject({ status: 410 });
    expect(await objectKeys()).toEqual([]);
  });

  it('a parcel expires to the second for reads and is swept from the storage', async () => {
    const device = deviceWith(await newKeys());
    await device.make({ seconds: LIFETIMES.photo });
    await device.putBlob(blobId(1));
    setClock(LIFETIMES.photo * 1000 - 1);
    expect((await device.index()).headers.get('Parcel-Seconds-Left')).toBe('1');
    setClock(LIFETIMES.photo * 1000);
    expect(await readRefusal(await device.index())).toMatchObject({ status: 410 });
    expect(await readRefusal(await device.blob(blobId(1)))).toMatchObject({ status: 410 });
    expect(await objectKeys()).toHaveLength(1);
    await runSweep(NOW + LIFETIMES.photo * 1000);
    expect(await DB.prepare('SELECT count(*) AS count FROM parcel_blobs').first()).toEqual({ count: 0 });
    await sweepOrphans();
    expect(await objectKeys()).toEqual([]);
  });

  it('objects in the bucket that no blob holds are swept', async () => {
    const device = deviceWith(await newKeys());
    await device.make();
    await FILES.put('left-over', 'bytes of a worker that was stopped');
    await DB.prepare('INSERT INTO orphaned_objects (id, made_at) VALUES (?, ?)').bind('left-over', NOW).run();
    await device.putBlob(blobId(1));
    await runSweep(NOW + 2 * HOUR);
    expect(await objectKeys()).toHaveLength(1);
    expect((await device.blob(blobId(1))).status).toBe(200);
  });

  it('the id of an expired parcel can be reused', async () => {
    const device = deviceWith(await newKeys());
    await device.make({ seconds: LIFETIMES.photo });
    setClock(LIFETIMES.photo * 1000);
    expect(await readResult(await device.make({ body: 'again' }))).toMatchObject({ status: 200, revision: 1 });
  });
});

describe('a write that is refused', () => {
  it('failed writes leave nothing', async () => {
    const device = deviceWith(await newKeys());
    await device.make();
    await device.putBlob(blobId(1));
    const before = await everythingStored();
    const stranger = deviceWith({ ...(await newKeys()), access: 'z'.repeat(43) });
    for (const response of [
      await device.make({ body: 'other' }),
      await device.putIndex({ from: 7 }),
      await stranger.putIndex({ from: 1 }),
      await device.putBlob(blobId(1), { body: 'other' }),
      await device.putBlob(blobId(1), { from: 7 }),
      await device.putBlob(blobId(2), { from: 1 }),
      await stranger.putBlob(blobId(1)),
      await device.putIndex({ from: 1, body: '' }),
      await device.putIndex({ from: 1, body: new Uint8Array(MAX_INDEX + 1) }),
    ])
      expect(response.ok).toBe(false);
    expect(await everythingStored()).toEqual(before);
  });
});

describe('a body of a parcel that breaks off', () => {
  it.each([['the index'], ['a blob']])('a write that breaks off leaves %s unchanged', async (what) => {
    const device = deviceWith(await newKeys());
    await device.make({ body: 'good' });
    await device.putBlob(blobId(1), { body: 'good' });
    const before = await everythingStored();
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(encode('half'));
        controller.error(new Error('the line broke'));
      },
    }) as unknown as Uint8Array<ArrayBuffer>;
    const response =
      what === 'a blob'
        ? await device.putBlob(blobId(2), { body: broken })
        : await device.putIndex({ body: broken, from: 1 });
    expect(await readRefusal(response)).toMatchObject({ status: 400, code: 'malformed' });
    expect(await everythingStored()).toEqual(before);
  });
});
