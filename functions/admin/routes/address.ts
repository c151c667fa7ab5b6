/**
 * Changes an application's e-mail address. It requires the current password, and a link in the mail to the old address undoes the
 * change. Undoing also locks the password, which the other person may know; the owner sets a new one by mail.
 */
import { CONFIRMATION } from '../../../src/domain/account/confirmation.ts';
import { Refusal } from '../../../src/domain/api/refusal.ts';
import { isEmail } from '../../../src/domain/input/email.ts';
import { readBody } from '../body/limits.ts';
import { mailLater, mailStatement, makeMailRow } from '../mail/outbox.ts';
import { linkExpired, slowDown } from '../runtime/refusals.ts';
import { newToken, sha256 } from '../secrets/keys.ts';
import { lockedHash } from '../secrets/password-hash.ts';
import { type Applicant, Applicants } from '../store/applicants.ts';
import { commit, onConflict } from '../store/database.ts';
import { Confirmations, LeftAddresses } from '../store/email-addresses.ts';
import { Outbox } from '../store/outbox.ts';
import { ResetCodes } from '../store/reset-codes.ts';
import { type Session, Sessions } from '../store/sessions.ts';
import { Versions } from '../store/versions.ts';
import {
  doneResponse,
  type Handlers,
  type HostCall,
  ownAccount,
  ownApplicant,
  recordResponse,
  sessionOf,
} from './call.ts';
import { accountOfLink, requireCurrentPassword } from './password.ts';

export const emailTaken = () =>
  new Refusal('email_taken', 'the address has an application', { errors: { email: ['email_taken'] } });

/** A change of address that has passed the checks. */
interface EmailChange {
  passwordHash: string;
  /** Statements besides those for the application. */
  statements: D1PreparedStatement[];
  /** Ids of its mails, to the old address and the new one. */
  mails: string[];
}

/** A confirmation link and its mail, which is written only if the link is stored. */
interface Confirmation {
  mailId: string;
  statements: D1PreparedStatement[];
}

/** @param pause milliseconds since the last link; for a batch that stores the address to confirm */
async function newConfirmation({ env, now }: HostCall, applicantId: string, pause: number): Promise<Confirmation> {
  const token = newToken();
  const tokenHash = sha256(token);
  const mail = await makeMailRow(env, { applicantId, mail: { template: 'emailConfirm', id: applicantId, token }, now });
  return {
    mailId: mail.id,
    statements: [
      new Confirmations(env.DB).put({ applicantId, tokenHash, pause, now }),
      new Outbox(env.DB).insert(mail, Confirmations.hasLink(tokenHash)),
    ],
  };
}

/** Checks a change of address. @throws Refusal as {@link requireCurrentPassword}; `email_taken` */
export async function checkEmailChange(
  call: HostCall,
  session: Session,
  to: { emailKey: string; password: string | undefined },
  before: Applicant,
): Promise<EmailChange> {
  const { env, now } = call;
  const { emailKey } = to;
  const account = await ownAccount(call);
  await requireCurrentPassword(call, session, account, to.password);
  if (await new Applicants(env.DB).isTaken(emailKey, { who: account.id, now })) throw emailTaken();
  const { id } = before;
  const oldEmail = String(before.fields.email);
  const token = newToken();
  const leftAddresses = new LeftAddresses(env.DB);
  // Still true when it is written, since a change from an older version is rejected.
  const isFirst = !(await leftAddresses.has(id, now));
  // With the token; or with contacts, where the old address cannot be restored.
  const mail = await mailStatement(env, {
    applicantId: id,
    mail: { template: 'emailChanged', token: isFirst ? token : null },
    address: oldEmail,
    now,
  });
  const confirmation = await newConfirmation(call, id, 0);
  const left = { applicantId: id, email: oldEmail, emailKey: before.emailKey };
  return {
    passwordHash: account.passwordHash,
    statements: [
      new ResetCodes(env.DB).drop(id),
      leftAddresses.store({ ...left, tokenHash: sha256(token), now }),
      leftAddresses.drop(id, emailKey),
      mail.statement,
      ...confirmation.statements,
    ],
    mails: [mail.id, confirmation.mailId],
  };
}

async function restoreEmail(call: HostCall): Promise<Response> {
  const { env, now } = call;
  const { token } = await readBody('restoreEmail', call.request);
  const tokenHash = sha256(token);
  const leftAddresses = new LeftAddresses(env.DB);
  const left = await leftAddresses.find(tokenHash, now);
  const account = left && (await new Applicants(env.DB).accountById(left.applicantId));
  if (!left || !account) throw linkExpired();
  const passwordHash = lockedHash();
  // Notifies the owner of the replaced address, unless the owner has freed it.
  const { id: applicantId, emailKey: address } = account;
  const draft = { applicantId, mail: { template: 'emailRestored' }, address, now } as const;
  const mail = isEmail(address) ? await mailStatement(env, draft) : null;
  const statements = [
    new Versions(env.DB).storePresent(applicantId, ['email'], now),
    leftAddresses.restore(left, { tokenHash, passwordHash, now }),
    new Sessions(env.DB).endAll(applicantId, null),
    new ResetCodes(env.DB).drop(applicantId),
    leftAddresses.drop(applicantId, left.emailKey),
    new Confirmations(env.DB).confirm({ id: applicantId, emailKey: left.emailKey }, now),
    ...(mail ? [mail.statement] : []),
  ];
  const written = new Applicants(env.DB).selectPassword(applicantId, passwordHash);
  await commit(env.DB, statements, written).catch(onConflict(linkExpired));
  if (mail) mailLater(call, mail.id);
  return doneResponse();
}

/** POST /user/email-confirmation: `{object: record}`. Sends no mail for a confirmed address. */
async function sendConfirmation(call: HostCall): Promise<Response> {
  const { env, now } = call;
  const { applicantId } = sessionOf(call);
  const pause = CONFIRMATION.resendMs;
  const { mailId, statements } = await newConfirmation(call, applicantId, pause);
  const [put] = await env.DB.batch(statements);
  if (put?.results.length === 0) {
    const { emailConfirmedAt } = await ownApplicant(call);
    if (emailConfirmedAt === null) throw slowDown(await new Confirmations(env.DB).waitFor({ applicantId, pause, now }));
  }
  mailLater(call, mailId);
  return recordResponse(call);
}

/**
 * POST /confirm-email with the token of a confirmation or of a password reset. With `free` true the owner of the mailbox has not
 * applied, and the address becomes free.
 * @throws Refusal `link_expired`, also for freeing a confirmed address
 */
async function confirmEmail(call: HostCall): Promise<Response> {
  const { env, request, now } = call;
  const { token, free = false } = await readBody('confirmEmail', request);
  const confirmations = new Confirmations(env.DB);
  const proved = (await confirmations.find(sha256(token), now)) ?? (await accountOfLink(call, token));
  if (!proved) throw linkExpired();
  if (!free) await confirmations.confirm(proved, now).run();
  else if (!(await confirmations.free(proved, now))) throw linkExpired();
  return doneResponse();
}

export const addressCalls = { restoreEmail, sendConfirmation, confirmEmail } satisfies Handlers;
