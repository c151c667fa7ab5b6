/**
 * Uploads over a real connection to the running portal: a truncated body is not stored, and a refused one gets its response.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_BLOB } from '../../../src/domain/api/parcels.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';
import { releaseIf } from '../support/stages.ts';

const id = () => randomBytes(16).toString('base64url');
const ACCESS = randomBytes(32).toString('base64url');
const OCTETS = { 'Parcel-Key': ACCESS, 'Content-Type': 'application/octet-stream' };

interface Line {
  path: string;
  headers: Record<string, string>;
  /** The raw bytes after the headers. */
  pieces: (string | Buffer)[];
}

/** Opens a socket with a PUT, which stays open after the last chunk. */
async function openLine(origin: string, { path, headers, pieces }: Line) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const lines = Object.entries({ Host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write([`PUT ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  for (const piece of pieces) await new Promise((done) => socket.write(piece, done));
  return socket;
}

const origin = (baseURL: string | undefined) => baseURL ?? '';

test.describe('an upload that breaks off', () => {
  // Each way to break off once: an index is replaced and reset, a blob is new and closed.
  for (const where of ['index', 'blob'])
    for (const [how, headers, pieces] of [
      ['with a length', { 'Content-Length': '9000' }, ['x'.repeat(5000)]],
      ['in chunks, between two', { 'Transfer-Encoding': 'chunked' }, ['4\r\nhalf\r\n']],
      ['in chunks, within one', { 'Transfer-Encoding': 'chunked' }, ['1388\r\n', 'x'.repeat(4500)]],
      ['in chunks, by a wrong one', { 'Transfer-Encoding': 'chunked' }, ['4\r\nhalf\r\n', 'zz\r\n']],
    ] as const)
      for (const end of ['reset', 'closed'] as const)
        test(
          `a broken upload stores nothing of the ${where}: ${how}, ${end}`,
          releaseIf((where === 'index') !== (end === 'reset')),
          async ({ request, baseURL }) => {
            const parcel = `/api/v1/parcels/${id()}`;
            const path = where === 'index' ? parcel : `${parcel}/${id()}`;
            const create = { ...OCTETS, 'If-None-Match': '*' };
            const made = await request.put(parcel, { headers: { ...create, 'Parcel-Lifetime': '900' }, data: 'good' });
            expect(made.status()).toBe(200);

            const condition = where === 'index' ? { 'If-Match': '"1"' } : { 'If-None-Match': '*' };
            const line = { path, headers: { ...OCTETS, ...condition, ...headers }, pieces: [...pieces] };
            const socket = await openLine(origin(baseURL), line);
            await pause(200);
            if (end === 'reset') socket.resetAndDestroy();
            else socket.end();
            // Waits until pending writes are done.
            await pause(500);

            const stored = await request.get(path, { headers: OCTETS });
            expect(stored.status()).toBe(where === 'index' ? 200 : 410);
            if (where === 'index') expect(await stored.text()).toBe('good');
            // The upload can be repeated, since nothing was stored.
            const again = await request.put(path, { headers: { ...OCTETS, ...condition }, data: 'better' });
            expect(again.status()).toBe(200);
          },
        );
});

test('an upload for which no memory is left gets the response busy, and its connection stays open', async ({
  page,
  baseURL,
}) => {
  const address = { 'CF-Connecting-IP': '203.0.113.201' };
  await page.setExtraHTTPHeaders(address);
  expectedErrors.push(/status of 503/);
  await page.goto('/en');
  const parcel = `/api/v1/parcels/${id()}`;
  const create = { ...OCTETS, 'If-None-Match': '*' };
  await page.request.put(parcel, { headers: { ...create, ...address, 'Parcel-Lifetime': '900' }, data: 'index' });
  const held = { ...create, ...address, 'Content-Length': String(MAX_BLOB) };
  const sockets = await Promise.all(
    Array.from({ length: 3 }, () =>
      openLine(origin(baseURL), { path: `${parcel}/${id()}`, headers: held, pieces: [Buffer.alloc(MAX_BLOB - 1)] }),
    ),
  );
  await pause(2000);
  const outcome = await page.evaluate(
    ([path, headers, size]) =>
      fetch(path, { method: 'PUT', headers, body: new Uint8Array(size) }).then(
        async (response) => ({ status: response.status, code: (await response.json()).code }),
        (error) => String(error),
      ),
    [`${parcel}/${id()}`, create, MAX_BLOB] as const,
  );
  for (const socket of sockets) socket.destroy();
  expect(outcome).toEqual({ status: 503, code: 'busy' });
});
