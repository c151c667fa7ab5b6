/** Level 1: the host responds, accepts the gateway, and reports errors readably. */
import { createSign } from '../../../functions/gateway/signature.ts';
import { ERROR_STATUS, isErrorCode } from '../../../src/domain/api/errors.ts';
import type { Check } from '../check.ts';
import { REFUSED } from '../check.ts';
import { expectStatus, expectThat, Finding } from '../finding.ts';
import type { Told } from '../host-client.ts';

const NO_VISA = { code: 'check-host-no-such-visa' };
const NO_TOKEN = 'check-host.a-token-of-nobody.0123456789';
const HOUR_MS = 60 * 60 * 1000;

const reachable: Check = {
  name: 'reachable',
  level: 1,
  effect: 'stops',
  means: 'Nobody can apply or sign in: every call ends with “the service can’t be reached”.',
  mend: 'Serve the calls of docs/api.md below /api/v1 of this origin, without a redirect.',
  async run({ host }) {
    const { status } = await host.call('employeeVisa', NO_VISA);
    expectThat(status < 300 || status >= 400, `employeeVisa: ${status}, a redirect, which the gateway does not follow`);
    expectThat(status < 500, `employeeVisa: ${status}`);
  },
};

/** @param secret of the gateway; the checks use it for invalid signatures */
export function signatureCheck(secret: string): Check {
  const wrong = async (): Promise<[string, string | null][]> => {
    const call = { method: 'GET', target: `/api/v1/employee-visa/${NO_VISA.code}`, requestId: crypto.randomUUID() };
    const made = (now: number, key = secret) => createSign({ secret: key, now: () => now })(call);
    return [
      ['without a signature', null],
      ['with a signature of another secret', await made(Date.now(), 'x'.repeat(32))],
      ['with a signature of another call', await made(Date.now())],
      ['with something that is no signature', 't=,v1='],
    ];
  };
  return {
    name: 'signature',
    level: 1,
    effect: 'unsafe',
    means: 'Whoever finds the host’s address calls it past the portal: without its limits, and with stolen tokens.',
    mend: 'Check X-Gateway-Signature before anything else, and refuse with 403 (docs/host.md, “The signature”).',
    async run({ host }) {
      for (const [what, signature] of await wrong()) {
        const { status } = await host.call('employeeVisa', NO_VISA, { signature });
        expectThat(status === 403 || status === 401, `a call ${what}: expected 403, received ${status}`);
      }
      const requestId = crypto.randomUUID();
      const call = { method: 'GET', target: `/api/v1/employee-visa/${NO_VISA.code}`, requestId };
      const old = await createSign({ secret, now: () => Date.now() - HOUR_MS })(call);
      const { status } = await host.call('employeeVisa', NO_VISA, {
        signature: old,
        headers: { 'X-Request-Id': requestId },
      });
      expectThat(
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
  means: 'Whoever checks a forged visa is not told that there is none.',
  mend: 'Answer GET /employee-visa/:code with 404 for a code that was never given.',
  async run({ host }) {
    expectStatus(await host.call('employeeVisa', NO_VISA), [404], 'employeeVisa with a code that was never given');
  },
};

const malformed: Check = {
  name: 'malformed',
  level: 1,
  effect: 'worsens',
  means: 'A broken call looks like a fault of the host, and the portal tries it again in vain.',
  mend: 'Answer a body that is no JSON with 400, and one without what it needs with 422 or 400.',
  async run({ host }) {
    const broken = await host.call('checkEmail', {}, { text: '{' });
    expectStatus(broken, [400], 'checkEmail with a body that is not JSON');
    const empty = await host.call('checkEmail', {}, { json: {} });
    expectStatus(empty, [400, 422], 'checkEmail without an address');
  },
};

const unknownToken: Check = {
  name: 'unknown-token',
  level: 1,
  effect: 'unsafe',
  means: 'Whoever makes up a token is let in, or an ended session is not noticed.',
  mend: 'Answer a call whose Bearer token is unknown with 403 (401 will do).',
  async run({ host }) {
    const told = await host.call('logout', {}, { token: NO_TOKEN });
    expectStatus(told, REFUSED, 'logout with a token that nobody was given');
    const none = await host.call('logout', {});
    expectStatus(none, REFUSED, 'logout without a token');
  },
};

/** The last check, about the whole run. */
export const errorsInShape: Check = {
  name: 'errors-in-shape',
  level: 1,
  effect: 'worsens',
  means: 'Applicants read “something went wrong” where the portal could say what, or what to do.',
  mend: 'Write error bodies whole, {code, message, request_id}, with the status of their code, or none of them: then the status alone counts (docs/host.md, “Errors”).',
  async run({ host }) {
    for (const { what, told } of host.answers.filter(({ told }) => told.status >= 400)) seeError(what, told);
  },
};

/** Expects an error body of the contract with its status, or a status that is sufficient by itself. */
function seeError(what: string, { status, body, error, code, requestId }: Told): void {
  const named = (body as { code?: unknown } | null | undefined)?.code;
  if (!isErrorCode(named)) {
    // A fault is found by the check that met it.
    expectThat(code !== undefined || status >= 500, `${what}: ${status}, a status that the portal has no words for`);
    return;
  }
  if (error === null) throw new Finding(`${what}: an error body with the code ${named} that is not whole`);
  expectThat(ERROR_STATUS[named] === status, `${what}: ${named} with the status ${status}, not ${ERROR_STATUS[named]}`);
  expectThat(
    error.request_id === requestId,
    `${what}: request_id of the error body is not the X-Request-Id of the call`,
  );
}

const health: Check = {
  name: 'health',
  level: 1,
  effect: 'worsens',
  means: 'A monitor of the portal’s /healthz reports a fault that there is not, or none where there is one.',
  mend: 'Answer GET /healthz with any status under 500 while the host can work. A body is not needed.',
  async run({ host }) {
    const { status } = await host.get('/healthz');
    expectThat(status < 500, `/healthz: ${status}`);
  },
};

export const REACHABLE = [reachable, unknownVisa, malformed, unknownToken, health];
