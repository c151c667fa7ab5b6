/**
 * The exact form of each successful response of a host, for docs/openapi.json, tests and host checks. Pages read responses with
 * the tolerant readers outside this folder and import nothing of it.
 *
 * const { status, schema } = SUCCESS_RESPONSES.login;
 * v.safeParse(schema, body).issues // undefined for a valid response
 *
 * Refusals have the form of `errorBody` (error-body.ts) and a code of `hostErrors(id)` (call-errors.ts), where `OPTIONAL_CALLS`
 * names the calls that a host may lack. Requests are in json-bodies.ts and multipart-bodies.ts.
 */
import * as v from 'valibot';
import { MAIL_SHARES, type MailKind } from '../../account/mails.ts';
import type { EndpointId } from '../endpoints.ts';
import { HOST_OFFERS } from '../responses.ts';
import { TOKEN } from '../token.ts';
import { anyRecordSchema, passportEndSchema, RECORD_SCHEMAS } from './record-schemas.ts';

export interface SuccessResponse {
  status: 200 | 201;
  description: string;
  /** Null for sealed bytes. */
  schema: v.GenericSchema | null;
}

export const okSchema = v.object({ status: v.literal('ok') });

const time = v.pipe(v.string(), v.isoTimestamp());
export const sessionResponse = v.object({
  created_at: time,
  used_at: time,
  browser: v.optional(v.nullable(v.pipe(v.string(), v.description('Browser and system, as far as they are known.')))),
  current: v.optional(v.pipe(v.boolean(), v.description('The session that asks.'))),
});

const messageResponse = v.object({
  sent_at: time,
  text: v.pipe(v.string(), v.description('Empty where the staff wrote first: their text is the answer.')),
  answer: v.optional(
    v.nullable(v.pipe(v.object({ text: v.string(), answered_at: time }), v.description('Of the staff.'))),
  ),
});

const day = v.nullable(v.pipe(v.string(), v.isoDate()));
export const employeeVisaResponse = v.object({
  code: v.pipe(v.string(), v.description('Random, at least 96 bits; never the id of the applicant.')),
  name: v.string(),
  surname: v.string(),
  application_type: v.string(),
  status_type: v.string(),
  valid_from: day,
  valid_to: day,
  passport_end: v.optional(passportEndSchema),
});

const offers = v.optional(
  v.pipe(
    v.array(v.picklist(HOST_OFFERS)),
    v.description(
      'What the host does beyond section 7 of the specification; pages rely on nothing else. idempotency_keys: a creation that is sent again under its Idempotency-Key is stored once. current_password: the host checks current_password of a change. withdrawal: the applicant can withdraw an application that is not decided. deletion_requests: the applicant can ask to be deleted, and take that back. email_confirmation: the host mails a link that confirms the e-mail address. messages: applicants can write to the staff and read the answers. partial_dates: the host takes 1990 and 1990-07 for dates that are not known to the day.',
    ),
  ),
);
const sessionsEnded = v.optional(
  v.pipe(v.literal(true), v.description('The sessions that this call ends are ended. Pages say so only then.')),
);

const login = v.object({
  token: v.pipe(v.string(), v.regex(TOKEN), v.description('Belongs to one applicant.')),
  object: anyRecordSchema,
  offers,
});

const received = v.optional(
  v.pipe(
    v.array(
      v.object({
        field: v.pipe(v.string(), v.description('The name of its part.')),
        name: v.string(),
        size: v.pipe(v.number(), v.integer(), v.minValue(0)),
        sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
      }),
    ),
    v.description(
      'Every file of the body as it arrived, before anything is stripped from it. Pages compare it with what they sent, and name what is missing.',
    ),
  ),
);

const response = (description: string, schema: SuccessResponse['schema'] = okSchema): SuccessResponse => ({
  status: 200,
  description,
  schema,
});
const passwordSet = (description: string) =>
  response(description, v.object({ ...okSchema.entries, sessions_ended: sessionsEnded }));
