/** Messages with applicants, the outbox, and templates of what officers write. */
import { createHash } from 'node:crypto';
import { STAGES } from '../../src/domain/application/stages.ts';
import { STATUSES } from '../../src/domain/application/status.ts';
import { DEFAULT_LOCALE, LOCALES } from '../../src/domain/i18n/locales.ts';
import { MAX_MESSAGE } from '../../src/domain/input/message.ts';
import { cleanText } from '../../src/domain/input/text.ts';
import { mailStatement, TRIED_FOR_MS } from '../admin/mail/outbox.ts';
import { isUuid, newMessageId } from '../admin/secrets/keys.ts';
import { onConflict } from '../admin/store/database.ts';
import { type Message, Messages } from '../admin/store/messages.ts';
import { type NoteTemplate, NoteTemplates } from '../admin/store/notes.ts';
import { type ListedMail, Outbox } from '../admin/store/outbox.ts';
import { cleanNote, commitLogged, findPerson, type Officer, readNote, requireRole } from './officer.ts';
import { OfficeRefusal, onChange } from './refusal.ts';

/** Loads an open message. @throws OfficeRefusal `noSuchMessage`, `messageEnded` */
async function openMessage({ env }: Officer, id: string): Promise<Message> {
  const message = await new Messages(env.DB).find(id);
  if (!message) throw new OfficeRefusal('noSuchMessage', { id });
  if (message.state !== 'open') throw new OfficeRefusal('messageEnded', { id });
  return message;
}

/** Answers a message by mail, in the sender's language. @returns the mail's id @throws OfficeRefusal */
export async function answerMessage(officer: Officer, id: string, written: string): Promise<string> {
  requireRole(officer, 'decide');
  const text = readNote(written, 'text', MAX_MESSAGE);
  const message = await openMessage(officer, id);
  const { applicantId, email } = message;
  const mail = await mailStatement(officer.env, {
    applicantId,
    mail: { template: 'answer', id: applicantId ?? '', message: id },
    ...(applicantId === null ? { address: email } : {}),
    now: officer.now,
  });
  await end(officer, message, text, [mail.statement]);
  return mail.id;
}

/**
 * Closes a message without an answer or mail.
 * @param typed the text in the field for the answer
 * @throws OfficeRefusal `closeTyped` if there is one
 */
export async function closeMessage(officer: Officer, id: string, typed = ''): Promise<void> {
  requireRole(officer, 'decide');
  const message = await openMessage(officer, id);
  if (cleanNote(typed) !== '') throw new OfficeRefusal('closeTyped');
  await end(officer, message, null, []);
}

async function end(
  officer: Officer,
  { id, applicantId }: Message,
  answer: string | null,
  also: D1PreparedStatement[],
): Promise<void> {
  const { env, by, now } = officer;
  const action = answer === null ? 'close' : 'answer';
  const statements = [new Messages(env.DB).end(id, { answer, by, now }), ...also];
  await commitLogged(officer, [applicantId ?? '', action, id], statements).catch(
    onConflict(() => new OfficeRefusal('messageEnded', { id })),
  );
}

/**
 * Writes to an applicant first; the applicant answers in the account, and the status stays.
 * @param form id of the page's form, a UUID: a text from it is sent once, however often the button is pressed
 */
export async function writeToApplicant(officer: Officer, given: string, written: string, form = ''): Promise<void> {
  requireRole(officer, 'decide');
  const text = readNote(written, 'message', MAX_MESSAGE);
  const { env, by, now } = officer;
  const { id: applicantId, locale } = await findPerson(officer, given);
  const id = newMessageId();
  // The key includes the text: after Back, the same form may send another one.
  const key = isUuid(form) ? createHash('sha256').update(`${form} ${applicantId} ${text}`).digest('hex') : id;
  const messages = new Messages(env.DB);
  const isSent = async () => (await messages.findByKey(key)) !== null;
  if (await isSent()) return;
  const mail = await mailStatement(env, {
    applicantId,
    mail: { template: 'answer', id: applicantId, message: id },
    now,
  });
  const message = messages.write({ id, key, applicantId, locale, text, by, now });
  await commitLogged(officer, [applicantId, 'write', id], [message, mail.statement]).catch(async (error: unknown) => {
    // The second press came while the first text was being stored.
    if (!(await isSent())) onChange(error);
  });
}

