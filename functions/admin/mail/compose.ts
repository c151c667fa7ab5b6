/** Composes each kind of mail: subject, sender, plain text and HTML in the reader's language. */
import { contactWays, visaNotes } from '../../../src/content/owner-text.ts';
import { visaCalendar, visaRoute } from '../../../src/domain/application/issued-visa.ts';
import { type PlannedStage, stagePlan } from '../../../src/domain/application/stage-plan.ts';
import { FIRST_STATUS, STAGES } from '../../../src/domain/application/stages.ts';
import { STATUSES, type StatusEntry, stageOf } from '../../../src/domain/application/status.ts';
import { visaState } from '../../../src/domain/application/visa.ts';
import { qrPicture } from '../../../src/domain/application/visa-qr.ts';
import { writtenDate } from '../../../src/domain/i18n/dates.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { localePath } from '../../../src/domain/i18n/paths.ts';
import { titleCaseName } from '../../../src/domain/input/name.ts';
import { cleanText } from '../../../src/domain/input/text.ts';
import { dateInUzbekistan } from '../../../src/domain/input/uzbekistan.ts';
import {
  FORM_ROUTE,
  type FootLine,
  isUsable,
  type Letter,
  type MailStep,
  QR_ID,
  type Reader,
  type Wording,
} from './letter-content.ts';
import type { Mail, VisaMail } from './letters.ts';
import { lettersOf } from './letters.ts';
import { htmlMail, plainText } from './render.ts';
import { formWords, mailTextsIn } from './words.ts';

export interface ComposedMail {
  sender: string;
  subject: string;
  text: string;
  html: string;
  attachments?: EmailAttachment[];
}

/** Longest name in a greeting; longer ones are left out. */
const LONGEST_NAME = 60;

/** @param origin of the portal, for links @param now milliseconds since 1970, the time stamp of a calendar file */
export function composeMail(mail: Mail, locale: Locale, origin: string, now: number, reader?: Reader): ComposedMail {
  const t = mailTextsIn(locale, 'mail');
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
    // A line break in a header would begin another header.
    subject: cleanText(subject),
    text: plainText(letter),
    html: htmlMail(locale, letter),
    ...(mail.template === 'visa' ? { attachments: visaAttachments(mail.visa, wording) } : {}),
  };
}

interface Contacts extends Pick<Wording, 't' | 'locale'> {
  aboutApplication: boolean;
  /** Address of the message form; null where the mail's button opens it. */
  form: string | null;
}

/** Ways to ask a question: the form, then the contacts that the owner has set. */
function contactLines({ t, locale, aboutApplication, form }: Contacts): FootLine[] {
  const { abroad, inside, email, hours } = contactWays(locale);
  const phones = [...(abroad ? [t('abroad', { phone: abroad })] : []), t('inside', { phone: inside })];
  const ways = [...phones, ...(email ? [email] : []), ...(hours ? [hours] : [])].join(', ');
  const question = { link: t(aboutApplication ? 'form' : 'formPlain'), href: form ?? '' };
  return [...(form === null ? [] : [question]), t('contact', { ways })];
}

/** Mails to the office have no contacts. Answers to messages do not say that they were written automatically. */
function footOf(mail: Mail, contacts: Contacts): FootLine[] {
  const { t } = contacts;
  if (mail.template === 'question' || mail.template === 'alarm') return [t('question.foot')];
  const signature = t(mail.template === 'answer' ? 'answer.signature' : 'signature');
  return [...contactLines(contacts), signature];
}

/** The QR code, and a calendar file with the days while the visa can be used. */
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

/** The status that a mail reports; before a decision is confirmed, the history may not contain it. */
function reportedStatus(mail: Mail): string | undefined {
  if (mail.template === 'received') return FIRST_STATUS;
  if (mail.template === 'visa') return STATUSES.find((status) => STAGES[status].issuesVisa);
  return mail.template === 'status' ? mail.status : undefined;
}

function timelineOf(history: readonly StatusEntry[], mail: Mail, wording: Wording): Letter['timeline'] {
  const status = reportedStatus(mail);
  if (status === undefined) return null;
  const last = history.at(-1);
  const entry = { status_type: status, created_at: new Date(wording.now).toISOString(), note: '' };
  // A mail that is sent again shows its own stage, not a later one.
  const place = history.findLastIndex(({ status_type }) => status_type === status);
  const until = last?.status_type === status ? history : place < 0 ? [...history, entry] : history.slice(0, place + 1);
  const plan = stagePlan(until, dateInUzbekistan(new Date(wording.now)));
  return plan.length === 0
    ? null
    : { title: wording.t('way'), steps: plan.flatMap((stage) => stepsOf(stage, wording)) };
}

const STATE_WORDS = { done: 'wayDone', now: 'wayNow', next: 'wayNext', stopped: 'wayStopped' } as const;

/** An application that waits for its first check has already been sent: two steps. */
function stepsOf(stage: PlannedStage, wording: Wording): MailStep[] {
  if (stage.status !== FIRST_STATUS || stage.state !== 'now') return [stepOf(stage, wording)];
  const sent = stepOf({ ...stage, state: 'done', due: null }, wording);
  return [sent, { ...stepOf(stage, wording), title: wording.t('firstCheck') }];
}

function stepOf({ status, state, at, due }: PlannedStage, { t, locale }: Wording): MailStep {
  const written = (date: string) => writtenDate(date, formWords(locale));
  const stage = stageOf(status);
  const ended = state === 'done' || state === 'stopped';
  const days = state === 'next' && stage?.days ? t('wayDays', { count: stage.days }) : '';
  const turn = state === 'now' && stage?.actor === 'applicant' ? t('wayTurn') : '';
  const reached = at ? written(dateInUzbekistan(new Date(at))) : '';
  return {
    state,
    word: t(STATE_WORDS[state]),
    title: t.find(`stages.${status}`) || t.find(`title.${status}`) || status,
    when: ended ? reached : due ? t('wayDue', { date: written(due) }) : turn || days,
  };
}
