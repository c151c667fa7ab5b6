/** The parts of the body that creates or changes an application of each type; made from the field table. */
import * as v from 'valibot';
import { FLAG_OF, fieldsOf, LISTS, type ListName, MAX_ITEMS, type NamedField } from '../../application/fields.ts';
import { TERMS_PART } from '../../application/terms.ts';
import type { ApplicationType } from '../../application/types.ts';
import { DOCUMENT_TYPES, MAX_FILE_BYTES, PHOTO_TYPES } from '../../input/files.ts';
import { derivedPartsOf } from './derived-parts.ts';
import { newPassword } from './json-bodies.ts';
import { fileLink } from './record-schemas.ts';
import { date, sentAnswer } from './sent-answers.ts';

export type Writing = 'create' | 'update';

export interface BodyPart {
  schema: v.GenericSchema;
  /** The types of a file part, or `application/json`; a text part has none. */
  contentType?: string;
}
type BodyParts = Record<string, BodyPart>;

/** A part's bytes, which no schema describes. */
export const filePart = v.pipe(
  v.unknown(),
  v.metadata({
    contentMediaType: 'application/octet-stream',
    maxLength: MAX_FILE_BYTES,
    description:
      'A file. Its content decides on its type, never its name or its declared type; an empty one is refused.',
  }),
);

const JSON_TYPE = 'application/json';

function itemOf(list: ListName): v.GenericSchema {
  const entries = Object.entries(LISTS[list].item).map(([name, rule]) => [
    name,
    rule.kind === 'file' ? v.optional(fileLink) : sentAnswer(rule),
  ]);
  return v.object(Object.fromEntries(entries));
}

export const ITEMS = {
  formatted_relatives: itemOf('formatted_relatives'),
  formatted_previos_trips: itemOf('formatted_previos_trips'),
  last_trips: itemOf('last_trips'),
} satisfies Record<ListName, v.GenericSchema>;

/** A list, and the parts of its items' files, which repeat in the order of the items. */
function listParts(list: ListName): BodyParts {
  const { flag, item } = LISTS[list];
  const says = `Sent only where ${flag} is "yes". A file that the host has already is named in its item by its link; a new one is a part of its own, and its item names none.`;
  const items = v.pipe(v.array(ITEMS[list]), v.minLength(1), v.maxLength(MAX_ITEMS), v.description(says));
  const files = Object.entries(item).flatMap(([name, { kind }]) => (kind === 'file' ? [name] : []));
  const file = {
    schema: v.optional(v.pipe(v.array(filePart), v.maxLength(MAX_ITEMS))),
    contentType: DOCUMENT_TYPES.join(', '),
  };
  return {
    [list]: { schema: v.optional(items), contentType: JSON_TYPE },
    ...Object.fromEntries(files.map((name) => [name, file])),
  };
}

function fieldParts(field: NamedField, writing: Writing): BodyParts {
  const { name, kind, required } = field;
  if (name in LISTS) return listParts(name as ListName);
  if (kind === 'file' || kind === 'photo') {
    const types = kind === 'photo' ? PHOTO_TYPES : DOCUMENT_TYPES;
    // A file that has not changed is not sent, and stays.
    const schema = required && writing === 'create' ? filePart : v.optional(filePart);
    return { [name]: { schema, contentType: types.join(', ') } };
  }
  const answer = sentAnswer(field);
  // An answer that has not changed need not be sent, and stays.
  const schema = required && writing === 'create' && !FLAG_OF[name] ? answer : v.optional(answer);
  return { [name]: kind === 'address' ? { schema, contentType: JSON_TYPE } : { schema } };
}

function derivedParts(type: ApplicationType): BodyParts {
  return Object.fromEntries(
    derivedPartsOf(type).map(([name, { isList, says }]) => {
      const text = v.optional(v.pipe(v.string(), v.description(`${says} The portal always sends it.`)));
      if (!isList) return [name, { schema: text }];
      const list = v.pipe(v.array(v.string()), v.description(`${says} The portal sends it with formatted_relatives.`));
      return [name, { schema: v.optional(list), contentType: JSON_TYPE }];
    }),
  );
}

const terms = v.optional(
  v.pipe(date, v.description('The version of the terms consented to: the day of its coming into force.')),
);

/** What only one of the two calls has, or no question of the form asks. */
function ownParts(type: ApplicationType, writing: Writing): BodyParts {
  const typePart = { application_type: { schema: v.optional(v.literal(type)) }, [TERMS_PART]: { schema: terms } };
  if (writing === 'create') return { ...typePart, password: { schema: newPassword } };
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

/** All parts by name. A text part that is missing is an empty one when an application is created, and stays when it is changed. */
export function bodyParts(type: ApplicationType, writing: Writing): BodyParts {
  const fields = fieldsOf(type).map((field) => fieldParts(field, writing));
  return { ...derivedParts(type), ...Object.assign({}, ...fields), ...ownParts(type, writing) };
}

/** Rules that no schema tells: between parts, and of the days on which they are looked at. */
export const CROSS_RULES = [
  'A list, and previos_trips, are sent only where their yes/no question is "yes"; else the host holds none.',
  'A yes/no question that is not sent follows from its list. In a change, what is not sent stays as it is.',
  'passport_date is today at the latest, passport_expire later, and not before the stay ends.',
  'A birth is after 1899 and before today. No relative is named twice.',
  'The stay begins on the day of applying at the earliest, ends after it began, and lasts validity_time months at most.',
  'period_to is after period_from. A trip is over, and does not end before it began.',
  'A district belongs to its region. No text holds control or invisible characters.',
  'Lengths of texts are counted in UTF-16 code units, after spaces at both ends are taken off.',
].join('\n');
