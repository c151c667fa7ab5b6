/** The schemas of the document. A schema that JSON Schema cannot express stops the generator. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { errorBodySchema } from '../../../src/domain/api/contract/call-errors.ts';
import {
  bodyParts,
  filePart,
  JSON_BODIES,
  newPassword,
  type WriteOperation,
} from '../../../src/domain/api/contract/request-bodies.ts';
import {
  employeeVisaResponse,
  gatewayHealth,
  hostHealth,
  okSchema,
  partHealth,
  RECORD_SCHEMAS,
  SUCCESS_RESPONSES,
  sessionResponse,
  statusEntrySchema,
  visaSchema,
} from '../../../src/domain/api/contract/response-schemas.ts';
import {
  APPLICATION_ENDPOINTS,
  APPLICATION_TYPES,
  type ApplicationType,
} from '../../../src/domain/application/types.ts';
import {
  addressSchema,
  countrySchema,
  dateSchema,
  fileLinkSchema,
  passportSchema,
  phoneSchema,
  RECORDED_ITEMS,
  recordedAddressSchema,
  SENT_ITEMS,
} from '../../../src/domain/kinds/contract.ts';

type Labels = Record<string, Record<string, string>>;
type JsonSchemas = Record<string, Record<string, unknown>>;

const WORDS = join(import.meta.dirname, '../../../locales/forms/en.json');
const { fields, items } = JSON.parse(readFileSync(WORDS, 'utf8')) as { fields: Labels; items: Record<string, Labels> };

/** The labels for a schema's properties, by the schema's name. */
const LABELS: [RegExp, Labels | undefined][] = [
  [/Relative$/, items.formatted_relatives],
  [/PreviousTrip$/, items.formatted_previos_trips],
  [/LastTrip$/, items.last_trips],
  [/(?:Record|Body)$/, fields],
];

/** Adds a title to each property that the form has a label for; some differ by application type. */
function withTitles(schemas: JsonSchemas): JsonSchemas {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, titled(name, schema)]));
}

function titled(name: string, schema: Record<string, unknown>): Record<string, unknown> {
  const labels = LABELS.find(([pattern]) => pattern.test(name))?.[1];
  if (!labels || !schema.properties) return schema;
  const type = APPLICATION_TYPES.find((one) => name.toLowerCase().includes(one));
  const properties = Object.entries(schema.properties).map(([field, property]) => {
    const title = labels[field]?.[`label_${type}`] ?? labels[field]?.label;
    return [field, title ? { title: title.replaceAll('\u00a0', ' '), ...property } : property];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

type Schemas = Record<string, v.GenericSchema>;
export type JsonSchema = Record<string, unknown>;

const NAMED: Schemas = {
  Error: errorBodySchema,
  Done: okSchema,
  FileLink: fileLinkSchema,
  StatusEntry: statusEntrySchema,
  Visa: visaSchema,
  Session: sessionResponse,
  EmployeeVisa: employeeVisaResponse,
  PartHealth: partHealth,
  GatewayHealth: gatewayHealth,
  HostHealth: hostHealth,
  Date: dateSchema,
  Country: countrySchema,
  Phone: phoneSchema,
  PassportNumber: passportSchema,
  NewPassword: newPassword,
  Address: addressSchema,
  File: filePart,
  Relative: SENT_ITEMS.relatives,
  PreviousTrip: SENT_ITEMS.previousTrips,
  LastTrip: SENT_ITEMS.lastTrips,
  StoredAddress: recordedAddressSchema,
  StoredRelative: RECORDED_ITEMS.relatives,
  StoredPreviousTrip: RECORDED_ITEMS.previousTrips,
  StoredLastTrip: RECORDED_ITEMS.lastTrips,
};

export const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const byName = (schemas: [string, v.GenericSchema][]): Schemas => Object.fromEntries(schemas);

const recordName = (type: ApplicationType) => `${upper(type)}Record`;
const records = byName(APPLICATION_TYPES.map((type) => [recordName(type), RECORD_SCHEMAS[type]]));
const successSchemas = byName(
  Object.entries(SUCCESS_RESPONSES).flatMap(([id, { schema }]) =>
    schema === null || schema === okSchema ? [] : [[`${upper(id)}Answer`, schema]],
  ),
);
const jsonBodies = byName(Object.entries(JSON_BODIES).map(([id, schema]) => [`${upper(id)}Body`, schema]));

const multipartBodies = Object.assign(
  {},
  ...APPLICATION_TYPES.flatMap((type) =>
    (['create', 'update'] as const).map((writing) => multipartBody(type, writing)),
  ),
) as Schemas;

function multipartBody(type: ApplicationType, writing: WriteOperation): Schemas {
  const parts = Object.entries(bodyParts(type, writing)).map(([name, { schema }]) => [name, schema]);
  return { [`${upper(APPLICATION_ENDPOINTS[type][writing])}Body`]: v.object(Object.fromEntries(parts)) };
}

export function componentSchemas(): Record<string, JsonSchema> {
  const all = { ...NAMED, ...records, ...successSchemas, ...jsonBodies, ...multipartBodies };
  const made = toJsonSchemaDefs(all, {
    target: 'draft-2020-12',
    errorMode: 'throw',
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  }) as Record<string, JsonSchema>;
  return withTitles(made);
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const errorSchema = (codes: readonly string[]) => ({
  ...reference('Error'),
  properties: { code: { enum: codes } },
});
export const successSchema = (id: string) =>
  reference(`${upper(id)}Answer` in successSchemas ? `${upper(id)}Answer` : 'Done');
export const bodySchema = (id: string) => reference(`${upper(id)}Body`);
export const healthSchema = { anyOf: [reference('GatewayHealth'), reference('HostHealth')] };
