/** Confirms e-mail addresses by mailed links. Rule: no other call requires a confirmed address. */
import { CONFIRM_RESEND_MS } from '../../../src/domain/account/confirmation.ts';
import { ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { readJsonBody, requireTexts } from '../body/json.ts';
import { mailLater } from '../mail/outbox.ts';
import { Failure, linkExpired, slowDown } from '../runtime/failure.ts';
import { sha256 } from '../secrets/keys.ts';
import { confirmAddress, confirmationWait, findConfirmation, freeAddress } from '../store/email-confirmations.ts';
import { newConfirmation } from './address.ts';
import { type Call, done, ownApplicant, recordResponse, sessionOf } from './call.ts';
import { accountOfLink } from './password.ts';

/** POST /user/email-confirmation: `{object: record}`; sends no mail for a confirmed address. */
export async function sendConfirmation(call: Call): Promise<Response> {
  const { env, now } = call;
  const { applicantId } = sessionOf(call);
  const pause = CONFIRM_RESEND_MS;
  const { mailId, statements } = await newConfirmation(call, applicantId, pause);
  const [put] = await env.DB.batch(statements);
  if (put?.results.length === 0) {
    const { emailConfirmedAt } = await ownApplicant(call);
    if (emailConfirmedAt === null) throw slowDown(await confirmationWait(env.DB, { applicantId, pause, now }));
  }
  mailLater(call, mailId);
  return recordResponse(call);
}

/**
 * POST /confirm-email by the link of a confirmation or of a password reset. With `free` true the owner of the mailbox has not
 * applied: the address becomes free. @throws Failure `link_expired`, also for freeing a confirmed address
 */
export async function confirmEmail(call: Call): Promise<Response> {
  const { env, request, now } = call;
  const body = await readJsonBody(request, ENDPOINTS.confirmEmail.limit);
  const { token } = requireTexts(body, ['token']);
  const { free = false } = body;
  if (typeof free !== 'boolean') throw new Failure('malformed', '"free" must be true or false');
  const proved = (await findConfirmation(env.DB, sha256(token), now)) ?? (await accountOfLink(call, token));
  if (!proved) throw linkExpired();
  if (!free) await confirmAddress(env.DB, proved, now).run();
  else if (!(await freeAddress(env.DB, proved, now))) throw linkExpired();
  return done();
}
