/** Request bodies of the portal match docs/openapi.json: names, shapes of parts, and lengths. */
import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import document from '../../../../docs/openapi.json';
import { ENDPOINTS } from '../../../../src/domain/api/endpoints.ts';
import { isAnswer } from '../../../../src/domain/application/answers.ts';
import { OWN_BODY_FORM } from '../../../../src/domain/application/body-form.ts';
import { checkApplication } from '../../../../src/domain/application/check-application.ts';
import { FIELDS, type FieldName, fieldsOf } from '../../../../src/domain/application/fields.ts';
import {
  APPLICATION_ENDPOINTS,
  APPLICATION_TYPES,
  type ApplicationType,
} from '../../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../../src/domain/application/values.ts';
import { utcDate } from '../../../../src/domain/input/date.ts';
import { applicationBody } from '../../../../src/stores/application/body.ts';
import { applicantValues, NO_LISTS } from '../../../fixtures/applicants.ts';
import { chosenFile, chosenPicture, TODAY } from './filled-forms.ts';

type Writing = 'create' | 'update';
interface Schema {
  $ref?: string;
  type?: string;
  maxLength?: number;
  properties?: Record<string, Schema>;
}
interface Multipart {
  schema: { $ref: string };
  encoding: Record<string, { contentType: string }>;
}

const schemas = document.components.schemas as unknown as Record<string, Schema>;
const named = ({ $ref = '' }: Schema) => schemas[$ref.split('/').at(-1) ?? ''] ?? {};

function toldOf(type: ApplicationType, writing: Writing): Multipart {
  const { path } = ENDPOINTS[APPLICATION_ENDPOINTS[type][writing]];
  const paths = document.paths as unknown as Record<
    string,
    { post: { requestBody: { content: Record<string, Multipart> } } } | undefined
  >;
  const multipart = paths[`/api/v1${path.replace(':id', '{id}')}`]?.post.requestBody.content['multipart/form-data'];
  if (!multipart) throw new Error(`no body of ${path}`);
  return multipart;
}

/** Returns a body for the validator: JSON parts parsed, files left out, repeated parts as a list. */
function instanceOf(form: FormData, { schema, encoding }: Multipart): Record<string, unknown> {
  const { properties = {} } = named(schema);
  const entries = [...new Set(form.keys())].map((name) => {
    const read = (part: FormDataEntryValue) => {
      if (typeof part !== 'string') return fileOf(name, part);
      return encoding[name]?.contentType === 'application/json' ? JSON.parse(part) : part;
    };
    const fileOf = (name: string, { type }: File) => {
      expect(encoding[name]?.contentType.split(', '), name).toContain(type);
      return {};
    };
    const parts = form.getAll(name).map(read);
    return [name, properties[name]?.type === 'array' && parts.some((part) => !Array.isArray(part)) ? parts : parts[0]];
  });
  return Object.fromEntries(entries);
}

/** Validates a body against the document, which must name each part. */
function validate(form: FormData, multipart: Multipart): string[] {
  const closed = { ...named(multipart.schema), additionalProperties: false };
  const validator = new Validator({ ...closed, components: { schemas } } as object, '2020-12', false);
  return validator
    .validate(instanceOf(form, multipart))
    .errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}

const file = (name: string) => (name.endsWith('.jpg') ? chosenPicture(name) : chosenFile(name));
const filled = (changes: Partial<ApplicationValues> = {}) => applicantValues(utcDate(TODAY), file, changes);
const withFiles = (values: ApplicationValues, to: { path: string }) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const { kind } = FIELDS[name as FieldName];
      return [name, kind === 'file' || kind === 'photo' ? to : value];
    }),
  ) as ApplicationValues;

describe.each(APPLICATION_TYPES)('the request body of a %s against the contract', (type) => {
  it.each([
    ['with relatives and trips', {}],
    ['without', NO_LISTS],
  ])('the body of a creation %s is valid by the contract', (_, changes) => {
    const form = applicationBody.of(type, filled(changes), OWN_BODY_FORM).toForm('seven green lanterns');
    expect(validate(form, toldOf(type, 'create'))).toEqual([]);
  });

  it('the body of an update that keeps its files is valid by the contract', () => {
    const kept = { path: '/files/1.a.b/passport.pdf' };
    const values = withFiles(filled(), kept);
    const relatives = values.formatted_relatives.map((one) => ({ ...one, file6: kept }));
    const form = applicationBody.of(type, { ...values, formatted_relatives: relatives }).toForm();
    form.append('version', '3');
    form.append('current_password', 'seven green lanterns');
    expect(form.getAll('file4')).toEqual([]);
    expect(validate(form, toldOf(type, 'update'))).toEqual([]);
  });

  it('the body of a complete application has every part of the contract', () => {
    const values = filled({ additional_phone: '+998 90 765 43 21', petitioner_middlename: 'Petrovich' });
    const form = applicationBody.of(type, values, OWN_BODY_FORM).toForm('seven green lanterns');
    const sent = new Set(form.keys());
    const { properties = {} } = named(toldOf(type, 'create').schema);
    // A mark is sent only if there is or was one.
    const isMark = (name: string) => name in FIELDS && !isAnswer(FIELDS[name as FieldName]);
    expect(Object.keys(properties).filter((name) => !sent.has(name) && !isMark(name))).toEqual([]);
  });

  it.each<[string, (form: FormData) => void, RegExp]>([
    ['lacks a question', (form) => form.delete('surname'), /surname/],
    ['lacks a file', (form) => form.delete('file4'), /file4/],
    ['has a part of another name', (form) => form.append('surename', 'x'), /surename/],
    ['has an object in place of a list', (form) => form.set('last_trips', '{}'), /last_trips/],
    ['has a date in another form', (form) => form.set('date_birth', '17.05.1990'), /date_birth/],
    ['has a text that is too long', (form) => form.set('name', 'a'.repeat(FIELDS.name.max + 1)), /name/],
  ])('the contract rejects a body when it %s', (_, change, message) => {
    const form = applicationBody.of(type, filled()).toForm('seven green lanterns');
    change(form);
    expect(validate(form, toldOf(type, 'create')).join('\n')).toMatch(message);
  });

  it('the contract has the length limits of the portal', () => {
    const { properties = {} } = named(toldOf(type, 'create').schema);
    const texts = fieldsOf(type).filter(({ kind }) => ['name', 'text', 'longtext'].includes(kind));
    const codesOf = (name: FieldName, length: number) =>
      checkApplication(type, { ...filled(), [name]: 'a'.repeat(length) }, { today: utcDate(TODAY) })[name] ?? [];
    for (const { name } of texts) {
      const { maxLength = 0 } = properties[name] ?? {};
      expect([codesOf(name, maxLength), codesOf(name, maxLength + 1)], name).toEqual([[], ['too_long']]);
    }
  });
});
