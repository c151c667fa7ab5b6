/** Examples of applications, made from the field table. */
import { FIELDS, fieldsOf } from '../../application/fields.ts';
import { toBodyParts, toStoredFields } from '../../application/multipart.ts';
import type { ApplicationType } from '../../application/types.ts';
import { type ApplicationValues, mapValues } from '../../application/values.ts';
import { type FieldKind, KINDS } from '../../kinds/index.ts';
import type { NewFile } from '../../kinds/kind.ts';
import { sampleAnswers } from '../../kinds/samples.ts';
import { bodyParts } from './bodies.ts';
import { EXAMPLE_TIME } from './call.ts';
import { isListKind } from './kinds.ts';

const newFile = (name: string, type: NewFile['type']): NewFile => ({ name, size: 1000, type });
const DOCUMENT = newFile('document.pdf', 'application/pdf');
const ANSWERS = sampleAnswers({ document: DOCUMENT, photo: newFile('photo.jpg', 'image/jpeg') });
const answerOf = ({ kind }: { kind: FieldKind }): unknown => {
  if (!isListKind(kind)) return ANSWERS[kind];
  const item = Object.entries(KINDS[kind].fields).map(([name, field]) => [name, answerOf(field)]);
  return [Object.fromEntries(item)];
};
const answers = Object.entries(FIELDS).map(([name, field]) => [name, answerOf(field)]);
const VALUES: ApplicationValues = {
  ...(Object.fromEntries(answers) as ApplicationValues),
  date_birth: '1990-05-17',
  passport_expire: '2031-03-01',
  planned_length_stay_from: '2027-02-01',
  planned_length_stay_to: '2027-08-01',
  period_from: '2027-02-01',
  period_to: '2028-02-01',
};

export function exampleRecord(type: ApplicationType): Record<string, unknown> {
  // Stored files have links in place of names.
  const stored = JSON.parse(JSON.stringify(mapValues(fieldsOf(type), ({ name }) => VALUES[name])), (_, value) =>
    value?.size ? { path: `/files/k3yOfTheFileWhichNobodyCanGuess/${value.name}` } : value,
  );
  return {
    id: 'ITV-7M3K9Q2RXA',
    version: 1,
    application_type: type,
    ...toStoredFields(type, stored),
    application_status_history: [{ status_type: 'submitted', created_at: EXAMPLE_TIME, note: '' }],
  };
}

/** A file is shown as its name. */
export function exampleBody(type: ApplicationType): Record<string, unknown> {
  const described = bodyParts(type, 'create');
  const entries = toBodyParts(type, VALUES).map(({ name, value, item }) => {
    if (typeof value !== 'string')
      return [name, item === undefined ? (value as NewFile).name : [(value as NewFile).name]];
    return [name, described[name]?.contentType === 'application/json' ? JSON.parse(value) : value];
  });
  return Object.fromEntries(entries);
}
