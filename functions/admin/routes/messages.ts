/** Messages to the staff, from applicants and others. A message is stored once per id that its sender gave it. */
import type { RequestBody } from '../../../src/domain/api/contract/calls.ts';
import { Refusal } from '../../../src/domain/api/refusal.ts';
import { DEFAULT_LOCALE } from '../../../src/domain/i18n/locales.ts';
import { emailKey, normalizeEmail } from '../../../src/domain/input/email.ts';
import { MESSAGES_PER_HOUR } from '../../../src/domain/input/message.ts';
import { readBody } from '../body/limits.ts';
import { mailLater, messageMail } from '../mail/outbox.ts';
import { clientNetwork } from '../runtime/client-network.ts';
import { slowDown, tokenRejected } from '../runtime/refusals.ts';
import { keyedHash, newMessageId, readApplicantId } from '../secrets/keys.ts';
import { commit, IS_WRITTEN, onConflict } from '../store/database.ts';
import { Messages, type NewMessage } from '../store/messages.ts';
import { Outbox } from '../store/outbox.ts';
import { doneResponse, type Handlers, type HostCall, jsonResponse, ownAccount, pageLocale, sessionOf } from './call.ts';

const HOUR_MS = 60 * 60 * 1000;
const LISTED = 50;

/** GET /messages: says that this host accepts messages. */
const acceptsMessages = async () => doneResponse();

/** GET /user/messages: `{messages: [{sent_at, text, answer}]}`, newest first. */
async function listOwnMessages(call: HostCall): Promise<Response> {
  const rows = await new Messages(call.env.DB).ofApplicant(sessionOf(call).applicantId, LISTED);
  return jsonResponse<'listMessages'>({
    messages: rows.map(({ sentAt, text, answer: words, endedAt }) => ({
      sent_at: new Date(sentAt).toISOString(),
      text,
      answer: words === null ? null : { text: words, answered_at: new Date(endedAt ?? 0).toISOString() },
    })),
  });
}

async function sendMessage(call: HostCall): Promise<Response> {
  const { applicantId } = sessionOf(call);
  const body = await readBody('sendMessage', call.request);
  const { locale } = await ownAccount(call);
  const sender = { applicantId, email: null, emailKey: null, name: '', number: '', locale, sender: applicantId };
  return store(call, { ...common(call, body), ...sender }, MESSAGES_PER_HOUR.account);
}

/** POST /messages: a question from a person without an account. */
async function askQuestion(call: HostCall): Promise<Response> {
  const { env, request } = call;
  const body = await readBody('askQuestion', request);
  const { email, name = '', application: number = '' } = body;
  const message = {
    ...common(call, body),
    applicantId: null,
    email: normalizeEmail(email),
    emailKey: emailKey(email),
    name: name.trim(),
    number: readApplicantId(number, true) ?? number.trim(),
    locale: pageLocale(request) ?? DEFAULT_LOCALE,
    sender: keyedHash(env, 'network', clientNetwork(request)),
  };
  return store(call, message, MESSAGES_PER_HOUR.network);
}

/** The properties that all messages share. */
function common({ now }: HostCall, { id, text }: RequestBody<'sendMessage'>) {
  return { id: newMessageId(), key: id.toLowerCase(), text: text.trim(), sentAt: now };
}

/**
 * @param most how many the sender may send in an hour
 * @throws Refusal `slow_down` over this limit; `idempotency_mismatch` for the id of another message
 */
async function store(call: HostCall, message: NewMessage, most: number): Promise<Response> {
  const { env, now } = call;
  const since = now - HOUR_MS;
  const mail = await messageMail(env, message, now);
  const messages = new Messages(env.DB);
  const statements = [
    messages.insert(message, most, since),
    ...(mail ? [new Outbox(env.DB).insert(mail, IS_WRITTEN)] : []),
  ];
  const [written] = await commit(env.DB, statements, messages.selectStored(message.id)).catch(
    onConflict(tokenRejected),
  );
  if (written?.meta.changes) {
    if (mail) mailLater(call, mail.id);
    return doneResponse();
  }
  const known = await messages.findByKey(message.key);
  if (!known) {
    const oldest = await messages.oldestCounted(message.sender, most, since);
    throw slowDown(Math.max(1000, (oldest ?? 0) + HOUR_MS - now));
  }
  const isSame = (['applicantId', 'email', 'name', 'number', 'text'] as const).every(
    (name) => known[name] === message[name],
  );
  if (!isSame) throw new Refusal('idempotency_mismatch', 'the id was used with another message');
  return doneResponse();
}

export const messageCalls = {
  listMessages: listOwnMessages,
  sendMessage,
  acceptsMessages,
  askQuestion,
} satisfies Handlers;
