/**
 * Requests of applicants: to be deleted, and to withdraw. Rule: one open deletion request each; a second POST finds the first.
 * Status and mail of a withdrawal are written together, once.
 */
import { deletionDue } from '../../../src/domain/account/deletion.ts';
import { STAGES, WITHDRAWN } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { draftMail, mailLater, mailStatement } from '../mail/outbox.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { Failure } from '../runtime/failure.ts';
import { keyedHash, newKey } from '../secrets/keys.ts';
import { Conflict } from '../store/database.ts';
import { cancelDeletion, eraseCounters, hasRequest, requestDeletion } from '../store/erase.ts';
import { dropStatusMails, insertMail } from '../store/outbox.ts';
import { appendStatus, StatusRefused } from '../store/statuses.ts';
import { type Call, type Handlers, ownApplicant, recordResponse, sessionOf } from './call.ts';

async function askForDeletion(call: Call): Promise<Response> {
  const { env, now } = call;
  const { applicantId } = sessionOf(call);
  const id = newKey();
  const by = deletionDue(now);
  const mail = await draftMail(env, { applicantId, mail: { template: 'deletionAsked', id: applicantId, by }, now });
  await env.DB.batch([
    requestDeletion(env.DB, { applicantId, id, now }),
    insertMail(env.DB, mail, hasRequest(id, mail)),
  ]);
  mailLater(call, mail.id);
  return recordResponse(call);
}

async function endDeletionRequest(call: Call): Promise<Response> {
  await cancelDeletion(call.env.DB, sessionOf(call).applicantId).run();
  return recordResponse(call);
}

/** Deletes the counters for the addresses of erased applicants, for the cron: only this worker has the key of their hashes. */
export const forgetErased = (env: AdminEnv) => eraseCounters(env.DB, (key) => keyedHash(env, 'address', key));

/** POST /user/withdraw: `{object: record}`; `stale` for a decided or withdrawn application. */
async function withdraw(call: Call): Promise<Response> {
  const { env, now } = call;
  const { id: applicantId, status } = await ownApplicant(call);
  if (!isStatus(status) || !STAGES[status].next.includes(WITHDRAWN)) throw stale();
  const content = { template: 'status', id: applicantId, status: WITHDRAWN, note: '' } as const;
  const mail = await mailStatement(env, { applicantId, mail: content, now });
  try {
    await appendStatus(env.DB, { applicantId, status: WITHDRAWN, note: '', now }, [
      dropStatusMails(env.DB, applicantId),
      mail.statement,
    ]);
  } catch (error) {
    if (error instanceof Conflict || error instanceof StatusRefused) throw stale();
    throw error;
  }
  mailLater(call, mail.id);
  return recordResponse(call);
}

const stale = () => new Failure('stale', 'the application is decided or withdrawn; read it again');

export const requestCalls = { withdraw, askForDeletion, endDeletionRequest } satisfies Handlers;
