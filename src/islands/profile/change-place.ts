/**
 * Where someone is who changes an application, as the page's address says it: `#change` is the list of parts,
 * `#change:family` a part, `#change:passport_number` a question within the part that asks it.
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

/** Follows the address while an application is changed: each part is an entry of the browser's history. */
export interface Changing {
  /** Null while the application is only read. A new one at each step, also to where someone is already. */
  place: ChangePlace | null;
  /** Somebody has gone on to it, and it is not where the page began. */
  moved: boolean;
  /** What a part that is left has to finish first. */
  finish: RefObject<() => Promise<unknown>>;
  /**
   * Shows the list, or the application as it is read, in place of what is shown. A reload shows the same again.
   * @param moves whether somebody asked for it
   */
  instead: (where: 'list' | 'reading', moves?: boolean) => void;
}

export function useChangePlace(type: ApplicationType): Changing {
  const [now, setNow] = useState(() => ({ place: placeNow(type), moved: false }));
  const finish = useRef<() => Promise<unknown>>(async () => undefined);
  useEffect(() => {
    const follow = async () => {
      await finish.current();
      if (splitLocale(location.pathname).path === personRoute(type)) setNow({ place: placeNow(type), moved: true });
    };
    // The router tells its own steps in the same way.
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

/** None while the page is being built. */
function placeNow(type: ApplicationType): ChangePlace | null {
  return typeof location === 'undefined' ? null : readChangeHash(location.hash, type);
}
