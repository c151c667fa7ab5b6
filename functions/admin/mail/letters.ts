/** The content of each kind of mail: title, sentences, one button, closing lines. */
import type { VisaNotes } from '../../../src/content/visa-notes.ts';
import { CONFIRM_DAYS, CONFIRM_ROUTE } from '../../../src/domain/account/confirmation.ts';
import { mailRoute } from '../../../src/domain/account/session.ts';
import { fieldLabel } from '../../../src/domain/application/field-names.ts';
import { stageOf } from '../../../src/domain/application/status.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { writtenDate } from '../../../src/domain/i18n/written-dates.ts';
import { accountLetter } from './account-letters.ts';
import type { Mail } from './kinds.ts';
import type { Body } from './letter.ts';
import { answerLetter, questionLetter } from './message-letters.ts';
import { visaLetter } from './visa-letter.ts';
import { formWords, type Words } from './words.ts';

interface Wording {
  t: Words;
  locale: Locale;
  link(route: string): string;
  type: ApplicationType | undefined;
  notes: VisaNotes;
  /** Milliseconds since 1970. */
  now: number;
}

const PLAIN = { tone: 'info', button: null, after: [] } as const;
const STATUS_ROUTE = mailRoute('/profile/status');

export function lettersOf(mail: Mail, wording: Wording): Body {
  const { t, link } = wording;
  const button = (label: string, href: string) => ({ label, href, fallback: t('button') });
  const titled = (kind: Mail['template'], values?: Record<string, string>) => ({
    ...PLAIN,
    subject: t(`${kind}.subject`, values),
    title: t(`${kind}.title`),
  });
  switch (mail.template) {
    case 'code':
    case 'passwordChanged':
    case 'emailChanged':
    case 'emailRestored':
      return accountLetter(mail, t, link);
    case 'received':
      return {
        ...titled('received', { id: mail.id }),
        tone: 'success',
        parts: [
          { text: t('received.intro') },
          { text: t('received.next') },
          ...(mail.token
            ? [{ text: t('received.confirm') }, { link: t('emailConfirm.action'), href: confirmLink(link, mail.token) }]
            : []),
        ],
        button: button(t('received.action'), link(STATUS_ROUTE)),
      };
    case 'emailConfirm':
      return {
        ...titled('emailConfirm', { id: mail.id }),
        parts: [{ text: t('emailConfirm.intro') }],
        button: button(t('emailConfirm.action'), confirmLink(link, mail.token)),
        after: [t('emailConfirm.after', { count: CONFIRM_DAYS }), t('emailConfirm.other')],
      };
    case 'deletionAsked':
    case 'deletionDeclined':
      return deletionLetter(mail, wording);
    case 'question':
      return questionLetter(mail.message, t);
    case 'answer':
      return answerLetter(mail.message, t, link);
    case 'status':
      return statusLetter(mail, wording);
    case 'visa':
      return visaLetter(mail, wording);
  }
}

/** Opening the page does not confirm the address; its button does. */
const confirmLink = (link: Wording['link'], token: string) => `${link(CONFIRM_ROUTE)}#${token}`;

function deletionLetter(
  mail: Extract<Mail, { template: 'deletionAsked' | 'deletionDeclined' }>,
  { t, locale, link }: Wording,
): Body {
  const { template: kind, id } = mail;
  const account = (label: string) => ({ label, href: link(mailRoute('/profile')), fallback: t('button') });
  const about = { tone: 'warning', subject: t(`${kind}.subject`, { id }), title: t(`${kind}.title`) } as const;
  if (mail.template === 'deletionDeclined')
    return {
      ...about,
      parts: [
        { text: t('deletionDeclined.intro') },
        { title: t('deletionDeclined.reason'), quote: mail.note, items: [] },
      ],
      button: account(t('deletionDeclined.action')),
      after: [t('deletionDeclined.other')],
    };
  const date = writtenDate(mail.by, formWords(locale));
  return {
    ...about,
    parts: [{ text: t('deletionAsked.intro', { date }) }, { text: t('deletionAsked.after') }],
    button: account(t('deletionAsked.action')),
    after: [t('deletionAsked.other')],
  };
}

function statusLetter({ id, status, note, fields }: Extract<Mail, { template: 'status' }>, wording: Wording): Body {
  const { t, locale, link, type } = wording;
  const ownOr = (part: string, values: Record<string, unknown>, other: string) =>
    t(`${part}.${status}`, { ...values, defaultValue: t(`${part}.${other}`, values) });
  const items = (fields ?? []).map((name) => fieldLabel(formWords(locale), type ?? null, name));
  const stage = stageOf(status);
  // Requested changes are made on the applicant's own page.
  const route = stage?.afterChange && type ? mailRoute(`/profile/application/${type}`) : STATUS_ROUTE;
  return {
    subject: ownOr('subject', { id }, 'unknown'),
    title: ownOr('title', {}, 'unknown'),
    tone: stage?.tone ?? 'info',
    parts: [
      { text: ownOr('status', { status }, 'unknown') },
      ...(note || items.length > 0 ? [{ title: ownOr('note', {}, 'other'), quote: note, items }] : []),
    ],
    button: { label: ownOr('action', {}, 'other'), href: link(route), fallback: t('button') },
    after: [],
  };
}
