/** Follows the address while an application is changed: each part is an entry of the browser's history. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ApplicationType } from '../../domain/application/types.ts';
import { splitLocale } from '../../domain/i18n/paths.ts';
import { type ChangePlace, personRoute, readChangeHash } from './change-place.ts';

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
