/** Signing in and out, passwords, and links of mails. */

import * as v from 'valibot';
import { RESET_CODE_DIGITS } from '../../account/reset.ts';
import { TOKEN } from '../../account/session.ts';
import { FIELDS } from '../../application/fields.ts';
import { APPLICATION_TYPES } from '../../application/types.ts';
import { emailIssue } from '../../input/email.ts';
import { HOST_OFFERS } from '../responses.ts';
import { newPasswordSchema } from './bodies.ts';
import {
  type CallContract,
  done,
  doneSchema,
  EXAMPLE_EMAIL,
  EXAMPLE_PASSWORD,
  EXAMPLE_TIME,
  filledText,
  json,
  ruledText,
  success,
  timeSchema,
} from './call.ts';
import { exampleRecord } from './examples.ts';
import { anyRecordSchema, offersSchema } from './records.ts';

export const emailSchema = ruledText((text) => (text.trim() === '' ? 'required' : emailIssue(text.trim())), {
  pattern: '^[^\\s@]+@[^\\s@]+$',
  maxLength: FIELDS.email.max,
  description: 'Letters of any script. Addresses that differ in case alone are one address.',
});

const codeSchema = filledText('The code of the mail.', { pattern: `^\\d{${RESET_CODE_DIGITS}}$` });

const passwordSetSchema = v.object({
  ...doneSchema.entries,
  sessions_ended: v.optional(
    v.pipe(v.literal(true), v.description('The sessions that this call ends are ended. Pages say so only then.')),
  ),
});
const passwordSet = (description: string) =>
  success(description, passwordSetSchema, { status: 'ok', sessions_ended: true });

export const sessionSchema = v.object({
  created_at: timeSchema,
  used_at: timeSchema,
  browser: v.optional(v.nullable(v.pipe(v.string(), v.description('Browser and system, as far as they are known.')))),
  current: v.optional(v.pipe(v.boolean(), v.description('The session that asks.'))),
});

const CODE_BODY = { email: EXAMPLE_EMAIL, code: '123456' };
const SECRET_BODY = { token: 'secret-of-the-mail-0123456789' };

export const SIGN_IN_CALLS = {
  login: {
    route: 'POST /user-login',
    access: 'public',
    perMinute: 60,
    summary: 'Sign in',
    description: 'An unknown address and a wrong password get the same response.',
    body: json(v.object({ email: emailSchema, password: filledText('As it was typed.') }), {
      email: EXAMPLE_EMAIL,
      password: EXAMPLE_PASSWORD,
    }),
    success: success(
      'Signed in.',
      v.object({
        token: v.pipe(v.string(), v.regex(TOKEN), v.description('Belongs to one applicant.')),
        object: anyRecordSchema,
        offers: offersSchema,
      }),
      { token: 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4', object: exampleRecord('founder'), offers: HOST_OFFERS },
    ),
    errors: ['invalid_credentials', 'validation_failed', 'slow_down'],
  },
  logout: {
    route: 'POST /user-logout',
    access: 'token',
    perMinute: null,
    summary: 'Sign out',
    success: done('The session was revoked.'),
  },
  changePassword: {
    route: 'POST /change-password/:type/:id',
    access: 'token',
    perMinute: 20,
    summary: 'Change the password',
    description: `type is ${APPLICATION_TYPES.join(' or ')}; specialist_visa is accepted and never written.`,
    body: json(
      v.object({
        new_password: newPasswordSchema,
        current_password: v.optional(
          v.pipe(v.string(), v.description('May be empty or left out while the sign-in is at most ten minutes old.')),
        ),
      }),
      { new_password: 'silver meadow 4410 window', current_password: EXAMPLE_PASSWORD },
    ),
    success: passwordSet('Every other token of the applicant is dead.'),
    errors: ['validation_failed', 'current_password_required', 'slow_down'],
  },
  checkEmail: {
    route: 'POST /check-email',
    access: 'public',
    perMinute: 120,
    summary: 'Check whether an address has an application',
    body: json(v.object({ email: emailSchema }), { email: EXAMPLE_EMAIL }),
    success: success(
      'Whether the address has an application.',
      v.object({ exists: v.boolean(), offers: offersSchema }),
      { exists: false, offers: HOST_OFFERS },
    ),
    errors: ['validation_failed'],
  },
  requestResetCode: {
    route: 'POST /forgot-password-token',
    access: 'public',
    perMinute: 20,
    summary: 'Ask for a code to reset the password',
    body: json(v.object({ email: emailSchema }), { email: EXAMPLE_EMAIL }),
    success: done('A code is on its way, if the address has an application; the response is the same if it has none.'),
    errors: ['validation_failed', 'slow_down'],
  },
  checkResetCode: {
    route: 'POST /check-forgot-password-token',
    access: 'public',
    perMinute: 60,
    summary: 'Check a code',
    description: 'A right code stays valid; wrong ones are counted.',
    body: json(v.object({ email: emailSchema, code: codeSchema }), CODE_BODY),
    success: done('The code is right, and stays good.'),
    errors: ['validation_failed', 'code_expired', 'slow_down'],
  },
  resetPassword: {
    route: 'POST /forgot-password-by-code',
    access: 'public',
    perMinute: 60,
    summary: 'Set a password with a code',
    body: json(
      v.object({
        email: v.optional(emailSchema),
        code: v.optional(codeSchema),
        password: newPasswordSchema,
        token: v.optional(
          filledText('The secret of a link in the mail, in place of address and code; a host may have none.'),
        ),
      }),
      { ...CODE_BODY, password: EXAMPLE_PASSWORD },
    ),
    success: passwordSet('The password is set; every token of the applicant is dead.'),
    errors: ['validation_failed', 'code_expired', 'link_expired', 'slow_down'],
  },
  restoreEmail: {
    route: 'POST /restore-email',
    access: 'public',
    perMinute: 60,
    summary: 'Undo a change of the e-mail address',
    description: 'With the secret in the mail to the earlier address, for 72 hours.',
    isOptional: true,
    body: json(v.object({ token: filledText('The secret of the mail to the earlier address.') }), SECRET_BODY),
    success: done('The earlier address is back; password and sessions are gone.'),
    errors: ['validation_failed', 'link_expired'],
  },
  confirmEmail: {
    route: 'POST /confirm-email',
    access: 'public',
    perMinute: 60,
    summary: 'Confirm an e-mail address',
    description: 'With the secret in the last mail that asked for it; idempotent.',
    isOptional: true,
    body: json(
      v.object({
        token: filledText('The secret of the mail to the address.'),
        free: v.optional(
          v.pipe(v.boolean(), v.description('True: its owner has not applied, and frees the unconfirmed address.')),
        ),
      }),
      SECRET_BODY,
    ),
    success: done('The address is confirmed.'),
    errors: ['validation_failed', 'link_expired'],
  },
  listSessions: {
    route: 'GET /user/sessions',
    access: 'token',
    perMinute: null,
    summary: 'List where the applicant is signed in',
    isOptional: true,
    success: success('Where the applicant is signed in.', v.object({ sessions: v.array(sessionSchema) }), {
      sessions: [{ created_at: EXAMPLE_TIME, used_at: EXAMPLE_TIME, browser: 'Firefox, Linux', current: true }],
    }),
  },
  endOtherSessions: {
    route: 'DELETE /user/sessions',
    access: 'token',
    perMinute: null,
    summary: 'Sign out everywhere else',
    isOptional: true,
    success: done('Every other session has ended.'),
  },
} as const satisfies Record<string, CallContract>;
