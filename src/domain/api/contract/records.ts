/** The exact form of an applicant's record, made from the field table. */
import * as v from 'valibot';
import { FLAG_OF, fieldsOf } from '../../application/fields.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../application/types.ts';
import { KINDS } from '../../kinds/index.ts';
import { HOST_OFFERS } from '../responses.ts';
import { ADAPTED_ENTRY, ADAPTED_RECORD } from './adapted.ts';
import { type BodyOf, timeSchema } from './call.ts';
import { derivedPartsOf } from './derived-parts.ts';
import { isListKind, RECORDED_ITEMS, recordedSchema } from './kinds.ts';

export const statusEntrySchema = v.object({
  status_type: v.pipe(
    v.string(),
    v.minLength(1),
    v.description('A status; one that the portal does not know is shown as it is.'),
  ),
  created_at: timeSchema,
  note: v.nullable(v.pipe(v.string(), v.description('Words for the applicant.'))),
  fields: v.optional(v.pipe(v.array(v.string()), v.description('Wire names of the fields that are to be changed.'))),
  ...ADAPTED_ENTRY,
});

export const daySchema = v.pipe(v.string(), v.isoDate());

/** At most four characters: more would reveal the number. */
export const passportEndSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(4),
  v.description('Last characters of the passport number, where the owner lets them be shown.'),
);

export const visaSchema = v.object({
  code: v.string(),
  valid_from: daySchema,
  valid_to: daySchema,
  passport_end: v.optional(passportEndSchema),
});

/** A request is open until it has `answered_at`, with the reason why the data stays. */
const deletionRequestSchema = v.object({
  asked_at: timeSchema,
  answer_by: v.pipe(daySchema, v.description('The last day for the answer.')),
  answered_at: v.optional(timeSchema),
  answer: v.optional(v.pipe(v.string(), v.description('Words for the applicant.'))),
});

/** Answers behind a yes/no question are optional, and so is a box that hosts may not know. */
function ownAnswers(type: ApplicationType): Record<string, v.GenericSchema> {
  return Object.fromEntries(
    fieldsOf(type).map(({ name, kind }) => {
      const answer = isListKind(kind) ? v.nullable(v.array(RECORDED_ITEMS[kind])) : recordedSchema(kind);
      return [name, FLAG_OF[name] || KINDS[kind].shape === 'mark' ? v.optional(answer) : answer];
    }),
  );
}

const derivedAnswers = (type: ApplicationType): Record<string, v.GenericSchema> =>
  Object.fromEntries(
    derivedPartsOf(type).map(([name, { isList }]) => [
      name,
      v.optional(v.nullable(isList ? v.array(v.string()) : v.string())),
    ]),
  );

const secretSchema = v.optional(v.pipe(v.never(), v.description('In no response.')));

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
      deletion_request: v.optional(deletionRequestSchema),
      ...ADAPTED_RECORD,
      password: secretSchema,
      password_hash: secretSchema,
    }),
    v.description(
      'A host may hold more. A question that was not asked yet has an empty text or null; a list stays away where its yes/no question is "no".',
    ),
  );

export const RECORD_SCHEMAS = Object.fromEntries(APPLICATION_TYPES.map((type) => [type, recordOf(type)])) as Record<
  ApplicationType,
  ReturnType<typeof recordOf>
>;

export const anyRecordSchema = v.union(APPLICATION_TYPES.map((type) => RECORD_SCHEMAS[type]));

export const offersSchema = v.optional(
  v.pipe(
    v.array(v.picklist(HOST_OFFERS)),
    v.description(
      'What the host does beyond the calls that every host has; pages rely on nothing else. idempotency_keys: a creation that is sent again under its Idempotency-Key is stored once. current_password: the host checks current_password of a change. withdrawal: the applicant can withdraw an application that is not decided. deletion_requests: the applicant can ask to be deleted, and take that back. email_confirmation: the host mails a link that confirms the e-mail address. messages: applicants can write to the staff and read the answers. partial_dates: the host takes 1990 and 1990-07 for dates that are not known to the day.',
    ),
  ),
);

export type RecordBody = BodyOf<typeof anyRecordSchema>;
