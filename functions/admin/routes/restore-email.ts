/**
 * POST /restore-email: the way back from a changed address. Rule: whoever changed it may know the password, so that none
 * counts afterwards; the owner sets a new one by mail.
 */
import { ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { readJsonBody, requireTexts } from '../body/json.ts';
import { mailLater } from '../mail/send.ts';
import { Failure } from '../runtime/failure.ts';
import { sha256 } from '../secrets/digest.ts';
import { lockedHash } from '../secrets/password-hash.ts';
import { accountById } from '../store/applicants.ts';
import { commit, onConflict } from '../store/conflict.ts';
import { closeWayBack, findLeftAddress, restoreAddress } from '../store/left-addresses.ts';
import { dropResetCodes } from '../store/reset-codes.ts';
import { deleteTokens } from '../store/tokens.ts';
import { type Call, done } from './call.ts';

const linkExpired = () => new Failure('link_expired', 'the link was used, or is too old');

export async function restoreEmail(call: Call): Promise<Response> {
  const { env, now } = call;
  const { token } = requireTexts(await readJsonBody(call.request, ENDPOINTS.restoreEmail.limit), ['token']);
  const tokenHash = sha256(token);
  const left = await findLeftAddress(env.DB, tokenHash, now);
  const account = left && (await accountById(env.DB, left.applicantId));
  if (!left || !account) throw linkExpired();
  await commit(env.DB, [
    restoreAddress(env.DB, left, { tokenHash, passwordHash: lockedHash(), now }),
    deleteTokens(env.DB, account.id, null),
    dropResetCodes(env.DB, account.id),
    closeWayBack(env.DB, account.id, left.emailKey),
  ]).catch(onConflict(linkExpired));
  // To the address that was left this time, so that nobody loses an account in silence.
  mailLater(call, { email: account.emailKey, locale: account.locale }, { kind: 'emailRestored' });
  return done();
}
