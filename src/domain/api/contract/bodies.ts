/** The multipart bodies that create or change an application of each type, made from the field table. */
import * as v from 'valibot';
import { MAX_PASSWORD, MIN_PASSWORD, plainIssue } from '../../account/plain-password.ts';
import { type FieldName, FLAG_OF, fieldsOf, type NamedField } from '../../application/fields.ts';
import { TERMS_PART } from '../../application/terms.ts';
import type { ApplicationType } from '../../application/types.ts';
import { MAX_FILE_BYTES } from '../../input/files.ts';
import { type FieldKind, KINDS, kindOf, MAX_ITEMS } from '../../kinds/index.ts';
import type { SingleKind } from '../../kinds/single.ts';
import { type PartSchemas, ruledText } from './call.ts';
import { derivedPartsOf } from './derived-parts.ts';
import { dateSchema, isJsonPart, isListKind, SENT_ITEMS, sentSchema } from './kinds.ts';

export const newPasswordSchema = ruledText((password) => plainIssue(password, {}), {
  minLength: MIN_PASSWORD,
  maxLength: MAX_PASSWORD,
  description: 'Refused where it can be guessed, or holds the name or address of whose it is.',
});

export type WriteOperation = 'create' | 'update';

export const fileSchema = v.pipe(
  v.unknown(),
  v.metadata({
    contentMediaType: 'application/octet-stream',
    maxLength: MAX_FILE_BYTES,
    description:
      'A file. Its content decides on its type, never its name or its declared type; an empty one is refused.',
  }),
);

const JSON_TYPE = 'application/json';

/** The body part of a list, and the files of its items, repeated in item order. */
function listParts(list: FieldName, kind: Exclude<FieldKind, SingleKind>): PartSchemas {
  const description = `Sent only where ${FLAG_OF[list]} is "yes". A file that the host has already is named in its item by its link; a new one is a part of its own, and its item names none.`;
  const items = v.pipe(v.array(SENT_ITEMS[kind]), v.minLength(1), v.maxLength(MAX_ITEMS), v.description(description));
  const files = KINDS[kind].fileParts(list).map(([name, types]) => {
    const schema = v.optional(v.pipe(v.array(fileSchema), v.maxLength(MAX_ITEMS)));
    return [name, { schema, contentType: types.join(', ') }];
  });
  return { [list]: { schema: v.optional(items), contentType: JSON_TYPE }, ...Object.fromEntries(files) };
}

function fieldParts(field: NamedField, operation: WriteOperation): PartSchemas {
  const { name, kind, required } = field;
  if (isListKind(kind)) return listParts(name, kind);
  const [file] = kindOf(field).fileParts(name);
  const answer = file ? fileSchema : sentSchema(kind, field);
  // An update may leave out an unchanged answer or file, which then stays.
  const schema = required && operation === 'create' && !FLAG_OF[name] ? answer : v.optional(answer);
  const contentType = file ? file[1].join(', ') : isJsonPart(kind) ? JSON_TYPE : null;
  return { [name]: { schema, ...(contentType && { contentType }) } };
}

function derivedParts(type: ApplicationType): PartSchemas {
  return Object.fromEntries(
    derivedPartsOf(type).map(([name, { isList, description }]) => {
      const text = v.optional(v.pipe(v.string(), v.description(`${description} The portal always sends it.`)));
      if (!isList) return [name, { schema: text }];
      const list = v.pipe(
        v.array(v.string()),
        v.description(`${description} The portal sends it with formatted_relatives.`),
      );
      return [name, { schema: v.optional(list), contentType: JSON_TYPE }];
    }),
  );
}

const terms = v.optional(
  v.pipe(dateSchema, v.description('The version of the terms consented to: the day of its coming into force.')),
);

/** Body parts that only one of the two calls has, and body parts without a question in the form. */
function ownParts(type: ApplicationType, operation: WriteOperation): PartSchemas {
  const typePart = { application_type: { schema: v.optional(v.literal(type)) }, [TERMS_PART]: { schema: terms } };
  if (operation === 'create') return { ...typePart, password: { schema: newPasswordSchema } };
  const version = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.description('The version that the change started from.'));
  const password = v.pipe(
    v.string(),
    v.description('With a changed e-mail address, unless the sign-in is at most ten minutes old.'),
  );
  return {
    ...typePart,
    version: { schema: v.optional(version) },
    current_password: { schema: v.optional(password) },
  };
}

/** All body parts by name. A missing text is empty when an application is created, and stays unchanged in an update. */
export function bodyParts(type: ApplicationType, operation: WriteOperation): PartSchemas {
  const fields = fieldsOf(type).map((field) => fieldParts(field, operation));
  return { ...derivedParts(type), ...Object.assign({}, ...fields), ...ownParts(type, operation) };
}

/** Rules that the schemas cannot express: between body parts, and about the present day. */
export const CROSS_RULES = [
  'A list, and previos_trips, are sent only where their yes/no question is "yes"; else the host holds none.',
  'A yes/no question that is not sent follows from its list. In a change, what is not sent stays as it is.',
  'passport_date is today at the latest, passport_expire later, and not before the stay ends.',
  'surname or name is "-" where the passport shows one name only; one_name says so, and may be left out.',
  'passport_expire is empty where no_expiry is "yes": the passport has no expiry date.',
  'A birth is after 1899 and before today. No relative is named twice.',
  'The stay begins on the day of applying at the earliest, ends after it began, and lasts validity_time months at most.',
  'period_to is after period_from. A trip is over, and does not end before it began.',
  'A district belongs to its region. No text holds control or invisible characters.',
  'Lengths of texts are counted in UTF-16 code units, after spaces at both ends are taken off.',
].join('\n');
