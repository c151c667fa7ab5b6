/**
 * Changes passwords with the current one, or resets them with a mailed code or link. A change requires the current password or a
 * recent sign-in. A new password ends every other session and is reported by mail. An address without an applicant gets the same
 * responses after the same work, and no code is ever right for it.
 */
import { passwordIssue } from '../../../src/domain/account/password.ts';
import { RESET_LINK_MS } from '../../../src/domain/account/reset.ts';
import { FRESH_SIGN_IN_MS } from '../../../src/domain/account/session.ts';
import type { RequestBody } from '../../../src/domain/api/contract/calls.ts';
import { Refusal } from '../../../src/domain/api/refusal.ts';
import { emailKey } from '../../../src/domain/input/email.ts';
import { checkJsonBody, readBody } from '../body/limits.ts';
import { mailLater, mailStatement, makeMailRow } from '../mail/outbox.ts';
import { clientNetwork } from '../runtime/client-network.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { invalid, linkExpired, slowDown, tokenRejected } from '../runtime/refusals.ts';
import { mailsPerDay } from '../runtime/settings.ts';
import { keyedHash, MAIL_ID_PREFIX, newMailId, newResetCode, sameDigest } from '../secrets/keys.ts';
import { checkPassword, hashPassword } from '../secrets/password-hash.ts';
import { type Account, Applicants } from '../store/applicants.ts';
import { commit, onConflict, repeatable } from '../store/database.ts';
import { Confirmations } from '../store/email-addresses.ts';
import { ceilingsOf, Outbox } from '../store/outbox.ts';
import { ResetCodes } from '../store/reset-codes.ts';
import { type Session, Sessions } from '../store/sessions.ts';
import { SignInTries } from '../store/sign-in-tries.ts';
import { markBrowser } from './browser.ts';
import {
  doneResponse,
  type Handlers,
  type HostCall,
  jsonResponse,
  ownAccount,
  ownSession,
  pageLocale,
} from './call.ts';
import { askerOf, countGuess } from './session.ts';

/**
 * Requires the current password unless the sign-in is at most ten minutes old. Wrong ones count for this session alone.
 * @throws Refusal `current_password_required`, `validation_failed` for a wrong one, `slow_down` after too many
 */
export async function requireCurrentPassword(
  call: HostCall,
  session: Session,
  account: Account,
  given = '',
): Promise<void> {
  if (given === '') {
    if (call.now - session.createdAt <= FRESH_SIGN_IN_MS) return;
    const errors = { current_password: ['current_password_required'] };
    throw new Refusal('current_password_required', 'send the current password as "current_password"', { errors });
  }
  const address = keyedHash(call.env, 'address', account.emailKey);
  const asker = askerOf(call, session.tokenHash);
  const isRight = await countGuess(call, address, asker, () => checkPassword(given, account.passwordHash));
  if (!isRight) throw invalid({ current_password: ['password_wrong'] });
  await call.env.DB.batch(new SignInTries(call.env.DB).forget(address, asker).map(repeatable));
}

async function changePassword(call: HostCall): Promise<Response> {
  const { env } = call;
  const session = ownSession(call, call.params.type ?? '');
  const { new_password: password, current_password: current } = await readBody('changePassword', call.request);
  const account = await ownAccount(call);
  const issue = passwordIssue(password, { ...account, email: account.emailKey });
  if (issue) throw invalid({ new_password: [issue] });
  await requireCurrentPassword(call, session, account, current);
  const { id, passwordHash: from } = account;
  const { tokenHash } = session;
  const passwordHash = await hashPassword(password, clientNetwork(call.request));
  const mail = await passwordMail(call, id);
  const applicants = new Applicants(env.DB);
  const statements = [
    applicants.setPassword({ id, from, passwordHash, tokenHash }),
    new Sessions(env.DB).endAll(id, tokenHash),
    new ResetCodes(env.DB).drop(id),
    mail.statement,
  ];
  await commit(env.DB, statements, applicants.selectPassword(id, passwordHash)).catch(onConflict(tokenRejected));
  mailLater(call, mail.id);
  return jsonResponse<'changePassword'>({ status: 'ok', sessions_ended: true });
}

const passwordMail = ({ env, now }: HostCall, applicantId: string) =>
  mailStatement(env, { applicantId, mail: { template: 'passwordChanged' }, now });

async function requestResetCode(call: HostCall): Promise<Response> {
  const { env, now } = call;
  const email = emailKey((await readBody('requestResetCode', call.request)).email);
  const account = await new Applicants(env.DB).accountByEmail(email);
  const code = newResetCode();
  const addressHash = keyedHash(env, 'address', email);
  const codeHash = hashCode(env, addressHash, code);
  const applicantId = account?.id ?? null;
  const isFree = account?.isConfirmed === 0;
  const id = newMailId();
  const token = resetLink(env, { id, addressHash, passwordHash: account?.passwordHash ?? '' });
  // Not the language of the account, since anyone may ask for a code.
  const locale = pageLocale(call.request);
  const mail = await makeMailRow(env, {
    id,
    applicantId,
    mail: { template: 'code', code, token, isFree, locale },
    now,
  });
  const { id: asker } = askerOf(call);
  const ceilings = ceilingsOf(mailsPerDay(env));
  const { taken, wait } = await new ResetCodes(env.DB).put({
    addressHash,
    applicantId,
    codeHash,
    asker,
    now,
    mail,
    ceilings,
  });
  // The same for known and unknown addresses: the page must not announce a code that was not sent.
  if (wait > 0) throw slowDown(wait);
  if (taken) mailLater(call, mail.id);
  return doneResponse();
}

