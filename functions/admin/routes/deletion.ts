/** Deletion requests of applicants. Rule: one open request each; a second POST finds the first. */
import { deletionDue } from '../../../src/domain/account/deletion.ts';
import { draftMail, mailLater } from '../mail/outbox.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { keyedHash, newKey } from '../secrets/keys.ts';
import { cancelDeletion, hasRequest, requestDeletion } from '../store/deletion-requests.ts';
import { eraseCounters } from '../store/erase.ts';
import { insertMail } from '../store/outbox.ts';
import { type Call, recordResponse, sessionOf } from './call.ts';

export async function askForDeletion(call: Call): Promise<Response> {
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

export async function endDeletionRequest(call: Call): Promise<Response> {
  await cancelDeletion(call.env.DB, sessionOf(call).applicantId).run();
  return recordResponse(call);
}

/** Deletes the counters for the addresses of erased applicants, for the cron: only this worker has the key of their hashes. */
export const forgetErased = (env: AdminEnv) => eraseCounters(env.DB, (key) => keyedHash(env, 'address', key));
