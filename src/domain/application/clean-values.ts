/** Values as they are sent. */
import { cleanText } from '../input/text.ts';
import { fieldsOf } from './fields.ts';
import type { ApplicationType } from './types.ts';
import type { ApplicationValues } from './values.ts';

/** The values of this type without hidden characters in any text: the host refuses those. Files stay the same objects. */
export function cleanValues(type: ApplicationType, values: ApplicationValues): ApplicationValues {
  const entries = fieldsOf(type).map(({ name, kind }) => [name, clean(values[name], kind === 'longtext')]);
  return { ...values, ...Object.fromEntries(entries) };
}

function clean(value: unknown, isLong: boolean): unknown {
  if (typeof value === 'string') return cleanText(value, isLong);
  if (Array.isArray(value)) return value.map((item) => clean(item, isLong));
  if (typeof value !== 'object' || value === null || 'size' in value || 'path' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clean(inner, isLong)]));
}
