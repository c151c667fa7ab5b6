/**
 * `components.schemas`: each schema that a module of the contract exports, and the bodies of each call. A schema that JSON Schema
 * cannot express stops the generator.
 */
import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import en from '../../../locales/forms/en.json' with { type: 'json' };
import * as account from '../../../src/domain/api/contract/account.ts';
import * as bodies from '../../../src/domain/api/contract/bodies.ts';
import * as call from '../../../src/domain/api/contract/call.ts';
import { CALLS } from '../../../src/domain/api/contract/calls.ts';
import * as health from '../../../src/domain/api/contract/health.ts';
import * as kinds from '../../../src/domain/api/contract/kinds.ts';
import * as records from '../../../src/domain/api/contract/records.ts';
import * as errors from '../../../src/domain/api/contract/refusal-codes.ts';
import * as signIn from '../../../src/domain/api/contract/sign-in.ts';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';

type Labels = Record<string, Record<string, string>>;
export type JsonSchema = Record<string, unknown>;

/** The English labels for a schema's properties, by the schema's name. */
const LABELS: [RegExp, Labels][] = [
  [/Relatives$/, en.items.formatted_relatives],
  [/PreviousTrips$/, en.items.formatted_previos_trips],
  [/LastTrips$/, en.items.last_trips],
  [/(?:Record|Body)$/, en.fields],
];

export const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const MODULES: Record<string, unknown>[] = [call, errors, account, bodies, health, kinds, records, signIn];

/** `timeSchema` is `Time`. */
const exported = MODULES.flatMap((module) =>
  Object.entries(module)
    .filter(([name, value]) => name.endsWith('Schema') && typeof value === 'object')
    .map(([name, schema]) => [upper(name.slice(0, -'Schema'.length)), schema as v.GenericSchema] as const),
);

const TABLES: [begin: string, end: string, Record<string, v.GenericSchema>][] = [
  ['Sent', '', kinds.SENT_ITEMS],
  ['Recorded', '', kinds.RECORDED_ITEMS],
  ['', 'Record', records.RECORD_SCHEMAS],
];
const listed = TABLES.flatMap(([begin, end, schemas]) =>
  Object.entries(schemas).map(([name, schema]) => [begin + upper(name) + end, schema] as const),
);

function bodyOf(body: call.CallBody): v.GenericSchema | null {
  if (body.type === 'octets') return null;
  if (body.type === 'json') return body.schema;
  return v.object(Object.fromEntries(Object.entries(body.parts).map(([name, { schema }]) => [name, schema])));
}

const ofCalls = Object.entries<call.CallContract>(CALLS).flatMap(([id, { body, success }]) => {
  const schemas = { Answer: success.schema === call.doneSchema ? null : success.schema, Body: body && bodyOf(body) };
  return Object.entries(schemas).flatMap(([end, schema]) => (schema ? [[upper(id) + end, schema] as const] : []));
});

const made = toJsonSchemaDefs(Object.fromEntries([...exported, ...listed, ...ofCalls]), {
  target: 'draft-2020-12',
  errorMode: 'throw',
  // Rules of the domain, whose words stand beside them.
  ignoreActions: ['raw_check'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
});

/** Adds a title to each property that the form has a label for; some differ by application type. */
function withTitles(name: string, schema: JsonSchema): JsonSchema {
  const labels = LABELS.find(([pattern]) => pattern.test(name))?.[1];
  if (!labels || !schema.properties) return schema;
  const type = APPLICATION_TYPES.find((one) => name.toLowerCase().includes(one));
  const properties = Object.entries(schema.properties).map(([field, property]) => {
    const title = labels[field]?.[`label_${type}`] ?? labels[field]?.label;
    return [field, title ? { title: title.replaceAll('\u00a0', ' '), ...property } : property];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

export const COMPONENT_SCHEMAS: Record<string, JsonSchema> = Object.fromEntries(
  Object.entries(made).map(([name, schema]) => [name, withTitles(name, schema as JsonSchema)]),
);

export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