/** The state of a mail as a page shows it. */
export const seenMail = ({ state, triedAt }: ListedMail) => `${state}.${triedAt}`;

/**
 * Queues a mail again, due at once. @param seen its {@link seenMail} on the officer's page: a colleague may have sent it since
 * @throws OfficeRefusal
 */
export async function resend(officer: Officer, id: string, seen: string): Promise<void> {
  requireRole(officer, 'decide');
  const { env, now } = officer;
  const outbox = new Outbox(env.DB);
  const mail = await outbox.find(id);
  if (!mail) throw new OfficeRefusal('noSuchMail', { id });
  if (mail.state === 'sending' || seen !== seenMail(mail)) throw new OfficeRefusal('mailSending');
  if (mail.isOutdated) throw new OfficeRefusal('mailOver');
  if (mail.isEmptied || (mail.isSealed && mail.expiresAt <= now)) throw new OfficeRefusal('mailGone');
  const statement = outbox.resend(mail, { now, triedFor: TRIED_FOR_MS });
  await commitLogged(officer, [mail.applicantId ?? '', 'resend', mail.kind], [statement]).catch(
    onConflict(() => new OfficeRefusal('mailSending')),
  );
}

export const MAX_TEMPLATES = 40;
/** Most UTF-16 code units, which text areas count. */
export const MAX_TEMPLATE = { title: 80, text: 1000 } as const;

/** What a template is for: a decision, or `message`. */
export const TEMPLATE_USES: readonly string[] = [
  ...STATUSES.filter((status) => STATUSES.some((before) => STAGES[before].next.includes(status))),
  'message',
];

type Body = Readonly<Record<string, unknown>>;

/** @throws OfficeRefusal `conflict` for an id or version that no page has */
function readTemplate({ id = '0', version = '0', status, title, ru, en }: Body): NoteTemplate {
  if (![id, version].every((text) => /^\d{1,9}$/.test(String(text)))) throw new OfficeRefusal('conflict');
  const text = (value: unknown) => cleanText(String(value ?? '').replace(/\r\n?/g, '\n'), true).trim();
  return {
    id: Number(id),
    version: Number(version),
    status: String(status ?? ''),
    ru: text(ru),
    en: text(en),
    title: cleanText(String(title ?? '')).trim(),
  };
}

/** Adds, changes or deletes the template of a form. @throws OfficeRefusal, also where another officer has changed it */
export async function saveTemplate(officer: Officer, body: Body, isDeleted: boolean): Promise<void> {
  requireRole(officer, 'decide');
  const { env, by, now } = officer;
  const template = readTemplate(body);
  const { id, title, status } = template;
  if (!TEMPLATE_USES.includes(status)) throw new OfficeRefusal('templateUse');
  const templates = new NoteTemplates(env.DB);
  if (isDeleted) return templates.delete(template, { by, now }).catch(onChange);
  const isEmpty = title === '' || LOCALES.every((locale) => template[locale] === '');
  if (isEmpty) throw new OfficeRefusal('templateEmpty', { field: title === '' ? 'title' : DEFAULT_LOCALE });
  for (const field of ['title', ...LOCALES] as const) {
    const max = MAX_TEMPLATE[field === 'title' ? 'title' : 'text'];
    if (template[field].length > max) throw new OfficeRefusal('templateLong', { field, max });
  }
  if (id !== 0) return templates.change(template, { by, now }).catch(onChange);
  const isAdded = await templates.add(template, { by, now, most: MAX_TEMPLATES });
  if (!isAdded) throw new OfficeRefusal('templatesFull', { max: MAX_TEMPLATES });
}
