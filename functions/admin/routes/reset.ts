/**
 * A forgotten password: a code is asked for, checked, and used. Rule: an address without an applicant behaves like any
 * other in answer and effort, until a code is right, and for it none is.
 */
import { passwordIssue } from '../../../src/domain/account/password.ts';
import { ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { readEmail, readJsonBody, requireTexts } from '../body/json.ts';
import { mailLater } from '../mail/send.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { Failure, invalid, slowDown } from '../runtime/failure.ts';
import { keyedHash, sameDigest } from '../secrets/digest.ts';
import { markBrowser } from '../secrets/known-browser.ts';
import { hashPassword } from '../secrets/password-hash.ts';
import { newResetCode } from '../secrets/random.ts';
import { type Account, accountByEmail, accountById } from '../store/applicants.ts';
import { commit, onConflict } from '../store/conflict.ts';
import { giveTryBack, putResetCode, setPasswordByCode, tryResetCode, useResetCode } from '../store/reset-codes.ts';
import { forgetTries } from '../store/sign-in-tries.ts';
import { deleteTokens } from '../store/tokens.ts';
import { type Call, done } from './call.ts';

/** POST /forgot-password-token */
export async function requestResetCode(call: Call): Promise<Response> {
  const { env, now } = call;
  const email = readEmail(await readJsonBody(call.request, ENDPOINTS.requestResetCode.limit));
  const account = await accountByEmail(env.DB, email);
  const code = newResetCode();
  const addressHash = keyedHash(env, 'address', email);
  const codeHash = hashCode(env, addressHash, code);
  const { taken, wait } = await putResetCode(env.DB, { addressHash, applicantId: account?.id ?? null, codeHash, now });
  // Told to everyone alike: the page must not say that a code is on its way when none is.
  if (wait > 0) throw slowDown(wait);
  if (taken && account) mailLater(call, { email: account.emailKey, locale: account.locale }, { kind: 'code', code });
  return done();
}

/** POST /check-forgot-password-token */
export async function checkResetCode(call: Call): Promise<Response> {
  const body = await readJsonBody(call.request, ENDPOINTS.checkResetCode.limit);
  await verify(call, body);
  return done();
}

/** POST /forgot-password-by-code */
export async function resetPassword(call: Call): Promise<Response> {
  const { env } = call;
  const body = await readJsonBody(call.request, ENDPOINTS.resetPassword.limit);
  const { password } = requireTexts(body, ['password', 'code', 'email']);
  const { account, addressHash, codeHash } = await verify(call, body);
  const issue = passwordIssue(password, { ...account, email: account.emailKey });
  if (issue) throw invalid({ password: [issue] });
  const passwordHash = await hashPassword(password);
  await commit(env.DB, [
    setPasswordByCode(env.DB, { account, passwordHash, addressHash, codeHash }),
    deleteTokens(env.DB, account.id, null),
    forgetTries(env.DB, addressHash),
    useResetCode(env.DB, addressHash),
  ]).catch(onConflict(codeExpired));
  mailLater(call, { email: account.emailKey, locale: account.locale }, { kind: 'passwordChanged' });
  return done(markBrowser(env, addressHash));
}

const codeExpired = () => new Failure('code_expired', 'the code is too old, used, or was tried too often');

/** Six digits are guessed in no time from a plain hash, so the hash is keyed, and bound to its address. */
function hashCode(env: AdminEnv, addressHash: string, code: string): string {
  return keyedHash(env, 'reset-code', `${addressHash} ${code}`);
}

async function verify(
  call: Call,
  body: Record<string, unknown>,
): Promise<{ account: Account; addressHash: string; codeHash: string }> {
  const { env, now } = call;
  const email = readEmail(body);
  const { code } = requireTexts(body, ['code']);
  const addressHash = keyedHash(env, 'address', email);
  const { code: stored, rest } = await tryResetCode(env.DB, addressHash, now);
  if (rest > 0) throw slowDown(rest);
  if (!stored) throw codeExpired();
  const codeHash = hashCode(env, addressHash, code.replace(/\s/g, ''));
  const isRight = sameDigest(codeHash, stored.codeHash);
  // Looked up only now: for a wrong code an applicant's address must cost no more time than a stranger's.
  const account = isRight && stored.applicantId !== null ? await accountById(env.DB, stored.applicantId) : null;
  if (account?.emailKey !== email) throw invalid({ code: ['code_wrong'] });
  await giveTryBack(env.DB, { addressHash, codeHash });
  return { account, addressHash, codeHash };
}
