/** Level 1: the host is reachable, checks the gateway's signature, and sends readable errors. */
import { createSign } from '../../../functions/gateway/signature.ts';
import { ERROR_STATUS, isErrorCode } from '../../../src/domain/api/errors.ts';
import type { Check } from '../check.ts';
import { TOKEN_REFUSED } from '../check.ts';
import { assert, assertStatus, Finding } from '../finding.ts';
import type { HostReply } from '../host-client.ts';

const NO_VISA = { code: 'check-host-no-such-visa' };
const NO_TOKEN = 'check-host.an-unknown-token.0123456789';
const HOUR_MS = 60 * 60 * 1000;

const reachable: Check = {
  name: 'reachable',
  level: 1,
  effect: 'stops',
  means: 'Applicants can neither apply nor sign in: every call fails with “the service can’t be reached”.',
  mend: 'Serve the calls of docs/api.md below /api/v1 of this origin, without redirects.',
  async run({ host }) {
    const { status } = await host.call('employeeVisa', NO_VISA);
    assert(status < 300 || status >= 400, `employeeVisa: ${status}, a redirect, which the gateway does not follow`);
    assert(status < 500, `employeeVisa: ${status}`);
  },
};

/** @param secret shared with the gateway; the check signs old and other requests with it */
export function signatureCheck(secret: string): Check {
  const wrong = async (): Promise<[string, string | null][]> => {
    const call = { method: 'GET', target: `/api/v1/employee-visa/${NO_VISA.code}`, requestId: crypto.randomUUID() };
    const made = (now: number, key = secret) => createSign({ secret: key, now: () => now })(call);
    return [
      ['without a signature', null],
      ['with a signature of another secret', await made(Date.now(), 'x'.repeat(32))],
      ['with a signature of another call', await made(Date.now())],
      ['with a malformed signature', 't=,v1='],
    ];
  };
  return {
    name: 'signature',
    level: 1,
    effect: 'unsafe',
    means:
      'An attacker who finds the host’s address calls it directly: without the portal’s limits, and with stolen tokens.',
    mend: 'Check X-Gateway-Signature first, and respond with 403 to an invalid one (docs/host.md, “The signature”).',
    async run({ host }) {
      for (const [what, signature] of await wrong()) {
        const { status } = await host.call('employeeVisa', NO_VISA, { signature });
        assert(status === 403 || status === 401, `a call ${what}: expected 403, received ${status}`);
      }
      const requestId = crypto.randomUUID();
      const call = { method: 'GET', target: `/api/v1/employee-visa/${NO_VISA.code}`, requestId };
      const old = await createSign({ secret, now: () => Date.now() - HOUR_MS })(call);
      const { status } = await host.call('employeeVisa', NO_VISA, {
        signature: old,
        headers: { 'X-Request-Id': requestId },
      });
      assert(
        status === 403 || status === 401,
        `a call with a signature that is an hour old: expected 403, received ${status}`,
      );
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
  effect: 'unsafe',
  means: 'An invented token opens an account, or the portal does not notice an ended session.',
  mend: 'Respond with 403 to an unknown Bearer token (401 is accepted).',
  async run({ host }) {
    const reply = await host.call('logout', {}, { token: NO_TOKEN });
    assertStatus(reply, TOKEN_REFUSED, 'logout with an unknown token');
    const none = await host.call('logout', {});
    assertStatus(none, TOKEN_REFUSED, 'logout without a token');
  },
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

/** Accepts a complete error body of the contract with the status of its code, or a status that has a code. */
function assertErrorBody(what: string, { status, body, error, code, requestId }: HostReply): void {
  const named = (body as { code?: unknown } | null | undefined)?.code;
  if (!isErrorCode(named)) {
    // The check that received a 5xx reports it.
    assert(code !== undefined || status >= 500, `${what}: ${status}, a status that the portal cannot explain`);
    return;
  }
  if (error === null) throw new Finding(`${what}: an incomplete error body with the code ${named}`);
  assert(ERROR_STATUS[named] === status, `${what}: ${named} with the status ${status}, not ${ERROR_STATUS[named]}`);
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

export const REACHABLE = [reachable, unknownVisa, malformed, unknownToken, health];