const created = (type: keyof typeof RECORD_SCHEMAS): SuccessResponse => ({
  ...response(
    'The application is stored: whole, and once for its key.',
    v.object({ data: RECORD_SCHEMAS[type], received }),
  ),
  status: 201,
});
const updated = (type: keyof typeof RECORD_SCHEMAS) =>
  response('The change is stored.', v.object({ data: RECORD_SCHEMAS[type], received }));
const recordChanged = (description: string) => response(description, v.object({ object: anyRecordSchema }));

const revision = v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Of what is stored now.'));
const written = (description: string) =>
  response(description, v.object({ revision, seconds_left: v.pipe(v.number(), v.integer(), v.minValue(0)) }));
const sealed = (description: string) => response(description, null);

export const SUCCESS_RESPONSES: Record<EndpointId, SuccessResponse> = {
  login: response('Signed in.', login),
  logout: response('The session was revoked.'),
  changePassword: passwordSet('Every other token of the applicant is dead.'),
  checkEmail: response('Whether the address has an application.', v.object({ exists: v.boolean(), offers })),
  createSpecialist: created('specialist'),
  createFounder: created('founder'),
  createInvestor: created('investor'),
  updateSpecialist: updated('specialist'),
  updateFounder: updated('founder'),
  updateInvestor: updated('investor'),
  requestResetCode: response(
    'A code is on its way, if the address has an application; the response is the same if it has none.',
  ),
  checkResetCode: response('The code is right, and stays good.'),
  resetPassword: passwordSet('The password is set; every token of the applicant is dead.'),
  restoreEmail: response('The earlier address is back; password and sessions are gone.'),
  currentUser: response('Who is signed in.', v.object({ object: anyRecordSchema, offers })),
  listSessions: response('Where the applicant is signed in.', v.object({ sessions: v.array(sessionResponse) })),
  endOtherSessions: response('Every other session has ended.'),
  withdraw: recordChanged('The application is withdrawn.'),
  askForDeletion: recordChanged('The request is stored, or was before.'),
  endDeletionRequest: recordChanged('No request is open.'),
  sendConfirmation: recordChanged('A link is on its way, unless the address is confirmed.'),
  confirmEmail: response('The address is confirmed.'),
  listMessages: response(
    'The messages of the applicant, with the answers of the staff.',
    v.object({ messages: v.array(messageResponse) }),
  ),
  sendMessage: response('The message is stored, once for its id.'),
  acceptsMessages: response('This host takes questions of people without an account.'),
  askQuestion: response('The question is stored, once for its id.'),
  employeeVisa: response('What anyone who holds the code may see.', v.object({ data: employeeVisaResponse })),
  supportsParcels: response('This host keeps parcels.'),
  putParcel: written('The index is stored.'),
  getParcel: sealed('The index, as it was sealed.'),
  deleteParcel: response('The parcel and all its blobs are gone.'),
  putBlob: written('The blob is stored, whole.'),
  getBlob: sealed('The blob, as it was sealed.'),
  deleteBlob: response('The blob is gone.'),
};

const commit = v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/)));
const storageHealth = v.object({ ok: v.boolean(), ms: v.pipe(v.number(), v.minValue(0)) });
export const partHealth = v.object({ ...storageHealth.entries, commit });

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const age = v.nullable(count);
/** Background work: due mail, mails left today, the crons, the last backup; ages in seconds. Does not affect the status. */
const background = {
  mail: v.optional(v.object({ ok: v.boolean(), waiting: count, age_s: age, sending: count, unclear: count })),
  mail_left: v.optional(
    v.object({ ok: v.boolean(), ...v.entriesFromList(Object.keys(MAIL_SHARES) as MailKind[], count) }),
  ),
  cron: v.optional(v.object({ ok: v.boolean(), age_s: age })),
  sweep: v.optional(v.object({ ok: v.boolean(), age_s: age })),
  backup: v.optional(v.object({ age_s: age })),
};

/** Of `GET /healthz` at the embedded host, with 200 when all is well, else 503; another host may respond anything below 500. */
export const hostHealth = v.object({ d1: storageHealth, r2: storageHealth, commit, ...background });
export const gatewayHealth = v.object({
  gateway: partHealth,
  host: partHealth,
  d1: v.optional(storageHealth),
  r2: v.optional(storageHealth),
  ...background,
});
