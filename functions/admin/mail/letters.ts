/** The kinds of mail, and the content of each: title, sentences, one button, closing lines. */

import { OWNER } from '../../../src/content/owner.ts';
import { CONFIRMATION } from '../../../src/domain/account/confirmation.ts';
import { RESET_ROUTES, RESTORE_EMAIL_ROUTE } from '../../../src/domain/account/reset.ts';
import { mailRoute } from '../../../src/domain/account/session.ts';
import { fieldLabel } from '../../../src/domain/application/field-names.ts';
import { type Visa, visaRoute } from '../../../src/domain/application/issued-visa.ts';
import { stageOf } from '../../../src/domain/application/status.ts';
import { visaFacts } from '../../../src/domain/application/visa.ts';
import { visaWords } from '../../../src/domain/application/visa-words.ts';
import { datePatternsOf, writtenDate } from '../../../src/domain/i18n/dates.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import type { Message } from '../store/messages.ts';
import type { PublicVisa } from '../store/public-visa.ts';
import { FORM_ROUTE, isUsable, type Letter, type MailBlock, VISA_TONES, type Wording } from './letter-content.ts';
import { employeeWords, formWords, type MailWords } from './words.ts';

export type Mail =
  /**
   * `token` sets a new password without the code. `isFree`: the address is not confirmed, and can be freed by the token.
   * `locale`: of the page that asked; null for the account's.
   */
  | { template: 'code'; code: string; token: string; isFree: boolean; locale: Locale | null }
  | { template: 'passwordChanged' }
  /** `token` restores the old address; null where that is not possible. */
  | { template: 'emailChanged'; token: string | null }
  | { template: 'emailRestored' }
  /** `token` confirms the address; null in a mail that is sent again. */
  | { template: 'received'; id: string; token: string | null }
  | { template: 'emailConfirm'; id: string; token: string }
  /** `by`: the last day for the answer, `YYYY-MM-DD`. */
  | { template: 'deletionAsked'; id: string; by: string }
  | { template: 'deletionDeclined'; id: string; note: string }
  /** `fields`: wire names of the requested changes; `byOffice`: a withdrawal that the applicant did not make. */
  | { template: 'status'; id: string; status: string; note: string; fields?: readonly string[]; byOffice?: boolean }
  /** `by`: the last day for the answer, `YYYY-MM-DD`. */
  | { template: 'reminder'; id: string; by: string }
  /** To the owner: the checks of `/healthz` that failed. */
  | { template: 'alarm'; parts: readonly string[] }
  | MessageMail
  | VisaMail;

/** The visa in a mail, as it is when the mail is sent. */
export interface VisaMail {
  template: 'visa';
  id: string;
  note: string;
  visa: PublicVisa;
}

/** A question to the office, or the answer to its sender. `id`: the application; empty for none. */
export interface MessageMail {
  template: 'question' | 'answer';
  id: string;
  message: Message;
  /** Address of the desk, for the office. */
  desk?: string | undefined;
}

/**
 * A mail as the outbox stores it. The text of a message stays in its own row, which can be deleted; so does the holder of a visa.
 */
export type StoredMail =
  | Exclude<Mail, MessageMail | VisaMail>
  | (Omit<MessageMail, 'message' | 'desk'> & { message: string })
  | (Omit<VisaMail, 'visa'> & { visa: Visa });

/** The content that differs between kinds of mail. */
type Body = Pick<Letter, 'title' | 'tone' | 'blocks' | 'button' | 'after'> & { subject: string };

/** The tone, button and closing lines of most mails. */
const PLAIN = { tone: 'info', button: null, after: [] } as const;

const buttonTo = (t: MailWords, label: string, href: string) => ({ label, href, fallback: t('button') });

const STATUS_ROUTE = mailRoute('/profile/status');

