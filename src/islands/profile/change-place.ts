/** The view of an edited application, by hash: `#change` lists the parts, `#change:family` or `#change:passport_number` opens one. */
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
  /** Form path of the field to focus first. */
  field?: string | undefined;
}

/** Prefix of the submitted application's routes, without language. */
export const PERSON_ROUTE = '/profile/application/';

/** The route of an applicant's own data, without language. */
export const personRoute = (type: ApplicationType) => PERSON_ROUTE + type;

/** The URL of the list, or of a part or field if given. */
export function changeHref(locale: Locale, type: ApplicationType, { part, field }: Partial<ChangePlace> = {}): string {
  // Two fields have the name of their part.
  const at = field && field in PARTS ? `${field}:${field}` : (field ?? part);
  return localePath(locale, personRoute(type)) + OPEN + (at ? `:${at}` : '');
}

/** @returns null if the hash names no change; the list for a part or field of another type */
export function readChangeHash(hash: string, type: ApplicationType): ChangePlace | null {
  const [open, at = '', within] = hash.split(':');
  if (open !== OPEN) return null;
  const isPart = at in PARTS;
  const part = isPart ? (at as Part) : partOf(type, at);
  if (!part || !changeableParts(type).includes(part)) return { part: null };
  return { part, field: isPart ? within : at };
}

export interface ChangeNavigation {
  /** Null in the view for reading. A new object at each navigation, also to the same place. */
  place: ChangePlace | null;
  /** The place was reached by navigation; false for the page's first one. */
  isNavigated: boolean;
  /** What has to finish before a part is left. */
  finish: RefObject<() => Promise<unknown>>;
  /** Replaces the view by the list or by the view for reading, in the URL too. @param moves whether the applicant asked for it */
  replacePlace: (where: 'list' | 'reading', moves?: boolean) => void;
}

/** Follows the URL: each part is an entry in the browser's history. */
export function useChangePlace(type: ApplicationType): ChangeNavigation {
  const [now, setNow] = useState(() => ({ place: readPlace(type), isNavigated: false }));
  const finish = useRef<() => Promise<unknown>>(async () => undefined);
  useEffect(() => {
    const follow = async () => {
      await finish.current();
      if (splitLocale(location.pathname).path === personRoute(type))
        setNow({ place: readPlace(type), isNavigated: true });
    };
    // Astro's router dispatches popstate too.
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [type]);
  const replacePlace: ChangeNavigation['replacePlace'] = (where, moves = false) => {
    const hash = where === 'list' ? '#change' : '';
    history.replaceState(history.state, '', location.pathname + location.search + hash);
    setNow({ place: readPlace(type), isNavigated: moves });
  };
  return { ...now, finish, replacePlace };
}

/** Null while the page is prerendered. */
function readPlace(type: ApplicationType): ChangePlace | null {
  return typeof location === 'undefined' ? null : readChangeHash(location.hash, type);
}
