/** Composes each kind of mail: subject, sender, plain text and HTML in the reader's language. */
import { visaNotes } from '../../../src/content/visa-notes.ts';
import { visaCalendar, visaRoute } from '../../../src/domain/application/issued-visa.ts';
import { visaState } from '../../../src/domain/application/visa.ts';
import { qrPicture } from '../../../src/domain/application/visa-qr.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { localePath } from '../../../src/domain/i18n/paths.ts';
import { titleCaseName } from '../../../src/domain/input/name.ts';
import { cleanText } from '../../../src/domain/input/text.ts';
import { dateInUzbekistan } from '../../../src/domain/input/uzbekistan.ts';
import { type Contacts, contactLines, FORM_ROUTE } from './contact-lines.ts';
import { htmlMail } from './html.ts';
import { type Mail, QR_ID, type Reader, type VisaMail } from './kinds.ts';
import type { FootLine, Wording } from './letter.ts';
import { lettersOf } from './letters.ts';
import { plainText } from './plain.ts';
import { timelineOf } from './timeline.ts';
import { isUsable } from './visa-letter.ts';
import { wordsOf } from './words.ts';

export type { Mail, Reader };

export interface ComposedMail {
  sender: string;
  subject: string;
  text: string;
  html: string;
  attachments?: EmailAttachment[];
}

/** Greetings leave out longer names. */
const LONGEST_NAME = 60;

/** @param origin of the portal, for links @param now milliseconds since 1970, the time stamp of a calendar file */
export function composeMail(mail: Mail, locale: Locale, origin: string, now: number, reader?: Reader): ComposedMail {
  const t = wordsOf(locale, 'mail');
  const link = (route: string) => new URL(localePath(locale, route), origin).href;
  const isConfirmed = reader?.isConfirmed ?? false;
  const wording = { t, locale, link, type: reader?.type, notes: visaNotes(locale), now, isConfirmed };
  const { subject, ...body } = lettersOf(mail, wording);
  const id = 'id' in mail ? mail.id : (reader?.id ?? '');
  const name =
    reader && isConfirmed && reader.name.length <= LONGEST_NAME ? titleCaseName(cleanText(reader.name).trim()) : '';
  const form = link(FORM_ROUTE);
  const letter = {
    sender: t('sender'),
    about: id && t('about', { id }),
    greeting: name ? t('greetingName', { name }) : t('greeting'),
    ...body,
    timeline: id && reader ? timelineOf(reader.history, mail, wording) : null,
    foot: footOf(mail, { t, locale, aboutApplication: id !== '', form: body.button?.href === form ? null : form }),
  };
  return {
    sender: letter.sender,
    // A line break in a header would start another header.
    subject: cleanText(subject),
    text: plainText(letter),
    html: htmlMail(locale, letter),
    ...(mail.template === 'visa' ? { attachments: visaAttachments(mail.visa, wording) } : {}),
  };
}

/** Mails to the office carry no contacts, and answers to messages were not written automatically. */
function footOf(mail: Mail, contacts: Contacts): FootLine[] {
  const { t } = contacts;
  if (mail.template === 'question' || mail.template === 'alarm') return [t('question.foot')];
  const signature = t(mail.template === 'answer' ? 'answer.signature' : 'signature');
  return [...contactLines(contacts), signature];
}

/** The QR code; and the days as a calendar file while the visa can be used. */
function visaAttachments(visa: VisaMail['visa'], { t, link, now }: Wording): EmailAttachment[] {
  const address = link(visaRoute(visa.code));
  const words = { begins: t('visa.begins'), ends: t('visa.ends') };
  const picture = { contentId: QR_ID, filename: 'visa.gif', type: 'image/gif', content: qrPicture(address) };
  const calendar = {
    filename: 'visa.ics',
    type: 'text/calendar; charset=utf-8',
    content: visaCalendar(visa, words, address, now),
  };
  const usable = isUsable(visaState(visa, dateInUzbekistan(new Date(now))));
  return [
    { disposition: 'inline', ...picture },
    ...(usable ? [{ disposition: 'attachment' as const, ...calendar }] : []),
  ];
}
