/**
 * Public calls: whether an address has an application, the page of a visa, the state of the host, files by signed links. An
 * uploaded file never executes in the portal's origin.
 */
import type { HostHealth } from '../../../src/domain/api/contract/health.ts';
import { Refusal } from '../../../src/domain/api/refusal.ts';
import { HOST_OFFERS } from '../../../src/domain/api/responses.ts';
import { APPLICANT_PHOTO } from '../../../src/domain/application/wire-names.ts';
import { emailKey } from '../../../src/domain/input/email.ts';
import { contentDisposition } from '../../../src/domain/input/file-names.ts';
import { FILE_HEADERS } from '../../../src/domain/security/headers.ts';
import { fingerprintOf } from '../../platform/fingerprint.ts';
import { readBody } from '../body/limits.ts';
import { readLink } from '../files/links.ts';
import { fileTitle } from '../mail/file-titles.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { describeError, log } from '../runtime/log.ts';
import { healthLimits } from '../runtime/settings.ts';
import { Applicants } from '../store/applicants.ts';
import { StoredFiles } from '../store/files.ts';
import { type BackgroundHealth, LastRuns } from '../store/last-runs.ts';
import { readPublicVisa } from '../store/public-visa.ts';
import { type Handlers, type HostCall, jsonResponse, privateJson } from './call.ts';

/**
 * GET /healthz, called by the gateway: database and files with `ok` and milliseconds, the running commit, the fingerprint of the
 * secret, and background work ({@link LastRuns.readHealth}).
 * @returns 200, or 503 when database or files fail; late mail does not change the status
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
      background = await new LastRuns(env.DB).readHealth(now, healthLimits(env));
    }),
    // There is no such object; any response shows that the bucket works.
    check(async () => env.FILES.head('health')),
  ]);
  const commit = env.VERSION?.tag;
  const secrets = { FILES_SECRET: fingerprintOf('FILES_SECRET', env.FILES_SECRET) };
  const state: HostHealth = { d1, r2, ...(commit ? { commit } : {}), secrets, ...background };
  return privateJson(state, d1.ok && r2.ok ? 200 : 503);
}

async function checkEmail(call: HostCall): Promise<Response> {
  const { email } = await readBody('checkEmail', call.request);
  const exists = await new Applicants(call.env.DB).isTaken(emailKey(email), { who: null, now: call.now });
  return jsonResponse<'checkEmail'>({ exists, offers: HOST_OFFERS });
}

/** GET /employee-visa/{code}: what a person with the code may see. */
async function employeeVisa(call: HostCall): Promise<Response> {
  const visa = await readPublicVisa(call.env, call.params.code ?? '');
  if (!visa) throw new Refusal('not_found', 'no visa has this code');
  return jsonResponse<'employeeVisa'>({ data: visa });
}

export const publicCalls = { checkEmail, employeeVisa } satisfies Handlers;

/**
 * A file, named by its title in the language of the application.
 * @param pathname not decoded
 * @throws Refusal `link_expired` for an altered or expired link, or a replaced file
 */
export async function serveFile(env: AdminEnv, pathname: string, now: number): Promise<Response> {
  const link = readLink(env, pathname, now);
  const file = link && (await new StoredFiles(env.DB).find(link.id));
  if (!link || !file || file.isReplaced || file.name !== link.name) throw linkExpired();
  const [object, owner] = await Promise.all([env.FILES.get(file.id), new Applicants(env.DB).load(file.applicantId)]);
  if (!object || !owner) throw linkExpired();
  const name = fileTitle(file, owner, owner.locale);
  return new Response(object.body, {
    headers: {
      ...FILE_HEADERS,
      'Content-Type': file.type,
      'Content-Length': String(object.size),
      'Content-Disposition': contentDisposition(file.field === APPLICANT_PHOTO ? 'inline' : 'attachment', name),
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  });
}

const linkExpired = () => new Refusal('link_expired', 'the link is altered, too old, or its file was replaced');
