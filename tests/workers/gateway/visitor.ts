/** A visitor of the gateway with its own address, by which the recording host tells visitors apart. */
import { env, exports } from 'cloudflare:workers';
import { checkContract } from '../contract.ts';
import { sampleRecord, signedInAs, TOKEN } from './sample-responses.ts';

export { TOKEN } from './sample-responses.ts';

/** The requests that reached the admin host. */
export interface HostCall {
  method: string;
  origin: string;
  path: string;
  headers: [string, string][];
  body: { failed: boolean; size: number; text: string };
}

/** The admin host's response; the sample response (sample-responses.ts) by default. */
export interface HostScript {
  status?: number;
  headers?: Record<string, string> | [string, string][];
  body?: string;
  /** The response waits until the test continues it. */
  silent?: boolean;
  /** What follows `body`: a pause until the test continues it, or a broken connection. */
  rest?: 'silent' | 'broken';
  /** The response violates the contract on purpose, so only errors are checked. */
  isOutside?: boolean;
}

type Send = (request: Request) => Response | Promise<Response>;

/** @param send the gateway to visit; the worker itself by default */
export function visitor(
  send: Send = (request) => exports.default.fetch(request),
  address = `test-${crypto.randomUUID()}`,
) {
  let isOutside = false;
  const control = (path: string, init?: RequestInit) =>
    env.ADMIN.fetch(`https://host.test/test/${path}?address=${address}`, init);
  return {
    address,
    /** @throws Error for a response that docs/openapi.json does not describe */
    async visit(path: string, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers(init.headers);
      headers.set('CF-Connecting-IP', address);
      // A response from outside is a stream of the runtime.
      const body =
        init.body instanceof ReadableStream ? init.body.pipeThrough(new IdentityTransformStream()) : init.body;
      const sent = { redirect: 'manual' as const, ...init, ...(body === undefined ? {} : { body }), headers };
      const request = new Request(`https://portal.test${path}`, sent);
      const response = await send(request);
      await checkContract(isOutside ? 'another host' : 'gateway', request.method, request.url, response);
      return response;
    },
    async hostResponds(script: HostScript): Promise<void> {
      isOutside = script.isOutside ?? false;
      await control('script', { method: 'POST', body: JSON.stringify(script) });
    },
    async hostSaw(): Promise<HostCall[]> {
      return (await control('calls')).json();
    },
    /** Signs in and returns the headers that a browser sends from then on. */
    async signIn(token = TOKEN): Promise<{ Authorization: string; Cookie: string }> {
      await this.hostResponds({ body: signedInAs(sampleRecord(), token) });
      const response = await this.visit('/api/v1/user-login', jsonBody({ email: 'a@example.org', password: 'x' }));
      await response.arrayBuffer();
      await this.hostResponds({});
      return { Authorization: `Bearer ${token}`, Cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
    },
  };
}

/** Sends a POST with a JSON body. */
export function jsonBody(value: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** Returns the code of an error response, whose shape is checked. */
export async function readErrorCode(response: Response): Promise<string> {
  const body: { code: string; message: string; request_id: string } = await response.json();
  if (
    typeof body.message !== 'string' ||
    body.message === '' ||
    body.request_id !== response.headers.get('x-request-id')
  ) {
    throw new Error(`Not an error of the contract: ${JSON.stringify(body)}`);
  }
  return body.code;
}
