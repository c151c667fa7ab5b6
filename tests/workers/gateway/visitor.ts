/** A visitor of the gateway, with an address of its own, by which the recording host tells visitors apart. */
import { env, exports } from 'cloudflare:workers';

/** What reached the admin host. */
export interface HostCall {
  method: string;
  path: string;
  headers: [string, string][];
  body: { failed: boolean; size: number; text: string };
}

/** What the admin host answers. */
export interface HostScript {
  status?: number;
  headers?: Record<string, string> | [string, string][];
  body?: string;
  /** Answers nothing until it is told something else. */
  silent?: boolean;
  /** What follows `body`: nothing until it is told something else, or the end of the line. */
  rest?: 'silent' | 'broken';
}

export const TOKEN = 'a-token-of-the-tests.0123456789_~';

type Send = (request: Request) => Response | Promise<Response>;

/** @param send the gateway to visit; the worker itself unless a test builds one */
export function visitor(send: Send = (request) => exports.default.fetch(request)) {
  const address = `test-${crypto.randomUUID()}`;
  const control = (path: string, init?: RequestInit) =>
    env.ADMIN.fetch(`https://host.test/test/${path}?address=${address}`, init);
  return {
    address,
    visit(path: string, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers(init.headers);
      headers.set('CF-Connecting-IP', address);
      return Promise.resolve(send(new Request(`https://portal.test${path}`, { redirect: 'manual', ...init, headers })));
    },
    async hostAnswers(script: HostScript): Promise<void> {
      await control('script', { method: 'POST', body: JSON.stringify(script) });
    },
    async hostSaw(): Promise<HostCall[]> {
      return (await control('calls')).json();
    },
    /** Signs in and returns what a browser would send from then on. */
    async signIn(token = TOKEN): Promise<{ Authorization: string; Cookie: string }> {
      await this.hostAnswers({ body: JSON.stringify({ token, object: { id: '1' } }) });
      const answer = await this.visit('/api/v1/user-login', jsonBody({ email: 'a@example.org', password: 'x' }));
      await answer.arrayBuffer();
      await this.hostAnswers({});
      return { Authorization: `Bearer ${token}`, Cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
    },
  };
}

/** A POST with a JSON body. */
export function jsonBody(value: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** The code of an error answer, checked to have the shape of the contract. */
export async function codeOf(answer: Response): Promise<string> {
  const body: { code: string; message: string; request_id: string } = await answer.json();
  if (typeof body.message !== 'string' || body.request_id !== answer.headers.get('x-request-id')) {
    throw new Error(`Not an error of the contract: ${JSON.stringify(body)}`);
  }
  return body.code;
}
