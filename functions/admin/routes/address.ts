/**
 * Another address for an application. Rule: it takes the current password, and can be taken back by a link in the mail to
 * the old one, so that nobody loses an account in silence. Whoever changed it may know the password, so that none counts after
 * the address was taken back; the owner sets a new one by mail.
 */

import { ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { readJsonBody, requireTexts } from '../body/json.ts';
import { mailLater } from '../mail/send.ts';
import { Failure, tokenRejected } from '../runtime/failure.ts';
import { newToken, sha256 } from '../secrets/keys.ts';
import { lockedHash } from '../secrets/password-hash.ts';
import { type Applicant, accountById, emailExists } from '../store/applicants.ts';
import { commit, onConflict } from '../store/database.ts';
import { dropLeftAddress, findLeftAddress, keepLeftAddress, restoreAddress } from '../store/left-addresses.ts';
import { dropResetCodes } from '../store/reset-codes.ts';
import { deleteTokens, type Session } from '../store/sessions.ts';
import { type Call, done } from './call.ts';
import { requireCurrentPassword } from './password.ts';

export const emailTaken = () =>
  new Failure('email_taken', 'the address has an application', { errors: { email: ['email_taken'] } });

/** A change of address that may be made. */
export interface Move {
  /** Of the new address, as addresses are compared. */
  emailKey: string;
  /** The password that was checked. */
  passwordHash: string;
  /** Restores the old address. */
  token: string;
}

/** Checks a change of address. @throws Failure what {@link requireCurrentPassword} does; `email_taken` */
export async function allowMove(
  call: Call,
  session: Session,
  emailKey: string,
  password: string | undefined,
): Promise<Move> {
  const { env, now } = call;
  const account = await accountById(env.DB, session.applicantId);
  if (!account) throw tokenRejected();
  await requireCurrentPassword(call, session, account, password);
  if (await emailExists(env.DB, emailKey, { who: account.id, now })) throw emailTaken();
  return { emailKey, passwordHash: account.passwordHash, token: newToken() };
}

/** What a change of address writes besides the application. */
export function moveStatements({ env, now }: Call, before: Applicant, move: Move): D1PreparedStatement[] {
  const { id, emailKey } = before;
  const left = { applicantId: id, email: String(before.fields.email), emailKey };
  return [
    dropResetCodes(env.DB, id),
    keepLeftAddress(env.DB, { ...left, tokenHash: sha256(move.token), now }),
    dropLeftAddress(env.DB, id, move.emailKey),
  ];
}

/** Mails the link that restores it; to an address that was only passed through it says who can help. */
export async function tellOldAddress(call: Call, { fields, locale }: Applicant, { token }: Move): Promise<void> {
  const isOpen = await findLeftAddress(call.env.DB, sha256(token), call.now);
  mailLater(call, { email: String(fields.email), locale }, { kind: 'emailChanged', token: isOpen ? token : null });
}

const linkExpired = () => new Failure('link_expired', 'the link was used, or is too old');

/** POST /restore-email */
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
    dropLeftAddress(env.DB, account.id, left.emailKey),
  ]).catch(onConflict(linkExpired));
  // To the address that was left this time, so that nobody loses an account in silence.
  mailLater(call, { email: account.emailKey, locale: account.locale }, { kind: 'emailRestored' });
  return done();
}
