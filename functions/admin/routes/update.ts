/**
 * Changes applications (three endpoints). Answers and files that are not sent stay. A change from an older version, or in a
 * status that forbids changes, is `stale`, so that the portal loads the record again.
 */
import { CALLS } from '../../../src/domain/api/contract/calls.ts';
import { Refusal } from '../../../src/domain/api/refusal.ts';
import { askedFields } from '../../../src/domain/application/asked-fields.ts';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { currentStatus, isStatus, mayChange, sentAt } from '../../../src/domain/application/status.ts';
import {
  APPLICATION_ENDPOINTS,
  type ApplicationType,
  byApplicationCall,
} from '../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../src/domain/application/values.ts';
import { emailKey } from '../../../src/domain/input/email.ts';
import { unreadableBodyPart } from '../../../src/domain/kinds/kind.ts';
import {
  creationFingerprint,
  type Prepared,
  prepare,
  readSentValues,
  readTerms,
  receivedFiles,
  type SentBodyPart,
  textBodyPart,
  withSentParts,
} from '../application/intake.ts';
import { changedFields, mapFiles, renderRecord } from '../application/record.ts';
import { fileIdOf } from '../files/links.ts';
import type { Uploads } from '../files/object-store.ts';
import { mailLater, mailStatement } from '../mail/outbox.ts';
import { log } from '../runtime/log.ts';
import { invalid, slowDown, tokenRejected } from '../runtime/refusals.ts';
import { type Applicant, Applicants, type StoredFields } from '../store/applicants.ts';
import { Conflict } from '../store/database.ts';
import type { FileRow } from '../store/files.ts';
import { IdempotencyKeys } from '../store/idempotency.ts';
import { Outbox } from '../store/outbox.ts';
import { ApplicationSearch } from '../store/search.ts';
import type { Session } from '../store/sessions.ts';
import { StatusRepository } from '../store/statuses.ts';
import { type Version, Versions } from '../store/versions.ts';
import { checkEmailChange, emailTaken } from './address.ts';
import { type HostCall, type HostHandler, jsonResponse, ownApplicant, ownSession } from './call.ts';

function updateApplication(type: ApplicationType): HostHandler {
  const { limit } = CALLS[APPLICATION_ENDPOINTS[type].update].body;
  return async (call) => {
    const session = ownSession(call, type);
    const wait = await new Versions(call.env.DB).waitForChange(session.applicantId, call.now);
    if (wait > 0) throw slowDown(wait);
    return withSentParts(call, type, limit, (parts, uploads) => change(call, type, session, parts, uploads));
  };
}

/** Changes an application. A change that is sent again, because its response was lost, gets the same response. */
async function change(
  call: HostCall,
  type: ApplicationType,
  session: Session,
  parts: SentBodyPart[],
  uploads: Uploads,
): Promise<Response> {
  const fingerprint = creationFingerprint(call.env, type, parts);
  try {
    return await changeOnce(call, type, { session, parts, fingerprint, uploads });
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'stale')) throw error;
    const { id: applicantId, version } = await ownApplicant(call);
    const request = { applicantId, version: version - 1, fingerprint };
    const isRepeated = textBodyPart(parts, 'version') === String(request.version);
    if (!isRepeated || !(await new IdempotencyKeys(call.env.DB).hasChanged(request))) throw error;
    return changedResponse(call, parts);
  }
}

interface Change {
  session: Session;
  parts: SentBodyPart[];
  /** Fingerprint of the body parts. */
  fingerprint: string;
  uploads: Uploads;
}

async function changeOnce(
  call: HostCall,
  type: ApplicationType,
  { session, parts, fingerprint, uploads }: Change,
): Promise<Response> {
  const terms = readTerms(parts);
  const before = await ownApplicant(call);
  const sent = readSentValues(type, parts, before.fields);
  requireFresh(before, parts);
  const endpoint = APPLICATION_ENDPOINTS[type].update;
  // Logs that the change may have replaced a newer version.
  if (textBodyPart(parts, 'version') === undefined)
    log({ level: 'info', request_id: call.requestId, endpoint, detail: 'no version' });
  const values = keepFiles(before, sent);
  const sentOn = Date.parse(sentAt(before.history) ?? '') || call.now;
  const prepared = prepare(type, values, { now: call.now, sent: sentOn });
  if (Object.keys(prepared.errors).length > 0) throw invalid(prepared.errors);
  const email = emailKey(values.email);
  const to = { emailKey: email, password: textBodyPart(parts, 'current_password') };
  const emailChange = email === before.emailKey ? null : await checkEmailChange(call, session, to, before);
  for (const mail of await store(call, before, email, {
    ...prepared,
    terms,
    session,
    emailChange,
    fingerprint,
    uploads,
  }))
    mailLater(call, mail);
  return changedResponse(call, parts);
}

