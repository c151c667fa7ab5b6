/** Messages to the staff, from applicants and others. Rule: stored once per message id of the sender. */
import { ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { chooseLocale, parseAcceptLanguage } from '../../../src/domain/i18n/paths.ts';
import { emailKey, normalizeEmail } from '../../../src/domain/input/email.ts';
import { MESSAGES_PER_HOUR, messageIssue, questionIssues } from '../../../src/domain/input/message.ts';
import { readJsonBody, textIn } from '../body/json.ts';
import { mailLater, messageMail } from '../mail/outbox.ts';
import { clientNetwork } from '../runtime/client-network.ts';
import { Failure, invalid, slowDown } from '../runtime/failure.ts';
import { isUuid, keyedHash, newMessageId, readApplicantId } from '../secrets/keys.ts';
import { commit } from '../store/database.ts';
import {
  findByKey,
  insertMessage,
  messagesOf,
  type NewMessage,
  oldestCounted,
  selectMessage,
} from '../store/messages.ts';
import { insertMail } from '../store/outbox.ts';
import { IS_WRITTEN } from '../store/sql.ts';
import { type Call, done, json, ownAccount, sessionOf } from './call.ts';

const HOUR_MS = 60 * 60 * 1000;
const LISTED = 50;

/** GET /messages: confirms that this host takes messages. */
export async function acceptsMessages(): Promise<Response> {
  return done();
}

/** GET /user/messages: `{messages: [{sent_at, text, answer}]}`, newest first. */
export async function listOwnMessages(call: Call): Promise<Response> {
  const rows = await messagesOf(call.env.DB, sessionOf(call).applicantId, LISTED);
  return json({
    messages: rows.map(({ sentAt, text, answer: words, endedAt }) => ({
      sent_at: new Date(sentAt).toISOString(),
      text,
      answer: words === null ? null : { text: words, answered_at: new Date(endedAt ?? 0).toISOString() },
    })),
  });
}

export async function sendMessage(call: Call): Promise<Response> {
  const { applicantId } = sessionOf(call);
  const body = await readJsonBody(call.request, ENDPOINTS.sendMessage.limit);
  const text = textIn(body, 'text');
  const issue = messageIssue(text);
  if (issue) throw invalid({ text: [issue] });
  const { locale } = await ownAccount(call);
  const sender = { applicantId, email: null, emailKey: null, name: '', number: '', locale };
  return store(call, { ...common(call, body, text), ...sender, sender: applicantId }, MESSAGES_PER_HOUR.account);
}

/** POST /messages: a question from a person without an account. */
export async function askQuestion(call: Call): Promise<Response> {
  const { env, request } = call;
  const body = await readJsonBody(request, ENDPOINTS.askQuestion.limit);
  const [text, email, name] = [textIn(body, 'text'), textIn(body, 'email'), textIn(body, 'name')];
  const number = textIn(body, 'application');
  const issues = Object.entries(questionIssues({ text, email, name, application: number }));
  if (issues.length > 0) throw invalid(Object.fromEntries(issues.map(([field, issue]) => [field, [issue]])));
  const message = {
    ...common(call, body, text),
    ...{ applicantId: null, email: normalizeEmail(email), emailKey: emailKey(email), name: name.trim() },
    number: readApplicantId(number, true) ?? number.trim(),
    locale: chooseLocale({ browser: parseAcceptLanguage(request.headers.get('Accept-Language')) }),
    sender: keyedHash(env, 'network', clientNetwork(request)),
  };
  return store(call, message, MESSAGES_PER_HOUR.network);
}

/** The fields that all messages share. @throws Failure `malformed` without the sender's id */
function common({ now }: Call, body: Record<string, unknown>, text: string) {
  const key = textIn(body, 'id').toLowerCase();
  if (!isUuid(key)) throw new Failure('malformed', '"id" must be a UUID');
  return { id: newMessageId(), key, text: text.trim(), sentAt: now };
}

/** @throws Failure `slow_down` over the sender's limit; `idempotency_mismatch` for the id of another message */
async function store(call: Call, message: NewMessage, most: number): Promise<Response> {
  const { env, now } = call;
  const limit = { most, since: now - HOUR_MS };
  const mail = await messageMail(env, message, now);
  const statements = [insertMessage(env.DB, message, limit), ...(mail ? [insertMail(env.DB, mail, IS_WRITTEN)] : [])];
  const [written] = await commit(env.DB, statements, selectMessage(env.DB, message.id));
  if (written?.meta.changes) {
    if (mail) mailLater(call, mail.id);
    return done();
  }
  const known = await findByKey(env.DB, message.key);
  if (!known) {
    const oldest = await oldestCounted(env.DB, message.sender, limit);
    throw slowDown(Math.max(1000, (oldest ?? now) + HOUR_MS - now));
  }
  const isSame = (['applicantId', 'email', 'name', 'number', 'text'] as const).every(
    (name) => known[name] === message[name],
  );
  if (!isSame) throw new Failure('idempotency_mismatch', 'the id was used with another message');
  return done();
}
