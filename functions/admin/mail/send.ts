/** Sends mails after the answer. Rule: a mail that can't be sent never fails what it tells of; the log has its kind only. */
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { isEmail } from '../../../src/domain/input/email.ts';
import type { Call } from '../call.ts';
import type { AdminEnv } from '../env.ts';
import { log } from '../request-log.ts';
import { composeMail, type Mail } from './compose.ts';

export interface Addressee {
  email: string;
  locale: Locale;
}

/** Sends a mail once the request is answered. */
export function mailLater(call: Call, to: Addressee, mail: Mail): void {
  const line = { request_id: call.requestId, endpoint: 'mail', mail: mail.kind };
  call.later(
    afterTheAnswer()
      .then(() => sendMail(call.env, to, mail))
      .then(() => log({ ...line, level: 'info', outcome: 'sent' }))
      .catch((error: unknown) => {
        // Its message may hold the address.
        const { name = '', code = '' } = (error ?? {}) as { name?: string; code?: string };
        log({ ...line, level: 'error', outcome: 'failed', detail: [name, code].filter(Boolean).join(' ') });
      }),
  );
}

/** Enough for an answer to have left the machine, and for nobody to wait. */
const PAUSE_MS = 50;

/**
 * Writing and sending a mail takes time, which must not show in the answer: only applicants get one. Without a pause it
 * is done while the answer is still on its way through the same machine (`npm run bench:strangers` shows that).
 */
function afterTheAnswer(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

/**
 * Sends a mail now; the platform writes its MIME.
 * @throws Error when it can't be sent, or the address could break its header: one that was stored before such were refused
 */
export async function sendMail(env: AdminEnv, to: Addressee, mail: Mail): Promise<void> {
  if (!isEmail(to.email)) throw new Error('no address that mail can be sent to');
  const { sender, ...content } = composeMail(mail, to.locale, env.PORTAL_ORIGIN, Date.now());
  await env.MAIL.send({ from: { email: env.MAIL_FROM, name: sender }, to: to.email, ...content });
}