async function changedResponse(call: HostCall, parts: readonly SentBodyPart[]): Promise<Response> {
  const data = renderRecord(call.env, await ownApplicant(call), call.now);
  return jsonResponse<'updateFounder'>({ data, received: receivedFiles(parts) });
}

const stale = () => new Refusal('stale', 'the application has changed, or may not be changed now; read it again');

function requireFresh(before: Applicant, parts: readonly SentBodyPart[]): void {
  const version = textBodyPart(parts, 'version');
  if (version !== undefined && !/^\d{1,9}$/.test(version)) throw unreadableBodyPart('version');
  if (version !== undefined && Number(version) !== before.version) throw stale();
  if (!mayChange({ status_type: before.status })) throw stale();
}

/**
 * The values with kept files by id. A list item names its file by path, or by id in a list that was not sent; the path of another
 * applicant or field counts as no file.
 */
function keepFiles(before: Applicant, sent: ApplicationValues): ApplicationValues {
  const own = new Map(before.files.map((file) => [file.id, file.field]));
  return mapFiles(before.type, sent, (file, { field, path }) => {
    if (file && !('path' in file)) return file;
    const named = file && (own.has(file.path) ? file.path : fileIdOf(file.path));
    const id = path === field ? before.fields[field] : named;
    return typeof id === 'string' && own.get(id) === field ? { path: id } : null;
  });
}

interface Sent extends Prepared, Omit<Change, 'parts'> {
  /** The version of the terms that the change consents to; null where none is needed. */
  terms: string | null;
  emailChange: Awaited<ReturnType<typeof checkEmailChange>> | null;
}

/** @returns ids of the mails that report the change */
async function store(call: HostCall, before: Applicant, email: string, sent: Sent): Promise<string[]> {
  const { env, now } = call;
  const { fields, files, uploads, terms, session, emailChange, fingerprint } = sent;
  const kept = JSON.stringify(fields);
  const gone = before.files.map(({ id }) => id).filter((id) => !kept.includes(JSON.stringify(id)));
  const { id, version, status } = before;
  const next = isStatus(status) ? STAGES[status].afterChange : null;
  const entry = { applicantId: id, position: before.history.length, note: '', now };
  const statusMail =
    next &&
    (await mailStatement(env, { applicantId: id, mail: { template: 'status', id, status: next, note: '' }, now }));
  try {
    const applicants = new Applicants(env.DB);
    const statements = [
      applicants.replaceFields({
        id,
        tokenHash: session.tokenHash,
        passwordHash: emailChange?.passwordHash ?? null,
        version,
        status,
        emailKey: email,
        fields,
        terms,
        now,
      }),
      ...new ApplicationSearch(env.DB).keyStatements([{ id, fields }]),
      ...(next ? new StatusRepository(env.DB).insert({ ...entry, status: next }) : []),
      ...(statusMail ? [new Outbox(env.DB).dropStatusMails(id), statusMail.statement] : []),
      ...(emailChange?.statements ?? []),
      ...new Versions(env.DB).store(id, replacedVersion(before, { fields, files }, now), gone),
      new IdempotencyKeys(env.DB).storeChange({ applicantId: id, version, fingerprint, now }),
    ];
    await uploads.commit(statements, id, files, applicants.selectFields({ id, version: version + 1, fields }));
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    if (error.reason === 'credentials') throw tokenRejected();
    throw error.reason === 'email' ? emailTaken() : stale();
  }
  return [...(statusMail ? [statusMail.id] : []), ...(emailChange?.mails ?? [])];
}

function replacedVersion(
  { type, version, fields, history, files }: Applicant,
  after: { fields: StoredFields; files: readonly FileRow[] },
  now: number,
): Version {
  const asked = askedFields(currentStatus(history), type);
  const changed = changedFields(type, fields, after.fields, [...files, ...after.files]);
  return { version, fields, changed, asked: asked.length > 0 ? asked : null, replacedAt: now };
}

export const updateCalls = byApplicationCall('update', updateApplication);