export function lettersOf(mail: Mail, wording: Wording): Body {
  const { t, link } = wording;
  const titled = (kind: 'received' | 'emailConfirm', id: string) => ({
    ...PLAIN,
    subject: t(`${kind}.subject`, { id }),
    title: t(`${kind}.title`),
  });
  switch (mail.template) {
    case 'code':
    case 'passwordChanged':
    case 'emailChanged':
    case 'emailRestored':
      return accountLetter(mail, wording);
    case 'received':
      return {
        ...titled('received', mail.id),
        tone: 'success',
        blocks: [
          { text: t('received.intro') },
          { text: t('received.next') },
          ...(mail.token
            ? [{ text: t('received.confirm') }, { link: t('emailConfirm.action'), href: confirmLink(link, mail.token) }]
            : []),
        ],
        button: buttonTo(t, t('received.action'), link(STATUS_ROUTE)),
      };
    case 'emailConfirm':
      return {
        ...titled('emailConfirm', mail.id),
        blocks: [{ text: t('emailConfirm.intro') }],
        button: buttonTo(t, t('emailConfirm.action'), confirmLink(link, mail.token)),
        after: [t('emailConfirm.after', { count: CONFIRMATION.days }), t('emailConfirm.other')],
      };
    case 'deletionAsked':
    case 'deletionDeclined':
      return deletionLetter(mail, wording);
    case 'alarm':
      return {
        ...PLAIN,
        tone: 'error',
        subject: t('alarm.subject'),
        title: t('alarm.title'),
        blocks: [
          { title: t('alarm.intro'), quote: '', items: mail.parts.map((part) => t.find(`alarm.parts.${part}`)) },
        ],
      };
    case 'question':
      return questionLetter(mail, wording);
    case 'answer':
      return answerLetter(mail.message, wording);
    case 'status':
      return statusLetter(mail, wording);
    case 'reminder':
      return reminderLetter(mail, wording);
    case 'visa':
      return visaLetter(mail, wording);
  }
}

/** Opening the page does not confirm the address; only its button does. */
const confirmLink = (link: Wording['link'], token: string) => `${link(CONFIRMATION.route)}#${token}`;

function deletionLetter(
  mail: Extract<Mail, { template: 'deletionAsked' | 'deletionDeclined' }>,
  { t, locale, link }: Wording,
): Body {
  const { template: kind, id } = mail;
  const about = {
    tone: 'warning',
    subject: t(`${kind}.subject`, { id }),
    title: t(`${kind}.title`),
    button: buttonTo(t, t(`${kind}.action`), link(mailRoute('/profile'))),
    after: [t(`${kind}.other`)],
  } as const;
  if (mail.template === 'deletionDeclined')
    return {
      ...about,
      blocks: [
        { text: t('deletionDeclined.intro') },
        { title: t('deletionDeclined.reason'), quote: mail.note, items: [] },
      ],
    };
  const date = writtenDate(mail.by, formWords(locale));
  return { ...about, blocks: [{ text: t('deletionAsked.intro', { date }) }, { text: t('deletionAsked.after') }] };
}

function reminderLetter({ id, by }: Extract<Mail, { template: 'reminder' }>, { t, locale, link, type }: Wording): Body {
  const route = type ? mailRoute(`/profile/application/${type}`) : STATUS_ROUTE;
  return {
    ...PLAIN,
    tone: 'warning',
    subject: t('reminder.subject', { id }),
    title: t('reminder.title'),
    blocks: [{ text: t('reminder.intro', { date: writtenDate(by, formWords(locale)) }) }],
    button: buttonTo(t, t('reminder.action'), link(route)),
  };
}

function statusLetter(mail: Extract<Mail, { template: 'status' }>, wording: Wording): Body {
  const { id, status, note, fields, byOffice } = mail;
  const { t, locale, link, type } = wording;
  // A later version of the portal may have other statuses.
  const own = (key: string, values = {}) => t.find(`${key}.${status}`, values);
  const items = (fields ?? []).map((name) => fieldLabel(formWords(locale), type ?? null, name));
  const stage = stageOf(status);
  const isRefusal = stage?.phase === 'stopped' && stage.needsNote && !stage.revokesVisa;
  // The applicant makes requested changes on the page of the application.
  const route = stage?.afterChange && type ? mailRoute(`/profile/application/${type}`) : STATUS_ROUTE;
  return {
    subject: own('subject', { id }) || t('subject.unknown', { id }),
    title: own('title') || t('title.unknown'),
    tone: stage?.tone ?? 'info',
    blocks: [
      { text: (byOffice && own('statusByOffice')) || own('status') || t('status.unknown', { status }) },
      ...(note || items.length > 0 ? [{ title: own('note') || t('note.other'), quote: note, items }] : []),
    ],
    button: buttonTo(t, own('action') || t('action.other'), link(route)),
    after: isRefusal && OWNER.objection ? [OWNER.objection[locale]] : [],
  };
}

type AccountMail = Extract<Mail, { template: 'code' | 'passwordChanged' | 'emailChanged' | 'emailRestored' }>;

