/** The signed-in applicant: the record, and where else they are signed in. */
import { renderRecord } from '../application/record.ts';
import { tokenRejected } from '../runtime/failure.ts';
import { loadApplicant } from '../store/applicants.ts';
import { deleteOtherTokens, listSessions } from '../store/tokens.ts';
import { answer, type Call, done, sessionOf } from './call.ts';

/** GET /user */
export async function currentUser(call: Call): Promise<Response> {
  const applicant = await loadApplicant(call.env.DB, sessionOf(call).applicantId);
  if (!applicant) throw tokenRejected();
  return answer({ object: renderRecord(call.env, applicant, call.now) });
}

/** GET /user/sessions: `{sessions: [{created_at, used_at, browser, current}]}`, newest first. */
export async function sessions(call: Call): Promise<Response> {
  const { applicantId, tokenHash } = sessionOf(call);
  const rows = await listSessions(call.env.DB, applicantId, call.now);
  return answer({
    sessions: rows.map(({ hash, browser, created_at, used_at }) => ({
      created_at: new Date(created_at).toISOString(),
      used_at: new Date(used_at).toISOString(),
      browser,
      current: hash === tokenHash,
    })),
  });
}

/** DELETE /user/sessions: ends every session but this one. */
export async function endOtherSessions(call: Call): Promise<Response> {
  if (!(await deleteOtherTokens(call.env.DB, sessionOf(call)))) throw tokenRejected();
  return done();
}
