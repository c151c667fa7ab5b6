/** Level 1: the host is reachable, checks the gateway's signature, and sends readable errors. */
import { createSign } from '../../../functions/gateway/request/signature.ts';
import { REFUSAL_STATUS, type RefusalCode } from '../../../src/domain/api/refusal-codes.ts';
import { type Check, isTokenRefused } from '../check.ts';
import { assert, assertNoHarm, assertStatus, Finding, Profiled, received } from '../finding.ts';
import type { CallOptions, HostReply } from '../host-client.ts';
import { isDone } from '../responses.ts';
import { assertTokenRefused } from './signing-in.ts';

const NO_VISA = { code: 'check-host-no-such-visa' };
const NO_TOKEN = 'check-host.an-unknown-token.0123456789';
const HOUR_MS = 60 * 60 * 1000;

const reachable: Check = {
  name: 'reachable',
  level: 1,
  effect: 'stops',
  means: 'Applicants can neither apply nor sign in: every call fails with “the service can’t be reached”.',
  mend: 'Serve the calls of docs/api.md below /api/v1 of this origin, without redirects.',
  async run({ host, origin }) {
    const visa = await host.call('employeeVisa', NO_VISA);
    const reply = await host.call('checkEmail', {}, { json: { email: 'check-host@example.org' } });
    for (const [what, { status, headers }] of [['employeeVisa', visa] as const, ['checkEmail', reply] as const]) {
      const to = headers.get('location');
      // trailing-slash reports it.
      if (isSlashRedirect(to) && newHost(origin, to) === '') continue;
      assert(
        status < 300 || status >= 400,
        `${what}: ${status}, a redirect to ${to}, which the gateway does not follow${newHost(origin, to)}`,
      );
      assert(status < 500, `${what}: ${status}`);
    }
  },
};

/** What to enter for a redirect to the same call at another origin; empty for any other. */
function newHost(origin: string, to: string | null): string {
  const url = URL.parse(to ?? '', origin);
  const isSameCall = url !== null && /\/api\/v1\/(?:employee-visa\/[\w-]+|check-email)\/?$/.test(url.pathname);
  return isSameCall && url.origin !== origin ? `; enter ${url.origin} as ADMIN_HOST` : '';
}

const isSlashRedirect = (location: string | null) =>
  location !== null && /\/(?:employee-visa\/[\w-]+|check-email)\/$/.test(location);

const trailingSlash: Check = {
  name: 'trailing-slash',
  level: 1,
  effect: 'stops',
  means: 'Applicants can neither apply nor sign in: the gateway follows no redirect.',
  mend: 'Serve the calls without a slash at the end, or set trailing_slash in the profile.',
  async run(context) {
    const json = { email: 'check-host@example.org' };
    const without = await context.host.call('checkEmail', {}, { json });
    const isRedirect = isSlashRedirect(without.headers.get('location'));
    if (!isRedirect && ![404, 405, 500].includes(without.status)) return;
    const before = context.host.profile;
    context.learn({ trailing_slash: true });
    const withSlash = await context.host.call('checkEmail', {}, { json });
    const seen = `checkEmail: received ${received(without)}, with a slash at the end ${received(withSlash)}`;
    if (withSlash.status < 300 || [400, 401, 403, 422].includes(withSlash.status))
      throw new Profiled(seen, 'trailing_slash');
    context.host.profile = before;
    assert(!isRedirect, seen);
  },
};

/** @param secret shared with the gateway; the check signs old and other requests with it */
export function signatureCheck(secret: string): Check {
  const call = () => ({ method: 'POST', target: '/api/v1/user-login', requestId: crypto.randomUUID() });
  const signed = (now: number, key = secret, of = call()) => createSign({ secret: key, now: () => now })(of);
  return {
    name: 'signature',
    level: 1,
    effect: 'worsens',
    means: 'A monitor can’t tell a refused signature from another error.',
    mend: 'Check X-Gateway-Signature first, and respond with 403 to an invalid one (docs/host.md, “The signature”).',
    async run(context) {
      const old = call();
      const forged: [string, CallOptions][] = [
        ['without a signature', { signature: null }],
        ['with a signature of another secret', { signature: await signed(Date.now(), 'x'.repeat(32)) }],
        ['with a signature of another call', { signature: await signed(Date.now()) }],
        ['with a malformed signature', { signature: 't=,v1=' }],
        [
          'with a signature that is an hour old',
          { signature: await signed(Date.now() - HOUR_MS, secret, old), requestId: old.requestId },
        ],
      ];
      const { email, password } = context.person('founder');
      for (const [what, options] of forged) {
        const reply = await context.host.call('login', {}, { json: { email, password }, ...options });
        assertNoHarm(
          isDone(reply),
          `a sign-in ${what} succeeded`,
          'Who finds the host’s address calls it directly: without the portal’s limits, and with stolen tokens.',
        );
        const { status } = reply;
        assert(status === 403 || status === 401, `a sign-in ${what}: expected 403, received ${received(reply)}`);
      }
    },
  };
}

