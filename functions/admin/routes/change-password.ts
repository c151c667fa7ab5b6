/** POST /change-password/{type}/{id}. Rule: a new password ends every other session and is told by mail. */
import { passwordIssue } from '../../../src/domain/account/password.ts';
import { ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { readJsonBody } from '../body/json.ts';
import { type Call, done, ownSession } from '../call.ts';
import { Failure, invalid, tokenRejected } from '../failure.ts';
import { mailLater } from '../mail/send.ts';
import { keyedHash } from '../secrets/digest.ts';
import { checkPassword, hashPassword } from '../secrets/password-hash.ts';
import { type Account, accountById, setPassword } from '../store/applicants.ts';
import { commit, onConflict } from '../store/conflict.ts';
import { dropResetCodes } from '../store/reset-codes.ts';
import { forgetCount } from '../store/sign-in-tries.ts';
import { deleteTokens, type Session } from '../store/tokens.ts';
import { countGuess } from './sign-in.ts';

export async function changePassword(call: Call): Promise<Response> {
  const { env } = call;
  const session = ownSession(call, call.params.type ?? '');
  const body = await readJsonBody(call.request, ENDPOINTS.changePassword.limit);
  const account = await accountById(env.DB, session.applicantId);
  if (!account) throw tokenRejected();
  const password = text(body, 'new_password') ?? '';
  const issue = passwordIssue(password, { ...account, email: account.emailKey });
  if (issue) throw invalid({ new_password: [issue] });
  await checkCurrent(call, account, session, text(body, 'current_password'));
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

/** Guesses at the current password count like tries to sign in, for this session alone. */
async function checkCurrent(
  call: Call,
  account: Account,
  { tokenHash }: Session,
  current: string | undefined,
): Promise<void> {
  if (current === undefined) return;
  const address = keyedHash(call.env, 'address', account.emailKey);
  await countGuess(call, address, tokenHash);
  if (!(await checkPassword(current, account.passwordHash))) throw invalid({ current_password: ['password_wrong'] });
  await forgetCount(call.env.DB, address, tokenHash).run();
}
