/**
 * Creating an application (three endpoints, one handler each). Rule: stored whole or not at all, and once for each
 * idempotency key, whatever fails in between.
 */
import { passwordIssue } from '../../../src/domain/account/password.ts';
import { ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { APPLICATION_ENDPOINTS, type ApplicationType } from '../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../src/domain/application/values.ts';
import { chooseLocale, parseAcceptLanguage } from '../../../src/domain/i18n/paths.ts';
import { emailKey } from '../../../src/domain/input/email.ts';
import { mapFiles } from '../application/file-values.ts';
import { prepare, readTerms, readValues, textPart } from '../application/intake.ts';
import { renderRecord } from '../application/record.ts';
import { type BodyPart, withMultipart } from '../body/multipart.ts';
import { answer, type Call, type Handler } from '../call.ts';
import { Failure, invalid, retryAfter } from '../failure.ts';
import { commitUploads, putUploads, type Upload } from '../files/object-store.ts';
import { mailLater } from '../mail/send.ts';
import { keyedHash, sha256 } from '../secrets/digest.ts';
import { hashPassword } from '../secrets/password-hash.ts';
import { newApplicantId, newKey } from '../secrets/random.ts';
import { emailExists, insertApplicant, loadApplicant, type NewApplicant } from '../store/applicants.ts';
import { Conflict } from '../store/conflict.ts';
import { attachFiles } from '../store/files.ts';
import { answerKey, claimKey, releaseKey } from '../store/idempotency.ts';
import { appendStatements } from '../store/statuses.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The handler that creates applications of one type. */
export function createApplication(type: ApplicationType): Handler {
  const { limit } = ENDPOINTS[APPLICATION_ENDPOINTS[type].create];
  return async (call) => {
    const key = (call.request.headers.get('Idempotency-Key') ?? '').toLowerCase();
    if (!UUID.test(key)) throw new Failure('idempotency_required', 'send an Idempotency-Key header with a UUID');
    return withMultipart(call.request, limit, (parts) => createOnce(call, type, key, parts));
  };
}

async function createOnce(call: Call, type: ApplicationType, key: string, parts: BodyPart[]): Promise<Response> {
  const values = readValues(type, parts);
  const terms = readTerms(parts);
  const claim = { key, claim: newKey() };
  const outcome = await claimKey(call.env.DB, {
    ...claim,
    fingerprint: fingerprint(call, type, parts),
    now: call.now,
  });
  if (outcome.kind === 'mismatch') throw new Failure('idempotency_mismatch', 'the key was used with another body');
  if (outcome.kind === 'running') throw inProgress();
  if (outcome.kind === 'answered') return created(call, outcome.applicantId);
  try {
    return await created(
      call,
      await store(call, type, { values, terms, password: textPart(parts, 'password') ?? '' }, claim),
    );
  } catch (error) {
    // A key whose application was stored is answered by then and stays.
    await releaseKey(call.env.DB, claim);
    throw error;
  }
}

/** Storing takes a second or two. */
const inProgress = () =>
  new Failure('in_progress', 'the first request with this key is still at work', { headers: retryAfter(2000) });
const emailTaken = () =>
  new Failure('email_taken', 'the address has an application', { errors: { email: ['email_taken'] } });

/** What makes two bodies the same: every part and every file's content. Keyed, since a password is among the parts. */
function fingerprint(call: Call, type: ApplicationType, parts: readonly BodyPart[]): string {
  const lines = parts
    .map(({ name, value }) => [name, typeof value === 'string' ? value : ['file', sha256(value.bytes)]] as const)
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return keyedHash(call.env, 'fingerprint', JSON.stringify([type, lines]));
}

async function store(
  call: Call,
  type: ApplicationType,
  { values: sent, terms, password }: { values: ApplicationValues; terms: string | null; password: string },
  claim: { key: string; claim: string },
): Promise<string> {
  const { env, now } = call;
  // A new application has no files yet that it could keep.
  const values = mapFiles(type, sent, (file) => (file && 'path' in file ? null : file));
  const { errors, fields, uploads } = prepare(type, values, { now, sent: now });
  const issue = passwordIssue(password, values);
  if (issue) errors.password = [issue];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const email = emailKey(values.email);
  if (await emailExists(env.DB, email, { who: null, now })) throw emailTaken();
  const locale = chooseLocale({ browser: parseAcceptLanguage(call.request.headers.get('Accept-Language')) });
  const passwordHash = await hashPassword(password);
  const applicant = { id: newApplicantId(), emailKey: email, type, locale, passwordHash, fields, terms, now };
  await putUploads(env, uploads, now);
  await commitApplicant(call, applicant, uploads, claim);
  mailLater(call, { email: values.email, locale }, { kind: 'received', id: applicant.id });
  return applicant.id;
}

async function commitApplicant(
  { env, now }: Call,
  applicant: NewApplicant,
  uploads: readonly Upload[],
  claim: { key: string; claim: string },
): Promise<void> {
  const rows = uploads.map(({ row }) => row);
  const first = { applicantId: applicant.id, position: 0, status: 'submitted', note: '', now } as const;
  try {
    await commitUploads(env, uploads, [
      insertApplicant(env.DB, applicant),
      ...appendStatements(env.DB, first),
      ...attachFiles(env.DB, applicant.id, rows),
      answerKey(env.DB, { ...claim, applicantId: applicant.id }),
    ]);
  } catch (error) {
    if (error instanceof Conflict && error.kind === 'email') throw emailTaken();
    if (error instanceof Conflict && error.kind === 'claim') throw inProgress();
    throw error;
  }
}

async function created(call: Call, applicantId: string): Promise<Response> {
  const applicant = await loadApplicant(call.env.DB, applicantId);
  if (!applicant) throw new Error('an application that was just stored is not there');
  return answer({ data: renderRecord(call.env, applicant, call.now) }, 201);
}
