/** The applicant record of each application type, as a host answers it; made from the field table. */
import * as v from 'valibot';
import { type FieldKind, FLAG_OF, fieldsOf, LISTS, type ListName } from '../../application/fields.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../application/types.ts';
import { GENDERS, KINSHIP, MONTHS } from '../../reference/choices.ts';
import { derivedPartsOf } from './derived-parts.ts';

/** A question without an answer: an empty text, or null. */
const answered = <Schema extends v.GenericSchema>(schema: Schema) => v.union([v.literal(''), v.null(), schema]);

export const fileLink = v.pipe(
  v.string(),
  v.minLength(1),
  v.description(
    'Path of a file: begins with /files/, ends with a name to show, opens it for 15 minutes. A host may send an absolute link of its own origin, or a path in a folder of HOST_FILES; it comes back as it was.',
  ),
);

export const addressAnswer = v.pipe(
  v.object({ region: v.string(), district: v.string(), street: v.string(), flat: v.string() }),
  v.description('Region and district are ids of the reference tables, as text.'),
);

export const statusEntry = v.object({
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
export const visa = v.object({ code: v.string(), valid_from: day, valid_to: day });

/** How a record holds an answer to a question of each kind, but for lists. */
function answerOf(kind: FieldKind): v.GenericSchema {
  if (kind === 'file' || kind === 'photo') return v.nullable(fileLink);
  if (kind === 'address') return v.nullable(addressAnswer);
  if (kind === 'flag' || kind === 'consent') return answered(v.picklist(['yes', 'no']));
  if (kind === 'date') return answered(day);
  if (kind === 'gender') return answered(v.picklist(GENDERS.map(({ value }) => value)));
  if (kind === 'kinship') return answered(v.picklist(KINSHIP));
  if (kind === 'months') return answered(v.picklist(MONTHS));
  if (kind === 'country') return answered(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)));
  return v.nullable(v.string());
}

const itemAnswer = (list: ListName) =>
  v.object(Object.fromEntries(Object.entries(LISTS[list].item).map(([name, { kind }]) => [name, answerOf(kind)])));

export const ITEM_ANSWERS = {
  formatted_relatives: itemAnswer('formatted_relatives'),
  formatted_previos_trips: itemAnswer('formatted_previos_trips'),
  last_trips: itemAnswer('last_trips'),
} satisfies Record<ListName, v.GenericSchema>;

/** What stands behind a yes/no question may be left out. */
function ownAnswers(type: ApplicationType): Record<string, v.GenericSchema> {
  return Object.fromEntries(
    fieldsOf(type).map(({ name, kind }) => {
      const answer = name in LISTS ? v.nullable(v.array(ITEM_ANSWERS[name as ListName])) : answerOf(kind);
      return [name, FLAG_OF[name] ? v.optional(answer) : answer];
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

const secret = v.optional(v.pipe(v.never(), v.description('In no answer.')));

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
      application_status_history: v.pipe(v.array(statusEntry), v.minLength(1), v.description('Oldest first.')),
      visa: v.optional(v.nullable(visa)),
      password: secret,
      password_hash: secret,
    }),
    v.description(
      'A host may hold more. A question that was not asked yet has an empty text or null; a list stays away where its yes/no question is "no".',
    ),
  );

export const RECORDS = Object.fromEntries(APPLICATION_TYPES.map((type) => [type, recordOf(type)])) as Record<
  ApplicationType,
  ReturnType<typeof recordOf>
>;

/** The record of whoever is signed in: of any type. */
export const anyRecord = v.union(APPLICATION_TYPES.map((type) => RECORDS[type]));
