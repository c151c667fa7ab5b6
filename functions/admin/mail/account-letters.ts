/** The mails about code, password and address. */
import { RESET_ROUTES, RESTORE_EMAIL_ROUTE } from '../../../src/domain/account/reset.ts';
import { mailRoute } from '../../../src/domain/account/session.ts';
import { FORM_ROUTE } from './contact-lines.ts';
import type { Mail } from './kinds.ts';
import { type Body, buttonTo, PLAIN, type Wording } from './letter.ts';

type AccountMail = Extract<Mail, { template: 'code' | 'passwordChanged' | 'emailChanged' | 'emailRestored' }>;

export function accountLetter(mail: AccountMail, { t, link }: Wording): Body {
  const { template: kind } = mail;
  const about = { ...PLAIN, subject: t(`${kind}.subject`), title: t(`${kind}.title`) };
  const intro = { text: t(`${kind}.intro`) };
  const other = { text: t(`${kind}.other`) };
  const writeToOffice = buttonTo(t, t('write'), link(FORM_ROUTE));
  switch (mail.template) {
    case 'code':
      return {
        ...about,
        parts: [intro, { code: mail.code }, { text: t('code.use') }],
        button: buttonTo(t, t('code.action'), link(mailRoute(RESET_ROUTES[1]))),
        after: [other.text],
      };
    case 'passwordChanged':
      return {
        ...about,
        parts: [intro, other],
        button: buttonTo(t, t('passwordChanged.action'), link(RESET_ROUTES[0])),
      };
    case 'emailChanged':
      if (!mail.token) return { ...about, tone: 'warning', parts: [intro, other], button: writeToOffice };
      return {
        ...about,
        tone: 'warning',
        parts: [intro, { text: t('emailChanged.back') }],
        button: buttonTo(t, t('emailChanged.action'), `${link(RESTORE_EMAIL_ROUTE)}#${mail.token}`),
        after: [t('emailChanged.after')],
      };
    // Its reader cannot sign in: the password is locked, and codes go to the other address.
    case 'emailRestored':
      return { ...about, parts: [intro, other], button: writeToOffice };
  }
}
