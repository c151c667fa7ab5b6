/**
 * Where someone is who changes an application, as the page's address says it: `#change` is the list of parts,
 * `#change:family` a part, `#change:passport_number` a question within the part that asks it.
 */
import { changeableParts } from '../../domain/application/asked-fields.ts';
import { PARTS, type Part, partOf } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';

const OPEN = '#change';

export interface ChangePlace {
  /** Null for the list of parts. */
  part: Part | null;
  /** Form path of the question to begin at. */
  field?: string | undefined;
}

/** The route of an applicant's own data, without language. */
export const personRoute = (type: ApplicationType) => `/profile/application/${type}`;

/** The address of the list, or of a part or question where one is given. */
export function changeHref(locale: Locale, type: ApplicationType, { part, field }: Partial<ChangePlace> = {}): string {
  // Two questions are called like the part that asks them.
  const at = field && field in PARTS ? `${field}:${field}` : (field ?? part);
  return localePath(locale, personRoute(type)) + OPEN + (at ? `:${at}` : '');
}

/** @returns null when the address does not ask to change anything; the list for a part or question that is not this type's */
export function readChangeHash(hash: string, type: ApplicationType): ChangePlace | null {
  const [open, at = '', within] = hash.split(':');
  if (open !== OPEN) return null;
  const isPart = at in PARTS;
  const part = isPart ? (at as Part) : partOf(type, at);
  if (!part || !changeableParts(type).includes(part)) return { part: null };
  return { part, field: isPart ? within : at };
}
