/**
 * The view of an application that is changed, as the page's address names it: `#change` is the list of parts,
 * `#change:family` a part, `#change:passport_number` a field within its part.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { changeableParts } from '../../domain/application/asked-fields.ts';
import { PARTS, type Part, partOf } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath, splitLocale } from '../../domain/i18n/paths.ts';

const OPEN = '#change';

export interface ChangePlace {
  /** Null for the list of parts. */
  part: Part | null;
  /** Form path of the field to begin at. */
  field?: string | undefined;
}

/** The routes of what was sent begin with this, without language. */
export const PERSON_ROUTE = '/profile/application/';

/** The route of an applicant's own data, without language. */
export const personRoute = (type: ApplicationType) => PERSON_ROUTE + type;

/** The address of the list, or of a part or field where one is given. */
export function changeHref(locale: Locale, type: ApplicationType, { part, field }: Partial<ChangePlace> = {}): string {
  // Two fields are called like their part.
  const at = field && field in PARTS ? `${field}:${field}` : (field ?? part);
  return localePath(locale, personRoute(type)) + OPEN + (at ? `:${at}` : '');
}

/** @returns null where the address names no change; the list for a part or field that is not this type's */
export function readChangeHash(hash: string, type: ApplicationType): ChangePlace | null {
  const [open, at = '', within] = hash.split(':');
  if (open !== OPEN) return null;
  const isPart = at in PARTS;
  const part = isPart ? (at as Part) : partOf(type, at);
  if (!part || !changeableParts(type).includes(part)) return { part: null };
  return { part, field: isPart ? within : at };
}

export interface Changing {
  /** Null while the application is only read. A new object at each navigation, also to the same place. */
  place: ChangePlace | null;
  /** The place was reached by navigation, and is not the one the page began at. */
  moved: boolean;
  /** What has to finish before a part is left. */
  finish: RefObject<() => Promise<unknown>>;
  /**
   * Replaces the view by the list or by reading, in the address too.
   * @param moves whether somebody asked for it
   */
  instead: (where: 'list' | 'reading', moves?: boolean) => void;
}

/** Follows the address: each part is an entry of the browser's history. */
export function useChangePlace(type: ApplicationType): Changing {
  const [now, setNow] = useState(() => ({ place: placeNow(type), moved: false }));
  const finish = useRef<() => Promise<unknown>>(async () => undefined);
  useEffect(() => {
    const follow = async () => {
      await finish.current();
      if (splitLocale(location.pathname).path === personRoute(type)) setNow({ place: placeNow(type), moved: true });
    };
    // Astro's router dispatches popstate too.
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [type]);
  const instead: Changing['instead'] = (where, moves = false) => {
    const hash = where === 'list' ? '#change' : '';
    history.replaceState(history.state, '', location.pathname + location.search + hash);
    setNow({ place: placeNow(type), moved: moves });
  };
  return { ...now, finish, instead };
}

/** Null while the page is prerendered. */
function placeNow(type: ApplicationType): ChangePlace | null {
  return typeof location === 'undefined' ? null : readChangeHash(location.hash, type);
}
