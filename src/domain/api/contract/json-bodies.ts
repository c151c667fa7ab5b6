/** What the calls with a JSON body send. */
import * as v from 'valibot';
import { MAX_PASSWORD, MIN_PASSWORD } from '../../account/plain-password.ts';
import { RESET_CODE_DIGITS } from '../../account/reset.ts';
import { FIELDS } from '../../application/fields.ts';
import type { EndpointId } from '../endpoints.ts';

const filled = (says: string) => v.pipe(v.string(), v.minLength(1), v.description(says));

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
  resetPassword: v.object({ email, code, password: newPassword }),
  confirmEmail: v.object({ token: filled('The secret of the mail to the address.') }),
  restoreEmail: v.object({ token: filled('The secret of the mail to the earlier address.') }),
};
