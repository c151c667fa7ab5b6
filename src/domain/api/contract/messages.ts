/** Messages to the staff, with and without an account. */
import * as v from 'valibot';
import { lineIssue, MAX_MESSAGE, MAX_QUOTED_NUMBER, MAX_SENDER_NAME, messageIssue } from '../../input/message.ts';
import { type CallContract, done, EXAMPLE_EMAIL, EXAMPLE_TIME, json, ruledText, success, timeSchema } from './call.ts';
import { emailSchema } from './sign-in.ts';

const messageIdSchema = v.pipe(
  v.string(),
  v.uuid(),
  v.description('Random, for one message; the same at each try to send it.'),
);
const line = (maxLength: number, description: string) =>
  v.optional(ruledText((text) => lineIssue(text, maxLength), { maxLength, description }));
const textSchema = ruledText(messageIssue, { minLength: 1, maxLength: MAX_MESSAGE });

const MESSAGE = { id: '5f0c6a52-8f5e-4c0f-9d55-0f2f6e9c1a11', text: 'May I send the diploma later?' };
const ONCE =
  'The same id with the same text is stored once. The staff gets a mail, and answers by mail in the language of the message.';
const ERRORS = ['validation_failed', 'idempotency_mismatch', 'slow_down'] as const;

const messageSchema = v.object({
  sent_at: timeSchema,
  text: v.pipe(v.string(), v.description('Empty where the staff wrote first: their text is the answer.')),
  answer: v.optional(
    v.nullable(v.pipe(v.object({ text: v.string(), answered_at: timeSchema }), v.description('Of the staff.'))),
  ),
});

export const MESSAGE_CALLS = {
  listMessages: {
    route: 'GET /user/messages',
    access: 'token',
    perMinute: null,
    summary: 'List the messages of the applicant with their answers',
    isOptional: true,
    success: success(
      'The messages of the applicant, with the answers of the staff.',
      v.object({ messages: v.array(messageSchema) }),
      {
        messages: [{ sent_at: EXAMPLE_TIME, text: MESSAGE.text, answer: { text: 'Yes.', answered_at: EXAMPLE_TIME } }],
      },
    ),
  },
  sendMessage: {
    route: 'POST /user/messages',
    access: 'token',
    perMinute: 20,
    summary: 'Write to the staff as an applicant',
    description: ONCE,
    isOptional: true,
    body: json(v.object({ id: messageIdSchema, text: textSchema }), MESSAGE),
    success: done('The message is stored, once for its id.'),
    errors: ERRORS,
  },
  acceptsMessages: {
    route: 'GET /messages',
    access: 'public',
    perMinute: 600,
    summary: 'Check whether this host takes questions without an account',
    isOptional: true,
    success: done('This host takes questions of people without an account.'),
  },
  askQuestion: {
    route: 'POST /messages',
    access: 'public',
    perMinute: 20,
    summary: 'Ask the staff without an account',
    description: ONCE,
    isOptional: true,
    body: json(
      v.object({
        id: messageIdSchema,
        email: emailSchema,
        text: textSchema,
        name: line(MAX_SENDER_NAME, 'Of who asks; may be empty.'),
        application: line(MAX_QUOTED_NUMBER, 'The number of an application, as it was typed; may be empty.'),
      }),
      { ...MESSAGE, email: EXAMPLE_EMAIL, name: 'Anna', application: '' },
    ),
    success: done('The question is stored, once for its id.'),
    errors: ERRORS,
  },
} as const satisfies Record<string, CallContract>;
