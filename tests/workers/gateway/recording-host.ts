// An admin host for the gateway's tests: it records requests by client address, and sends the responses that a test sets.
// A real worker behind the real service binding, so that tests see what crossed the wire.
import type { Sample } from './sample-responses.ts';

interface RecordedCall {
  method: string;
  path: string;
  origin: string;
  headers: [string, string][];
  body?: { failed: boolean; size: number; text: string };
}

/** The response that a test sets. */
interface Script {
  status: number;
  headers: Record<string, string>;
  body: string;
  silent: boolean;
  rest: 'silent' | 'broken';
}

const calls = new Map<string, RecordedCall[]>();
const scripts = new Map<string, Partial<Script>>();

async function read(request: Request): Promise<{ failed: boolean; size: number; text: string }> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of request.body ?? []) chunks.push(chunk);
  } catch {
    return { failed: true, size: 0, text: '' };
  }
  const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return { failed: false, size, text: size < 4096 ? await new Blob(chunks).text() : '' };
}

/** A body that starts and then breaks off, or pauses until the test continues it. */
function partialBody(text: string, rest: Script['rest'], address: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      while (rest === 'silent' && scripts.get(address)?.rest) await new Promise((done) => setTimeout(done, 10));
      if (rest === 'broken') controller.error(new Error('the line broke'));
      else controller.close();
    },
  });
}

/** The headers of sealed bytes. */
const SEALED = { 'content-type': 'application/octet-stream', etag: '"3"', 'parcel-seconds-left': '900' };

/** Returns the sample response of a call (sample-responses.ts); other paths are files or /healthz. */
function sampleFor(
  samples: readonly Sample[],
  method: string,
  path: string,
): Pick<Script, 'status' | 'headers' | 'body'> {
  const found = samples.find((one) => one.method === method && new RegExp(one.address).test(path));
  if (found?.sealed) return { status: 200, body: 'sealed', headers: SEALED };
  const headers = { 'content-type': 'application/json' };
  return { status: found?.status ?? 200, body: JSON.stringify(found?.body ?? { status: 'ok' }), headers };
}

export default {
  async fetch(request: Request, env: { RESPONSES: string }): Promise<Response> {
    const url = new URL(request.url);
    const about = url.searchParams.get('address') ?? '';
    if (url.pathname === '/test/calls') return Response.json(calls.get(about) ?? []);
    if (url.pathname === '/test/script') {
      scripts.set(about, await request.json<Partial<Script>>());
      return new Response(null, { status: 204 });
    }
    const address = request.headers.get('x-client-address') ?? '';
    const call: RecordedCall = {
      method: request.method,
      path: url.pathname + url.search,
      origin: url.origin,
      headers: [...request.headers],
    };
    calls.set(address, [...(calls.get(address) ?? []), call]);
    call.body = await read(request);
    const { status, headers, body } = {
      ...sampleFor(JSON.parse(env.RESPONSES) as Sample[], request.method, url.pathname),
      ...scripts.get(address),
    };
    // Each request polls, since one request may not resolve another's promise.
    while (scripts.get(address)?.silent) await new Promise((done) => setTimeout(done, 10));
    const { rest } = scripts.get(address) ?? {};
    return new Response(rest ? partialBody(body, rest, address) : body, { status, headers });
  },
};
