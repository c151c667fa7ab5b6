/** Withdraws an application that is not decided. Rule: status and mail are written together, once. */
import { STAGES, WITHDRAWN } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { mailLater, mailStatement } from '../mail/outbox.ts';
import { Failure } from '../runtime/failure.ts';
import { Conflict } from '../store/database.ts';
import { dropStatusMails } from '../store/outbox.ts';
import { appendStatus, StatusRefused } from '../store/statuses.ts';
import { type Call, ownApplicant, recordResponse } from './call.ts';

/** POST /user/withdraw: `{object: record}`; `stale` for a decided or withdrawn application. */
export async function withdraw(call: Call): Promise<Response> {
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
