/** Calls for messages to the staff, which a host may lack. */
import { type MessageEntry, readMessages } from '../../domain/api/message-responses.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { QuestionFields } from '../../domain/input/message.ts';
import { callEndpoint } from './client.ts';
import type { ApiError } from './request.ts';

/** Sends a message as the applicant. @param id of the message, the same for each attempt */
export async function callSendMessage(message: { id: string; text: string }, locale: Locale): Promise<ApiError | null> {
  const response = await callEndpoint('sendMessage', { json: message, locale });
  return response.ok ? null : response.error;
}

/** Sends a question without an account. @param question with the message id, the same for each attempt */
export async function callAskQuestion(
  question: QuestionFields & { id: string },
  locale: Locale,
): Promise<ApiError | null> {
  const response = await callEndpoint('askQuestion', { json: question, locale });
  return response.ok ? null : response.error;
}

/** The applicant's messages, newest first; null where they can't be read. */
export async function callListMessages(): Promise<MessageEntry[] | null> {
  const response = await callEndpoint('listMessages');
  return response.ok ? readMessages(response.body) : null;
}
