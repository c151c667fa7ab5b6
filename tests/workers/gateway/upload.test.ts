/** An upload through the gateway: counted, joined into larger chunks, held to a minimum pace, and aborted when incomplete. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPace } from '../../../functions/gateway/time-limits.ts';
import { createUpload, drainBody } from '../../../functions/gateway/upload.ts';
import { startGateway } from './own-gateway.ts';

const LONGEST_MS = 30 * 60_000;
const SILENCE_MS = 60_000;
const MIN_RATE = 4000;

/** A request whose body is read on demand; records whether its source was cancelled. */
function request(chunks: (Uint8Array | Error | Promise<Uint8Array>)[], headers: Record<string, string> = {}) {
  const stopped = vi.fn();
  const source = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await chunks.shift();
        if (chunk === undefined) controller.close();
        else if (chunk instanceof Error) controller.error(chunk);
        else controller.enqueue(chunk);
      },
      cancel: stopped,
    },
    { highWaterMark: 0 },
  );
  const body = source.pipeThrough(new IdentityTransformStream());
  return { request: new Request('https://portal.test/', { method: 'PUT', body, headers }), stopped };
}

const options = (limit: number) => ({ limit, onWait: vi.fn(), onData: vi.fn() });
const bytes = (length: number, value = 0) => new Uint8Array(length).fill(value);

it('an upload passes its body unchanged', async () => {
  const { request: sent } = request([Uint8Array.of(1, 2), Uint8Array.of(3, 4, 5)]);
  const { body } = createUpload(sent, options(5));
  expect(await new Response(body).bytes()).toEqual(Uint8Array.of(1, 2, 3, 4, 5));
});

it('an upload keeps a known length and passes an empty body', async () => {
  const { request: sent } = request([bytes(10_000)], { 'Content-Length': '10000' });
  expect(await new Response(createUpload(sent, options(10_000)).body).bytes()).toHaveLength(10_000);
  expect(await new Response(createUpload(request([]).request, options(5)).body).bytes()).toHaveLength(0);
});

it('an upload joins one-byte chunks into pieces of at least 4 KiB', async () => {
  const { request: sent } = request(Array.from({ length: 10_000 }, (_, nth) => bytes(1, nth % 251)));
  const reader = createUpload(sent, options(10_000)).body.getReader({ mode: 'byob' });
  const pieces: number[] = [];
  let joined = new Uint8Array();
  for (;;) {
    const { value, done } = await reader.read(new Uint8Array(65_536));
    if (done || !value) break;
    pieces.push(value.byteLength);
    joined = new Uint8Array([...joined, ...value]);
  }
  expect(joined).toEqual(Uint8Array.from({ length: 10_000 }, (_, nth) => nth % 251));
  expect(pieces.slice(0, -1).every((size) => size >= 4096)).toBe(true);
});

it.each([
  ['is too large', [bytes(4), bytes(4), bytes(4)], 5, 'too_large'],
  ['is too large in large pieces', [bytes(4096), bytes(4096), bytes(4096)], 5000, 'too_large'],
  ['breaks off', [bytes(4), new Error('the line broke')], 500, 'malformed'],
  ['breaks off after a large piece', [bytes(9000), new Error('the line broke')], 50_000, 'malformed'],
])('an upload fails with a refusal when it %s, and never ends', async (_, chunks, limit, code) => {
  const { request: sent } = request(chunks);
  const { body, failed } = createUpload(sent, options(limit));
  const settled = vi.fn();
  const ended = new Response(body).bytes().then(settled, settled);
  await expect(failed).rejects.toMatchObject({ code });
  await Promise.race([ended, new Promise((done) => setTimeout(done, 50))]);
  expect(settled).not.toHaveBeenCalled();
});

it("an upload reads on after the host's response and passes nothing more", async () => {
  const { promise: late, resolve } = Promise.withResolvers<Uint8Array>();
  const chunks = [bytes(5000), late, bytes(5000), bytes(5000)];
  const { request: sent } = request(chunks);
  const { failed, drain } = createUpload(sent, options(100_000));
  const refused = vi.fn();
  failed.catch(refused);
  const drained = drain();
  resolve(bytes(5000));
  await drained;
  expect(chunks).toEqual([]);
  expect(refused).not.toHaveBeenCalled();
});

it('draining a refused body ends when it breaks off or is too large', async () => {
  for (const chunks of [
    [bytes(5000), new Error('the line broke')],
    [bytes(5000), bytes(5000)],
  ]) {
    const { request: sent } = request(chunks);
    await drainBody(sent, 6000);
    const { failed, drain } = createUpload(request([...chunks, bytes(9000)]).request, options(6000));
    failed.catch(() => undefined);
    await drain();
  }
});

describe('the pace of a body', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  /** Sends the given bytes at an interval until the body is refused. @returns the elapsed seconds and the code */
  async function sends(size: number, seconds: number) {
    const began = Date.now();
    const pace = createPace();
    for (;;) {
      const read = new Promise<{ value: Uint8Array }>((done) => {
        setTimeout(() => done({ value: bytes(size) }), seconds * 1000);
      });
      const refused = pace.during(read).then(
        () => null,
        ({ code }) => code,
      );
      await vi.advanceTimersByTimeAsync(seconds * 1000);
      const code = await refused;
      if (code !== null) return { code, seconds: Math.round((Date.now() - began) / 1000) };
    }
  }

  it('an upload is too slow when it is silent for a minute or trickles', async () => {
    expect(await sends(4096, SILENCE_MS / 1000 + 1)).toEqual({ code: 'too_slow', seconds: 61 });
    expect(await sends(1, 59)).toEqual({ code: 'too_slow', seconds: 118 });
    const half = await sends(MIN_RATE / 2, 1);
    expect(half.code).toBe('too_slow');
    expect(half.seconds).toBeLessThan(130);
  });

  it('a fast beginning of an upload does not compensate for a slow end', async () => {
    const pace = createPace();
    await pace.during(Promise.resolve({ value: bytes(10_000_000) }));
    const next = pace.during(new Promise<{ value: Uint8Array }>(() => {})).catch(({ code }) => code);
    await vi.advanceTimersByTimeAsync(SILENCE_MS);
    expect(await next).toBe('too_slow');
  });

  it('an upload may take half an hour at most, even at 20 kB/s', async () => {
    expect(await sends(200_000, 10)).toEqual({ code: 'too_slow', seconds: LONGEST_MS / 1000 + 10 });
  });

  it('an upload of 5 MB at 20 kB/s with pauses of half a minute passes', async () => {
    const pace = createPace();
    for (let sent = 0; sent < 5_000_000; sent += 600_000) {
      const read = new Promise<{ value: Uint8Array }>((done) => {
        setTimeout(() => done({ value: bytes(600_000) }), 30_000);
      });
      const passed = pace.during(read);
      await vi.advanceTimersByTimeAsync(30_000);
      await passed;
    }
  });
});

it('the response of a host that reads only the beginning of a large body arrives', async () => {
  const received = vi.fn();
  const { visit } = startGateway({
    send: async (_, { body }) => {
      const reader = (body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      return Response.json(
        { code: 'busy', message: 'too many', request_id: 'r' },
        { status: 503, headers: { 'Retry-After': '10' } },
      );
    },
    timeoutMs: 60_000,
  });
  const chunks = Array.from({ length: 50 }, () => bytes(100_000));
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else {
        received();
        controller.close();
      }
    },
  });
  const response = await visit('/api/v1/founders', {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: source,
  });
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toBe('10');
  expect(received).toHaveBeenCalledTimes(1);
});
