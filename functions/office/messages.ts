/** Commands about messages to the staff: listing, answering, closing. */
import { shownEmail } from '../../src/domain/input/email.ts';
import { MAX_MESSAGE, messageIssue } from '../../src/domain/input/message.ts';
import { mailStatement } from '../admin/mail/outbox.ts';
import { recordAction } from '../admin/store/actions.ts';
import { commit, onConflict } from '../admin/store/database.ts';
import { endMessage, findMessage, listMessages, type Message, messagesOf } from '../admin/store/messages.ts';
import { sendAtOnce } from './announce.ts';
import { type CommandResult, type Commands, DeskConflict, DeskRefusal, type Run, readNote } from './command.ts';
import { officeClock } from './office-clock.ts';

export const MESSAGES: Commands = {
  messages: { args: [0, 1], takesNumber: true, options: ['all'], run: messages },
  answer: { args: [2], options: [], run: answer },
  close: { args: [1], options: [], run: close },
};

const LISTED = 100;

/** `messages`: lists open messages, with `--all` also ended ones; for one application all. */
async function messages({ desk, t, locale, args, options }: Run): Promise<CommandResult> {
  const [applicantId] = args;
  const rows =
    applicantId === undefined
      ? await listMessages(desk.env.DB, options.all ?? false, LISTED)
      : await messagesOf(desk.env.DB, applicantId, LISTED);
  const at = officeClock(locale).instant;
  const lines = rows.flatMap((row) => [
    [row.id, at(row.sentAt), row.applicantId ?? row.number, row.name, shownEmail(row.email)].filter(Boolean).join('  '),
    ...indentLines(row.text),
    ...(row.state === 'open'
      ? []
      : [`  ${t(`messageStates.${row.state}`, { by: row.endedBy, time: at(row.endedAt ?? 0) })}`]),
    ...indentLines(row.answer ?? ''),
  ]);
  return { lines: lines.length > 0 ? lines : [t('noMessages')], data: rows.map(dataOf) };
}

const indentLines = (text: string) => (text === '' ? [] : text.split('\n').map((line) => `    ${line}`));

function dataOf({ applicantId, sentAt, endedBy, endedAt, ...row }: Message): object {
  const times = { sent_at: new Date(sentAt).toISOString(), ended_at: endedAt && new Date(endedAt).toISOString() };
  return { ...row, application: applicantId, ended_by: endedBy, ...times };
}

/** Loads an open message. @throws DeskRefusal for an unknown one, DeskConflict for an answered or closed one */
async function openMessage({ desk, t }: Run, id: string): Promise<Message> {
  const message = await findMessage(desk.env.DB, id);
  if (!message) throw new DeskRefusal(t('noSuchMessage', { id }));
  if (message.state !== 'open') throw new DeskConflict(t('messageEnded', { id }));
  return message;
}

/** `answer`: answers a message by mail, in the sender's language. */
async function answer(run: Run): Promise<CommandResult> {
  const { desk, t, args, by, now } = run;
  const [id = '', written = ''] = args;
  const text = readNote(t, written, Number.POSITIVE_INFINITY).trim();
  const message = await openMessage(run, id);
  if (messageIssue(text) !== null) throw new DeskRefusal(t('answerLength', { max: MAX_MESSAGE }));
  const { applicantId } = message;
  await run.confirm(t('confirmAnswer', { id, email: shownEmail(message.email) }));
  const mail = await mailStatement(desk.env, {
    applicantId,
    mail: { template: 'answer', id: applicantId ?? '', message: id },
    ...(applicantId === null ? { address: message.email } : {}),
    now,
  });
  await endAndRecord(run, message, text, [mail.statement]);
  const data = { id, application: applicantId, answer: text, by, answered_at: new Date(now).toISOString() };
  const { line, ...outcome } = await sendAtOnce(run, mail.id);
  return { lines: [...(desk.leavesMail ? [] : [t('messageAnswered', { id })]), line], data: { ...data, ...outcome } };
}

/** `close`: closes a message without an answer or mail. */
async function close(run: Run): Promise<CommandResult> {
  const { t, args } = run;
  const [id = ''] = args;
  const message = await openMessage(run, id);
  await run.confirm(t('confirmClose', { id }));
  await endAndRecord(run, message, null, []);
  return { lines: [t('messageClosed', { id })], data: { id, application: message.applicantId } };
}

async function endAndRecord(
  run: Run,
  message: Message,
  text: string | null,
  also: D1PreparedStatement[],
): Promise<void> {
  const { desk, t, by, now } = run;
  const { DB } = desk.env;
  const action = text === null ? 'close' : 'answer';
  const done = { applicantId: message.applicantId ?? '', action, detail: message.id, by, now };
  const statements = [endMessage(DB, message.id, { answer: text, by, now }), recordAction(DB, done), ...also];
  await commit(DB, statements).catch(onConflict(() => new DeskConflict(t('messageEnded', { id: message.id }))));
}
