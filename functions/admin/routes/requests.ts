/**
 * Requests of applicants: to be deleted, and to withdraw. Each applicant has one open deletion request; a second POST finds the
 * first. Status and mail of a withdrawal are written together, once.
 */
import { deletionDue } from '../../../src/domain/account/deletion.ts';
import { Refusal } from '../../../src/domain/api/refusal.ts';
import { STAGES, WITHDRAWN } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { mailLater, mailStatement, makeMailRow } from '../mail/outbox.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { keyedHash, newKey } from '../secrets/keys.ts';
import { Conflict } from '../store/database.ts';
import { DeletionRequests, Erasure } from '../store/erase.ts';
import { Outbox } from '../store/outbox.ts';
import { StatusRepository } from '../store/statuses.ts';
import { type Handlers, type HostCall, ownApplicant, recordResponse, sessionOf } from './call.ts';

async function askForDeletion(call: HostCall): Promise<Response> {
  const { env, now } = call;
  const { applicantId } = sessionOf(call);
  const id = newKey();
  const by = deletionDue(now);
  const mail = await makeMailRow(env, { applicantId, mail: { template: 'deletionAsked', id: applicantId, by }, now });
  await env.DB.batch([
    new DeletionRequests(env.DB).store({ applicantId, id, now }),
    new Outbox(env.DB).insert(mail, DeletionRequests.hasRequest(id, mail)),
  ]);
  mailLater(call, mail.id);
  return recordResponse(call);
}

async function endDeletionRequest(call: HostCall): Promise<Response> {
  await new DeletionRequests(call.env.DB).cancel(sessionOf(call).applicantId).run();
  return recordResponse(call);
}

/** Deletes the counters of addresses of erased applicants, for the cron: only this worker has the key of their hashes. */
export const forgetErased = (env: AdminEnv) =>
  new Erasure(env.DB).eraseCounters((key) => keyedHash(env, 'address', key));

/** POST /user/withdraw: `{object: record}`; `stale` for an application that is decided or withdrawn already. */
async function withdraw(call: HostCall): Promise<Response> {
  const { env, now } = call;
  const { id: applicantId, status } = await ownApplicant(call);
  if (!isStatus(status) || !STAGES[status].next.includes(WITHDRAWN)) throw stale();
  const content = { template: 'status', id: applicantId, status: WITHDRAWN, note: '' } as const;
  const mail = await mailStatement(env, { applicantId, mail: content, now });
  try {
    await new StatusRepository(env.DB).append({ applicantId, status: WITHDRAWN, note: '', now }, [
      new Outbox(env.DB).dropStatusMails(applicantId),
      mail.statement,
    ]);
  } catch (error) {
    if (error instanceof Conflict) throw stale();
    throw error;
  }
  mailLater(call, mail.id);
  return recordResponse(call);
}

const stale = () => new Refusal('stale', 'the application is decided or withdrawn; read it again');

export const requestCalls = { withdraw, askForDeletion, endDeletionRequest } satisfies Handlers;
