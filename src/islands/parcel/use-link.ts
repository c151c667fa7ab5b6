/** The link that opened a page, for the island that shows what it leads to. */
import { useEffect, useEffectEvent } from 'react';
import { takeSecret } from '../../stores/parcel/link.ts';

/**
 * Reads the link of this page, and each one pasted over it, which loads no page. @param look called with the secret; null if
 * missing @param isUnread false once a link was read: the page in the other language continues with the state in memory
 */
export function useLink(look: (secret: string | null) => void, isUnread: () => boolean): void {
  const read = useEffectEvent(() => {
    const secret = takeSecret();
    if (secret !== null || isUnread()) look(secret);
  });
  useEffect(() => {
    // Removing the secret from the URL fires no event.
    addEventListener('hashchange', read);
    read();
    return () => removeEventListener('hashchange', read);
  }, []);
}
