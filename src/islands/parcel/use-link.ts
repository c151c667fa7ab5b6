/** The link that opened a page, for the island that shows what it leads to. */
import { useEffect, useEffectEvent } from 'react';
import { followLink, type OpenedLink } from '../../stores/parcel/link.ts';

/** Calls `open` with the link of this page, and with each one pasted over it, which loads no page. */
export function useLink(open: (link: OpenedLink) => void): void {
  const follow = useEffectEvent(open);
  useEffect(() => followLink((link) => follow(link)), []);
}
