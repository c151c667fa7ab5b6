/** Sends an application straight to the portal's API, as the review page would, for tests of what comes after. */
import { readFile } from 'node:fs/promises';
import { FIELDS, fieldsOf, LISTS, type ListName } from '../../../src/domain/application/fields.ts';
import { toParts } from '../../../src/domain/application/parts.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import { type ApplicationValues, emptyValue, type NewFile } from '../../../src/domain/application/values.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { PASSWORD, specialist, type Typed } from './applicants.ts';
import { fixture } from './fill.ts';

const CREATE_PATHS = { specialist: '/specialists-visa', founder: '/founders', investor: '/investors' } as const;
const TASHKENT_DISTRICT = '200';

export interface Applied {
  id: string;
  email: string;
}

/** An application of a type, valid and whole; every field of every type is filled from the same made-up person. */
export async function apply(baseURL: string, locale: Locale, type: ApplicationType = 'specialist'): Promise<Applied> {
  const email = `${type}.${locale}.${Date.now()}@example.org`;
  const { step1, step2 } = specialist(email);
  const typed: Typed = { ...step1, ...step2, project: 'Синий купол', activity: 'Программы для музеев' };
  const form = new FormData();
  for (const { name, value } of toParts(type, valuesOf(type, typed))) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([await readFile(fixture((value as NewFile).name))]), (value as NewFile).name);
  }
  form.append('password', PASSWORD);
  const headers = {
    'Accept-Language': locale,
    'Idempotency-Key': crypto.randomUUID(),
    'CF-Connecting-IP': '203.0.113.71',
  };
  const response = await fetch(`${baseURL}/api/v1${CREATE_PATHS[type]}`, { method: 'POST', headers, body: form });
  const body = (await response.json()) as { data?: { id: string } };
  if (!body.data) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return { id: body.data.id, email };
}

function valuesOf(type: ApplicationType, typed: Typed): ApplicationValues {
  const values: Record<string, unknown> = {};
  for (const { name, kind } of fieldsOf(type)) {
    values[name] =
      name in LISTS
        ? ((typed[name] ?? []) as Typed[]).map((item) => itemOf(name as ListName, item))
        : fieldValue(kind, name, typed);
  }
  return values as unknown as ApplicationValues;
}

function fieldValue(kind: string, name: string, typed: Typed): unknown {
  if (kind === 'address') {
    const line = (part: string) => String(typed[`${name}.${part}`] ?? '');
    return { region: line('region'), district: TASHKENT_DISTRICT, street: line('street'), flat: line('flat') };
  }
  const value = typed[name];
  if (kind === 'file' || kind === 'photo') return { name: String(value), size: 1, type: null };
  return value ?? emptyValue(FIELDS[name as keyof typeof FIELDS]?.kind ?? 'text');
}

/** In a form the two dates of a trip sit one level deeper than on the wire. */
function itemOf(list: ListName, item: Typed): Record<string, unknown> {
  const flat = Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name.replace(/^(previos_trip_date|trim_date)\./, ''), value]),
  );
  return Object.fromEntries(
    Object.entries(LISTS[list].item).map(([name, { kind }]) => [name, fieldValue(kind, name, flat)]),
  );
}
