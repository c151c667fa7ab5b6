/** Confirms e-mail addresses by mailed links. Rule: no other call requires a confirmed address. */
import { CONFIRM_RESEND_MS } from '../../../src/domain/account/confirmation.ts';
import { ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { readJsonBody, requireTexts } from '../body/json.ts';
import { mailLater } from '../mail/outbox.ts';
import { Failure, slowDown } from '../runtime/failure.ts';
import { sha256 } from '../secrets/keys.ts';
import { confirmationWait, confirmByLink } from '../store/email-confirmations.ts';
import { newConfirmation } from './address.ts';
import { type Call, done, ownApplicant, recordResponse, sessionOf } from './call.ts';

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

export async function confirmEmail(call: Call): Promise<Response> {
  const { token } = requireTexts(await readJsonBody(call.request, ENDPOINTS.confirmEmail.limit), ['token']);
  const isConfirmed = await confirmByLink(call.env.DB, sha256(token), call.now);
  if (!isConfirmed) throw new Failure('link_expired', 'the link was replaced by another one, or is too old');
  return done();
}