function accountLetter(mail: AccountMail, { t, link }: Wording): Body {
  const { template: kind } = mail;
  const about = { ...PLAIN, subject: t(`${kind}.subject`), title: t(`${kind}.title`) };
  const intro = { text: t(`${kind}.intro`) };
  const other = { text: t(`${kind}.other`) };
  const writeToOffice = buttonTo(t, t('write'), link(FORM_ROUTE));
  switch (mail.template) {
    case 'code':
      return {
        ...about,
        blocks: [
          intro,
          { code: mail.code },
          { text: t('code.use') },
          ...(mail.isFree
            ? [{ text: t('code.free') }, { link: t('code.freeAction'), href: confirmLink(link, mail.token) }]
            : []),
        ],
        button: buttonTo(t, t('code.action'), `${link(RESET_ROUTES[2])}#${mail.token}`),
        after: [other.text],
      };
    case 'passwordChanged':
      return {
        ...about,
        blocks: [intro, other],
        button: buttonTo(t, t('passwordChanged.action'), link(RESET_ROUTES[0])),
      };
    case 'emailChanged':
      if (!mail.token) return { ...about, tone: 'warning', blocks: [intro, other], button: writeToOffice };
      return {
        ...about,
        tone: 'warning',
        blocks: [intro, { text: t('emailChanged.back') }],
        button: buttonTo(t, t('emailChanged.action'), `${link(RESTORE_EMAIL_ROUTE)}#${mail.token}`),
        after: [t('emailChanged.after')],
      };
    // The reader cannot sign in: the password is locked, and codes go to the other address.
    case 'emailRestored':
      return { ...about, blocks: [intro, other], button: writeToOffice };
  }
}

/** A letter to the office, which answers at the desk. */
function questionLetter({ message, desk }: MessageMail, { t }: Wording): Body {
  const { id, applicantId, number, name, email, text } = message;
  const from = [name, email, applicantId ?? number].filter(Boolean).join('\n');
  return {
    ...PLAIN,
    subject: t('question.subject', { id }),
    title: t('question.title'),
    blocks: [
      { title: t(applicantId === null ? 'question.stranger' : 'question.applicant'), quote: from, items: [] },
      { title: t('question.text'), quote: text, items: [] },
      { text: t('question.how') },
    ],
    ...(desk ? { button: buttonTo(t, t('question.action'), `${desk}/messages/${id}`) } : {}),
  };
}

function answerLetter({ applicantId, text, answer }: Message, { t, link, isConfirmed }: Wording): Body {
  const [again, label, route] =
    applicantId === null
      ? [t('answer.againHelp'), t('write'), FORM_ROUTE]
      : [t('answer.againAccount'), t('answer.action'), mailRoute('/profile')];
  return {
    ...PLAIN,
    // Without a question, the office wrote first.
    subject: t(text === '' ? 'answer.subjectFirst' : 'answer.subject'),
    title: t(text === '' ? 'answer.titleFirst' : 'answer.title'),
    blocks: [
      { title: t(text === '' ? 'answer.message' : 'answer.answer'), quote: answer ?? '', items: [] },
      ...(text === '' || !isConfirmed ? [] : [{ title: t('answer.question'), quote: text, items: [] }]),
    ],
    button: buttonTo(t, label, link(route)),
    after: [again],
  };
}

const ROWS = ['type', 'passport', 'validity', 'code'] as const;

function visaLetter({ id, note, visa }: VisaMail, { t, locale, link, notes, now }: Wording): Body {
  const words = employeeWords(locale);
  const facts = visaFacts(visa, new Date(now), visaWords(words, datePatternsOf(formWords(locale))));
  const usable = isUsable(facts.state);
  const shown = ROWS.filter((row) => facts[row] !== '');
  const own: MailBlock[] = [
    ...(notes.collection ? [{ text: `${words('collection')}: ${notes.collection}` }] : []),
    ...(notes.cost ? [{ text: `${words('cost')}: ${notes.cost}` }] : []),
  ];
  return {
    subject: t('visa.subject', { id }),
    title: t('visa.title'),
    tone: VISA_TONES[facts.state],
    blocks: [
      { text: t('visa.intro') },
      {
        facts,
        kind: words('document'),
        rows: [[words('holder'), facts.name], ...shown.map((row) => [words(row), facts[row]] as const)],
        alt: t('visa.qr'),
      },
      { text: t('visa.page') },
      ...(note ? [{ title: t('note.other'), quote: note, items: [] }] : []),
      ...(usable ? own : []),
    ],
    button: buttonTo(t, t('visa.action'), link(visaRoute(visa.code))),
    after: usable ? [t('visa.check')] : [],
  };
}
