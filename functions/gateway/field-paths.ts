/** Converts frameworks' field paths to the contract's. */
import { FIELDS, LISTS } from '../../src/domain/application/fields.ts';

/** Without case and separators: `passportNumber`, `PassportNumber` and `passport-number` are equal. */
const normalizeName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const NAMES = new Map(
  [
    ...Object.keys(FIELDS),
    ...Object.values(LISTS).flatMap(({ item }) => Object.keys(item)),
    ...['password', 'current_password', 'new_password', 'code', 'token'],
  ].map((name) => [normalizeName(name), name]),
);

/** `a[0][b]`, `/data/attributes/a`, `['body', 'a', 0]`, `$.a` as `a.0.b` with the contract's names; null for others. */
export function fieldPath(value: unknown): string | null {
  const text = Array.isArray(value) ? value.join('.') : typeof value === 'string' ? value : '';
  const path = text
    .replace(/^\/?data\/(?:attributes\/)?/, '')
    .replace(/\[(\w*)\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^(?:\.|body\.|\$\.)+/, '')
    .split('.')
    .filter((part) => part !== '')
    .map((part) => NAMES.get(normalizeName(part)) ?? part)
    .join('.');
  return path === '' ? null : path;
}
