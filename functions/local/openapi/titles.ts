/** Titles for the wire's odd names: the form's English labels. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';

type Labels = Record<string, Record<string, string>>;
type Schemas = Record<string, Record<string, unknown>>;

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
export function withTitles(schemas: Schemas): Schemas {
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
