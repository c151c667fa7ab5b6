/** The link that opened a page, for the island that shows what it leads to. */
import { useEffect, useEffectEvent } from 'react';
import { takeSecret } from '../../stores/parcel/link.ts';

/**
 * Looks at the link of this page, and at each that is pasted over it, which loads no page.
 * @param look called with the secret; null without one
 * @param isUnread false once a link was looked at: the page in the other language goes on with what is in memory
 */
export function useLink(look: (secret: string | null) => void, isUnread: () => boolean): void {
  const read = useEffectEvent(() => {
    const secret = takeSecret();
    if (secret !== null || isUnread()) look(secret);
  });
  useEffect(() => {
    // Taking the secret out of the address fires no event.
    addEventListener('hashchange', read);
    read();
    return () => removeEventListener('hashchange', read);
  }, []);
}
