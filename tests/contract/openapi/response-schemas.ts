/**
 * The exact form of each successful response of a host, for docs/openapi.json, tests and host checks. Pages read responses
 * with the tolerant readers of src/domain/api and import nothing of tests.
 *
 * const { status, schema } = SUCCESS_RESPONSES.login;
 * v.safeParse(schema, body).issues // undefined for a valid response
 *
 * Refusals have the form of `errorBodySchema` and a code of `hostErrors(id)` (both call-errors.ts), where `OPTIONAL_CALLS`
 * names the calls that a host may lack. Requests are in request-bodies.ts.
 */
import * as v from 'valibot';
import { MAIL_SHARES } from '../../../src/domain/account/mails.ts';
import { TOKEN } from '../../../src/domain/account/session.ts';
import type { EndpointId } from '../../../src/domain/api/endpoints.ts';
import { HOST_OFFERS } from '../../../src/domain/api/responses.ts';
import { FLAG_OF, fieldsOf } from '../../../src/domain/application/fields.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../../src/domain/application/types.ts';
import { KINDS } from '../../../src/domain/kinds/index.ts';
import { derivedPartsOf } from './derived-parts.ts';
import { isListKind, RECORDED_ITEMS, recordedSchema } from './kind-schemas.ts';

export const statusEntrySchema = v.object({
  status_type: v.pipe(
    v.string(),
    v.minLength(1),
    v.description('A status; one that the portal does not know is shown as it is.'),
  ),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  note: v.nullable(v.pipe(v.string(), v.description('Words for the applicant.'))),
  fields: v.optional(v.pipe(v.array(v.string()), v.description('Wire names of the fields that are to be changed.'))),
});

const day = v.pipe(v.string(), v.isoDate());
/** At most four: more would reveal the number. */
const passportEndSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(4),
  v.description('Last characters of the passport number, where the owner lets them be shown.'),
);
export const visaSchema = v.object({
  code: v.string(),
  valid_from: day,
  valid_to: day,
  passport_end: v.optional(passportEndSchema),
});

/** Open until it has `answered_at`, with the reason why the data stays. */
const deletionRequest = v.object({
  asked_at: v.pipe(v.string(), v.isoTimestamp()),
  answer_by: v.pipe(day, v.description('The last day for the answer.')),
  answered_at: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  answer: v.optional(v.pipe(v.string(), v.description('Words for the applicant.'))),
});

/** Answers behind a yes/no question are optional, and so is a box that hosts need not know. */
function ownAnswers(type: ApplicationType): Record<string, v.GenericSchema> {
  return Object.fromEntries(
    fieldsOf(type).map(({ name, kind }) => {
      const answer = isListKind(kind) ? v.nullable(v.array(RECORDED_ITEMS[kind])) : recordedSchema(kind);
      return [name, FLAG_OF[name] || KINDS[kind].shape === 'mark' ? v.optional(answer) : answer];
    }),
  );
}

const derivedAnswers = (type: ApplicationType) =>
  Object.fromEntries(
    derivedPartsOf(type).map(([name, { isList }]) => [
      name,
      v.optional(v.nullable(isList ? v.array(v.string()) : v.string())),
    ]),
  );

const secret = v.optional(v.pipe(v.never(), v.description('In no response.')));

const recordOf = (type: ApplicationType) =>
  v.pipe(
    v.object({
      ...derivedAnswers(type),
      ...ownAnswers(type),
      id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/)),
      version: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.description('Grows with each change; a host without it lets the last one win.'),
        ),
      ),
      application_type: v.literal(type),
      name: v.string(),
      surname: v.string(),
      email: v.pipe(v.string(), v.minLength(1)),
      application_status_history: v.pipe(v.array(statusEntrySchema), v.minLength(1), v.description('Oldest first.')),
      visa: v.optional(v.nullable(visaSchema)),
      email_confirmed: v.optional(
        v.pipe(v.boolean(), v.description('Whether a link or code that was mailed to email has come back.')),
      ),
      deletion_request: v.optional(deletionRequest),
      password: secret,
      password_hash: secret,
    }),
    v.description(
      'A host may hold more. A question that was not asked yet has an empty text or null; a list stays away where its yes/no question is "no".',
    ),
  );

export const RECORD_SCHEMAS = Object.fromEntries(APPLICATION_TYPES.map((type) => [type, recordOf(type)])) as Record<
  ApplicationType,
  ReturnType<typeof recordOf>
>;

const anyRecordSchema = v.union(APPLICATION_TYPES.map((type) => RECORD_SCHEMAS[type]));

interface SuccessResponse {
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

const dayOrNull = v.nullable(v.pipe(v.string(), v.isoDate()));
export const employeeVisaResponse = v.object({
  code: v.pipe(v.string(), v.description('Random, at least 96 bits; never the id of the applicant.')),
  name: v.string(),
  surname: v.string(),
  application_type: v.string(),
  status_type: v.string(),
  valid_from: dayOrNull,
  valid_to: dayOrNull,
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
/** Which value of each secret the worker has: fingerprints by name. */
const secrets = v.optional(v.record(v.string(), v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/))));
export const partHealth = v.object({ ...storageHealth.entries, commit, secrets });

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const age = v.nullable(count);
/** Background work: due mail, mails left today, the crons, the last backup; ages in seconds. Does not affect the status. */
const background = {
  mail: v.optional(v.object({ ok: v.boolean(), waiting: count, age_s: age, sending: count, unclear: count })),
  mail_left: v.optional(
    v.object({
      ok: v.boolean(),
      ...v.entriesFromList(Object.keys(MAIL_SHARES) as (keyof typeof MAIL_SHARES)[], count),
    }),
  ),
  cron: v.optional(v.object({ ok: v.boolean(), age_s: age })),
  sweep: v.optional(v.object({ ok: v.boolean(), age_s: age })),
  backup: v.optional(v.object({ age_s: age })),
};

/** Of `GET /healthz` at the embedded host, with 200 when all is well, else 503; another host may respond anything below 500. */
export const hostHealth = v.object({ d1: storageHealth, r2: storageHealth, commit, secrets, ...background });
export const gatewayHealth = v.object({
  gateway: partHealth,
  host: partHealth,
  d1: v.optional(storageHealth),
  r2: v.optional(storageHealth),
  ...background,
});
