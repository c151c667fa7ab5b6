/** Public calls: whether an address has an application, the page of a visa, the state of the host. */

import { ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { HOST_OFFERS } from '../../../src/domain/api/responses.ts';
import { fingerprintOf } from '../../platform/fingerprint.ts';
import { readEmail, readJsonBody } from '../body/json.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { Failure } from '../runtime/failure.ts';
import { describeError, log } from '../runtime/log.ts';
import { mailsPerDay } from '../runtime/settings.ts';
import { emailExists } from '../store/applicants.ts';
import { type BackgroundHealth, readBackground } from '../store/last-runs.ts';
import { ceilingsOf } from '../store/outbox.ts';
import { readPublicVisa } from '../store/statuses.ts';
import { type Call, type Handlers, json } from './call.ts';

export const HEALTH_PATH = '/healthz';

/**
 * GET /healthz, called by the gateway: database and files with `ok` and milliseconds, the running commit, the fingerprint of the
 * secret, and background work ({@link readBackground}). @returns 200, or 503 when database or files fail; late mail does not count
 */
export async function health(env: AdminEnv, requestId: string, now: number): Promise<Response> {
  const check = async (work: () => Promise<unknown>) => {
    const began = Date.now();
    const ok = await work().then(
      () => true,
      (error: unknown) => {
        log({ level: 'error', request_id: requestId, endpoint: 'health', detail: describeError(error) });
        return false;
      },
    );
    return { ok, ms: Date.now() - began };
  };
  let background: BackgroundHealth | undefined;
  const [d1, r2] = await Promise.all([
    check(async () => {
      background = await readBackground(env.DB, now, ceilingsOf(mailsPerDay(env)));
    }),
    // No such object exists; a response shows that the bucket works.
    check(async () => env.FILES.head('health')),
  ]);
  const commit = env.VERSION?.tag;
  const secrets = { FILES_SECRET: fingerprintOf('FILES_SECRET', env.FILES_SECRET) };
  return json({ d1, r2, ...(commit ? { commit } : {}), secrets, ...background }, d1.ok && r2.ok ? 200 : 503);
}

async function checkEmail(call: Call): Promise<Response> {
  const email = readEmail(await readJsonBody(call.request, ENDPOINTS.checkEmail.limit));
  const exists = await emailExists(call.env.DB, email, { who: null, now: call.now });
  return json({ exists, offers: HOST_OFFERS });
}

/** GET /employee-visa/{code}: what a holder of the code may see. */
async function employeeVisa(call: Call): Promise<Response> {
  const visa = await readPublicVisa(call.env, call.params.code ?? '');
  if (!visa) throw new Failure('not_found', 'no visa has this code');
  return json({ data: visa });
}

export const publicCalls = { checkEmail, employeeVisa } satisfies Handlers;
