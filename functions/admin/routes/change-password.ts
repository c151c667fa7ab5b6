/** POST /change-password/{type}/{id}. Rule: it takes the current one; a new one ends every other session and is told by mail. */
import { passwordIssue } from '../../../src/domain/account/password.ts';
import { ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { readJsonBody } from '../body/json.ts';
import { mailLater } from '../mail/send.ts';
import { Failure, invalid, tokenRejected } from '../runtime/failure.ts';
import { hashPassword } from '../secrets/password-hash.ts';
import { accountById, setPassword } from '../store/applicants.ts';
import { commit, onConflict } from '../store/conflict.ts';
import { dropResetCodes } from '../store/reset-codes.ts';
import { deleteTokens } from '../store/tokens.ts';
import { type Call, done, ownSession } from './call.ts';
import { requireCurrentPassword } from './current-password.ts';

export async function changePassword(call: Call): Promise<Response> {
  const { env } = call;
  const session = ownSession(call, call.params.type ?? '');
  const body = await readJsonBody(call.request, ENDPOINTS.changePassword.limit);
  const account = await accountById(env.DB, session.applicantId);
  if (!account) throw tokenRejected();
  const password = text(body, 'new_password') ?? '';
  const issue = passwordIssue(password, { ...account, email: account.emailKey });
  if (issue) throw invalid({ new_password: [issue] });
  await requireCurrentPassword(call, session, account, text(body, 'current_password'));
  const { id, passwordHash: from } = account;
  const { tokenHash } = session;
  await commit(env.DB, [
    setPassword(env.DB, { id, from, passwordHash: await hashPassword(password), tokenHash }),
    deleteTokens(env.DB, id, tokenHash),
    dropResetCodes(env.DB, id),
  ]).catch(onConflict(tokenRejected));
  mailLater(call, { email: account.emailKey, locale: account.locale }, { kind: 'passwordChanged' });
  return done();
}

function text(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name];
  if (value !== undefined && typeof value !== 'string') throw new Failure('malformed', `"${name}" must be a text`);
  return value;
}
