/** The mails about code, password and address. */
import { RESET_ROUTES, RESTORE_EMAIL_ROUTE } from '../../../src/domain/account/reset.ts';
import { mailRoute } from '../../../src/domain/account/session.ts';
import { FORM_ROUTE } from './contact-lines.ts';
import type { Mail } from './kinds.ts';
import type { Body } from './letter.ts';
import type { Words } from './words.ts';

type AccountMail = Extract<Mail, { template: 'code' | 'passwordChanged' | 'emailChanged' | 'emailRestored' }>;

export function accountLetter(mail: AccountMail, t: Words, link: (route: string) => string): Body {
  const button = (label: string, href: string) => ({ label, href, fallback: t('button') });
  const { template: kind } = mail;
  const about = { subject: t(`${kind}.subject`), title: t(`${kind}.title`) };
  switch (mail.template) {
    case 'code':
      return {
        ...about,
        tone: 'info',
        parts: [{ text: t('code.intro') }, { code: mail.code }, { text: t('code.use') }],
        button: button(t('code.action'), link(mailRoute(RESET_ROUTES[1]))),
        after: [t('code.other')],
      };
    case 'passwordChanged':
      return {
        ...about,
        tone: 'info',
        parts: [{ text: t('passwordChanged.intro') }, { text: t('passwordChanged.other') }],
        button: button(t('passwordChanged.action'), link(RESET_ROUTES[0])),
        after: [],
      };
    case 'emailChanged':
      return {
        ...about,
        tone: 'warning',
        parts: [
          { text: t('emailChanged.intro') },
          { text: t(mail.token ? 'emailChanged.back' : 'emailChanged.other') },
        ],
        button: mail.token
          ? button(t('emailChanged.action'), `${link(RESTORE_EMAIL_ROUTE)}#${mail.token}`)
          : button(t('write'), link(FORM_ROUTE)),
        after: mail.token ? [t('emailChanged.after')] : [],
      };
    // Its reader cannot sign in: the password is locked, and codes go to the other address.
    case 'emailRestored':
      return {
        ...about,
        tone: 'info',
        parts: [{ text: t('emailRestored.intro') }, { text: t('emailRestored.other') }],
        button: button(t('write'), link(FORM_ROUTE)),
        after: [],
      };
  }
}
