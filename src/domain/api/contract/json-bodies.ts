import * as v from 'valibot';
import { MAX_PASSWORD, MIN_PASSWORD } from '../../account/plain-password.ts';
import { RESET_CODE_DIGITS } from '../../account/reset.ts';
import { FIELDS } from '../../application/fields.ts';
import { MAX_MESSAGE, MAX_QUOTED_NUMBER, MAX_SENDER_NAME } from '../../input/message.ts';
import type { EndpointId } from '../endpoints.ts';

const filled = (description: string) => v.pipe(v.string(), v.minLength(1), v.description(description));

const email = v.pipe(
  v.string(),
  v.regex(/^[^\s@]+@[^\s@]+$/),
  v.maxLength(FIELDS.email.max),
  v.description('Letters of any script. Addresses that differ in case alone are one address.'),
);
const code = v.pipe(
  v.string(),
  v.regex(new RegExp(`^\\d{${RESET_CODE_DIGITS}}$`)),
  v.description('The code of the mail.'),
);

export const newPassword = v.pipe(
  v.string(),
  v.minLength(MIN_PASSWORD),
  v.maxLength(MAX_PASSWORD),
  v.description('Refused where it can be guessed, or holds the name or address of whose it is.'),
);

const messageId = v.pipe(
  v.string(),
  v.uuid(),
  v.description('Random, for one message; the same at each try to send it.'),
);
const line = (max: number, description: string) => v.pipe(v.string(), v.maxLength(max), v.description(description));
const messageText = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_MESSAGE));

export const JSON_BODIES: Partial<Record<EndpointId, v.GenericSchema>> = {
  login: v.object({ email, password: filled('As it was typed.') }),
  changePassword: v.object({
    new_password: newPassword,
    current_password: v.optional(
      v.pipe(v.string(), v.description('May be empty or left out while the sign-in is at most ten minutes old.')),
    ),
  }),
  checkEmail: v.object({ email }),
  requestResetCode: v.object({ email }),
  checkResetCode: v.object({ email, code }),
  resetPassword: v.object({
    ...{ email: v.optional(email), code: v.optional(code), password: newPassword },
    token: v.optional(filled('The secret of a link in the mail, in place of address and code; a host may have none.')),
  }),
  confirmEmail: v.object({
    token: filled('The secret of the mail to the address.'),
    free: v.optional(
      v.pipe(v.boolean(), v.description('True: its owner has not applied, and frees the unconfirmed address.')),
    ),
  }),
  sendMessage: v.object({ id: messageId, text: messageText }),
  askQuestion: v.object({
    id: messageId,
    email,
    text: messageText,
    name: v.optional(line(MAX_SENDER_NAME, 'Of who asks; may be empty.')),
    application: v.optional(line(MAX_QUOTED_NUMBER, 'The number of an application, as it was typed; may be empty.')),
  }),
  restoreEmail: v.object({ token: filled('The secret of the mail to the earlier address.') }),
};
