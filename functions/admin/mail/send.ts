import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { emailIssue } from '../../../src/domain/input/email.ts';
import type { OfficeEnv } from '../runtime/env.ts';
import { composeMail, type Mail, type Reader } from './compose.ts';

export interface Addressee {
  email: string;
  locale: Locale;
  reader?: Reader;
}

/** Sends a mail now. @throws Error when sending fails, or the address could break its header */
export async function sendMail(env: OfficeEnv, to: Addressee, mail: Mail): Promise<void> {
  // Some stored addresses are older than the stricter rules.
  if (emailIssue(to.email) === 'email_format') throw new Error('the stored address is not valid for mail');
  const { sender, ...content } = composeMail(mail, to.locale, env.PORTAL_ORIGIN, Date.now(), to.reader);
  // So that no mail program answers automatically (RFC 3834).
  const headers = { 'Auto-Submitted': 'auto-generated' };
  await env.MAIL.send({ from: { email: env.MAIL_FROM, name: sender }, to: to.email, headers, ...content });
}