async function checkResetCode(call: HostCall): Promise<Response> {
  await verify(call, await readBody('checkResetCode', call.request));
  return doneResponse();
}

async function resetPassword(call: HostCall): Promise<Response> {
  const { env, now } = call;
  const body = await readBody('resetPassword', call.request);
  const { password, token } = body;
  const account =
    token === undefined ? await verify(call, checkJsonBody('checkResetCode', body)) : await accountOfLink(call, token);
  if (!account) throw linkExpired();
  const addressHash = keyedHash(env, 'address', account.emailKey);
  const issue = passwordIssue(password, { ...account, email: account.emailKey });
  if (issue) throw invalid({ password: [issue] });
  const passwordHash = await hashPassword(password, clientNetwork(call.request));
  const mail = await passwordMail(call, account.id);
  const applicants = new Applicants(env.DB);
  const statements = [
    applicants.setPasswordByMail(account, passwordHash),
    applicants.setLocale(account.id, pageLocale(call.request) ?? account.locale),
    new Sessions(env.DB).endAll(account.id, null),
    new SignInTries(env.DB).reset(addressHash),
    new ResetCodes(env.DB).drop(account.id),
    // A right code proves that its mail was read at this address.
    new Confirmations(env.DB).confirm(account, now),
    mail.statement,
  ];
  await commit(env.DB, statements, applicants.selectPassword(account.id, passwordHash)).catch(onConflict(codeExpired));
  mailLater(call, mail.id);
  return jsonResponse<'resetPassword'>({ status: 'ok', sessions_ended: true }, 200, markBrowser(env, addressHash));
}

const codeExpired = () => new Refusal('code_expired', 'the code is too old, used, or was tried too often');

/** Keyed and bound to its address: six digits could be guessed from a plain hash at once. */
function hashCode(env: AdminEnv, addressHash: string, code: string): string {
  return keyedHash(env, 'reset-code', `${addressHash} ${code}`);
}

/** Characters of the HMAC in a mailed link: with 72 bits and one hour it needs no limit of tries. */
const LINK_MAC = 12;

/**
 * The secret of a mailed link: valid for {@link RESET_LINK_MS}, while the account keeps its address and password, even if other
 * codes were requested meanwhile. Short, since some mail programs break links at 76 characters (RFC 2045, section 6.7).
 */
function resetLink(
  env: AdminEnv,
  { id, addressHash, passwordHash }: { id: string; addressHash: string; passwordHash: string },
): string {
  const mac = keyedHash(env, 'reset-link', `${id} ${addressHash} ${passwordHash}`).slice(0, LINK_MAC);
  return `${id.slice(MAIL_ID_PREFIX.length)}${mac}`;
}

/** The account to which a link was mailed; null for an expired or invalid link. */
export async function accountOfLink({ env, now }: HostCall, token: string): Promise<Account | null> {
  const id = `${MAIL_ID_PREFIX}${token.slice(0, -LINK_MAC)}`;
  const applicantId = await new Outbox(env.DB).findReaderOfCode(id, now - RESET_LINK_MS);
  const account = applicantId === null ? null : await new Applicants(env.DB).accountById(applicantId);
  if (!account) return null;
  const addressHash = keyedHash(env, 'address', account.emailKey);
  const link = resetLink(env, { id, addressHash, passwordHash: account.passwordHash });
  return sameDigest(link, token) ? account : null;
}

/** The account for which a code is right. @throws Refusal `code_expired`; `validation_failed` for a wrong one */
async function verify(call: HostCall, { email: typed, code }: RequestBody<'checkResetCode'>): Promise<Account> {
  const { env, now } = call;
  const email = emailKey(typed);
  const addressHash = keyedHash(env, 'address', email);
  const tried = { addressHash, asker: askerOf(call).id };
  const resetCodes = new ResetCodes(env.DB);
  const stored = await resetCodes.countTry({ ...tried, now });
  if (!stored) throw codeExpired();
  const codeHash = hashCode(env, addressHash, code.replace(/\s/g, ''));
  const isRight = sameDigest(codeHash, stored.codeHash);
  // Looked up last: a wrong code must take the same time for an applicant's address as for any other.
  const account =
    isRight && stored.applicantId !== null ? await new Applicants(env.DB).accountById(stored.applicantId) : null;
  if (account?.emailKey !== email) throw invalid({ code: ['code_wrong'] });
  await resetCodes.uncountTry(tried, codeHash);
  return account;
}

export const passwordCalls = { changePassword, requestResetCode, checkResetCode, resetPassword } satisfies Handlers;