const unknownVisa: Check = {
  name: 'unknown-visa',
  level: 1,
  effect: 'worsens',
  means: 'The page of a forged visa code does not show that the visa does not exist.',
  mend: 'Respond to GET /employee-visa/:code with 404 for an unknown code.',
  async run({ host }) {
    assertStatus(await host.call('employeeVisa', NO_VISA), [404], 'employeeVisa with an unknown code');
  },
};

const malformed: Check = {
  name: 'malformed',
  level: 1,
  effect: 'worsens',
  means: 'A malformed request looks like an error of the host, and the portal retries it in vain.',
  mend: 'Respond with 400 to a body that is not JSON, and with 422 or 400 to one without a required field.',
  async run({ host }) {
    const broken = await host.call('checkEmail', {}, { text: '{' });
    assertStatus(broken, [400], 'checkEmail with a body that is not JSON');
    const empty = await host.call('checkEmail', {}, { json: {} });
    assertStatus(empty, [400, 422], 'checkEmail without an address');
  },
};

const unknownToken: Check = {
  name: 'unknown-token',
  level: 1,
  effect: 'worsens',
  means: 'The portal does not notice an ended session.',
  mend: 'Respond with 403 to an unknown Bearer token (401, 419 and 440 are accepted).',
  async run(context) {
    for (const token of [NO_TOKEN, undefined]) {
      const reply = await context.host.call('logout', {}, token ? { token } : {});
      const what = token ? 'logout with an unknown token' : 'logout without a token';
      // A harmless sign-out alone does not show whether such a token opens an account.
      assert(isTokenRefused(reply), `${what}: expected 403, received ${received(reply)}`);
    }
  },
};

/** An invented token on an application of the run. */
export const inventedToken: Check = {
  name: 'invented-token',
  level: 2,
  effect: 'worsens',
  means: 'The portal can’t tell from the response that a session has ended.',
  mend: 'Respond with 403 to a change with an unknown Bearer token.',
  run: (context) =>
    assertTokenRefused(context, context.person('founder'), NO_TOKEN, {
      what: 'a change with an invented token',
      means: 'Anyone changes the application of anyone.',
    }),
};

/** Checks the errors of the whole run, so it runs last. */
export const errorsInShape: Check = {
  name: 'errors-in-shape',
  level: 1,
  effect: 'worsens',
  means: 'Applicants read “something went wrong” where the portal could name the error or the remedy.',
  mend: 'Send complete error bodies, {code, message, request_id}, with the status of their code, or none: then only the status counts (docs/host.md, “Errors”).',
  async run({ host }) {
    for (const { what, reply } of host.responses.filter(({ reply }) => reply.status >= 400))
      assertErrorBody(what, reply);
  },
};

/** Accepts a complete error body of the contract with the status of its code, or one without such a code. */
function assertErrorBody(what: string, { status, body, error, requestId }: HostReply): void {
  const named = (body as { code?: unknown } | null | undefined)?.code;
  if (typeof named !== 'string' || !Object.hasOwn(REFUSAL_STATUS, named)) return;
  const expected = REFUSAL_STATUS[named as RefusalCode];
  if (error === null) throw new Finding(`${what}: an incomplete error body with the code ${named}`);
  assert(expected === status, `${what}: ${named} with the status ${status}, not ${expected}`);
  assert(error.request_id === requestId, `${what}: request_id of the error body is not the X-Request-Id of the call`);
}

const health: Check = {
  name: 'health',
  level: 1,
  effect: 'worsens',
  means: 'A monitor of the portal’s /healthz reports false failures, or misses real ones.',
  mend: 'Respond to GET /healthz with a status below 500 while the host works. A body is not required.',
  async run({ host }) {
    const { status } = await host.get('/healthz');
    assert(status < 500, `/healthz: ${status}`);
  },
};

export const REACHABLE = [reachable, trailingSlash, unknownVisa, malformed, unknownToken, health];
