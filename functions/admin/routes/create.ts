/**
 * Creates applications (three endpoints). An application is stored whole or not at all, once per address and once per idempotency
 * key, whatever fails in between.
 */
import { passwordIssue } from '../../../src/domain/account/password.ts';
import { CALLS } from '../../../src/domain/api/contract/calls.ts';
import { Refusal } from '../../../src/domain/api/refusal.ts';
import {
  APPLICATION_ENDPOINTS,
  type ApplicationType,
  byApplicationCall,
} from '../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../src/domain/application/values.ts';
import { DEFAULT_LOCALE } from '../../../src/domain/i18n/locales.ts';
import { emailKey } from '../../../src/domain/input/email.ts';
import {
  creationFingerprint,
  prepare,
  readSentValues,
  readTerms,
  receivedFiles,
  type SentBodyPart,
  textBodyPart,
  withSentParts,
} from '../application/intake.ts';
import { mapFiles, renderRecord } from '../application/record.ts';
import type { Uploads } from '../files/object-store.ts';
import { mailLater, mailStatement } from '../mail/outbox.ts';
import { clientNetwork } from '../runtime/client-network.ts';
import { invalid, retryAfterHeader } from '../runtime/refusals.ts';
import { isUuid, newApplicantId, newKey, newToken, sha256 } from '../secrets/keys.ts';
import { hashPassword } from '../secrets/password-hash.ts';
import { Applicants, type NewApplicant } from '../store/applicants.ts';
import { Conflict } from '../store/database.ts';
import { Confirmations } from '../store/email-addresses.ts';
import type { FileRow } from '../store/files.ts';
import { IdempotencyKeys } from '../store/idempotency.ts';
import { ApplicationSearch } from '../store/search.ts';
import { StatusRepository } from '../store/statuses.ts';
import { emailTaken } from './address.ts';
import { type HostCall, type HostHandler, jsonResponse, pageLocale } from './call.ts';

function createApplication(type: ApplicationType): HostHandler {
  const { limit } = CALLS[APPLICATION_ENDPOINTS[type].create].body;
  return async (call) => {
    const key = call.request.headers.get('Idempotency-Key')?.toLowerCase() ?? null;
    if (key !== null && !isUuid(key)) throw new Refusal('malformed', 'the header Idempotency-Key is not a UUID');
    return withSentParts(call, type, limit, (parts, uploads) => createOnce(call, type, key, parts, uploads));
  };
}

/** @param key null where only the unique address prevents a second application */
async function createOnce(
  call: HostCall,
  type: ApplicationType,
  key: string | null,
  parts: SentBodyPart[],
  uploads: Uploads,
): Promise<Response> {
  const sent = {
    values: readSentValues(type, parts),
    terms: readTerms(parts),
    password: textBodyPart(parts, 'password') ?? '',
  };
  const respond = (applicantId: string) => createdResponse(call, applicantId, parts);
  if (key === null) return respond(await store(call, type, sent, { claim: null, uploads }));
  const claim = { key, claim: newKey() };
  const keys = new IdempotencyKeys(call.env.DB);
  try {
    const outcome = await keys.claim({
      ...claim,
      fingerprint: creationFingerprint(call.env, type, parts),
      now: call.now,
    });
    if (outcome.result === 'mismatch') throw new Refusal('idempotency_mismatch', 'the key was used with another body');
    if (outcome.result === 'running') throw inProgress();
    if (outcome.result === 'completed') return await respond(outcome.applicantId);
    return await respond(await store(call, type, sent, { claim, uploads }));
  } catch (error) {
    // No-op for a completed key, and for a key that another request has claimed.
    await keys.release(claim);
    throw error;
  }
}

type Claim = { key: string; claim: string } | null;

/** The other request needs a second or two to store it. */
const inProgress = () =>
  new Refusal('in_progress', 'the first request with this key is still running', { headers: retryAfterHeader(2000) });

async function store(
  call: HostCall,
  type: ApplicationType,
  { values: sent, terms, password }: { values: ApplicationValues; terms: string | null; password: string },
  { claim, uploads }: { claim: Claim; uploads: Uploads },
): Promise<string> {
  const { env, now, requestId } = call;
  // A new application has no stored files, so a path names none.
  const values = mapFiles(type, sent, (file) => (file && 'path' in file ? null : file));
  const { errors, fields, files } = prepare(type, values, { now, sent: now });
  const issue = passwordIssue(password, values);
  if (issue) errors.password = [issue];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const email = emailKey(values.email);
  if (await new Applicants(env.DB).isTaken(email, { who: null, now })) throw emailTaken();
  const locale = pageLocale(call.request) ?? DEFAULT_LOCALE;
  const passwordHash = await hashPassword(password, clientNetwork(call.request));
  const applicant = {
    id: newApplicantId(),
    emailKey: email,
    type,
    locale,
    passwordHash,
    fields,
    terms,
    requestId,
    now,
  };
  const { id } = applicant;
  const token = newToken();
  const mail = await mailStatement(env, { applicantId: id, mail: { template: 'received', id, token }, now });
  const confirmation = [
    new Confirmations(env.DB).put({ applicantId: id, tokenHash: sha256(token), pause: 0, now }),
    mail.statement,
  ];
  await commitApplicant(call, applicant, files, { claim, uploads, confirmation });
  mailLater(call, mail.id);
  return id;
}

async function commitApplicant(
  { env, now }: HostCall,
  applicant: NewApplicant,
  files: readonly FileRow[],
  { claim, uploads, confirmation }: { claim: Claim; uploads: Uploads; confirmation: D1PreparedStatement[] },
): Promise<void> {
  const first = { applicantId: applicant.id, position: 0, status: 'submitted', note: '', now } as const;
  try {
    const applicants = new Applicants(env.DB);
    const statements = [
      applicants.insert(applicant),
      ...new ApplicationSearch(env.DB).keyStatements([applicant]),
      ...new StatusRepository(env.DB).insert(first),
      ...(claim ? [new IdempotencyKeys(env.DB).complete({ ...claim, applicantId: applicant.id })] : []),
      ...confirmation,
    ];
    await uploads.commit(statements, applicant.id, files, applicants.selectStored(applicant.id));
  } catch (error) {
    if (error instanceof Conflict && error.reason === 'email') throw emailTaken();
    if (error instanceof Conflict && error.reason === 'claim') throw inProgress();
    throw error;
  }
}

async function createdResponse(call: HostCall, applicantId: string, parts: readonly SentBodyPart[]): Promise<Response> {
  const applicant = await new Applicants(call.env.DB).load(applicantId);
  if (!applicant) throw new Error('the stored application was not found');
  return jsonResponse<'createFounder'>(
    { data: renderRecord(call.env, applicant, call.now), received: receivedFiles(parts) },
    201,
  );
}

export const createCalls = byApplicationCall('create', createApplication);
