/** Lists with a limited length. */
import { Children, type ReactNode } from 'react';
import { numberOf, skipTo } from './paths.ts';
import { useOffice } from './ui.tsx';

/** Most entries of a list: on a page of its own, and among other sections. */
const ALONE = 100;
const IN_SECTION = 8;

interface EntriesProps {
  children: ReactNode;
  empty?: string;
  look?: string;
  /** The page with all entries; if absent, this page shows them, from `?skip=` on. */
  more?: string | undefined;
  /** The page that continues the list. */
  then?: string | undefined;
}

/** A list, and a link to the rest of it. */
export function Entries({ children, empty, look = 'entries', more, then }: EntriesProps) {
  const { t, path } = useOffice();
  const all = Children.toArray(children);
  if (all.length === 0) return empty ? <p className="empty">{empty}</p> : null;
  const skipped = more ? 0 : numberOf(path, 'skip');
  const end = skipped + (more ? IN_SECTION : ALONE);
  const rest = end < all.length ? skipTo(path, end) : then;
  return (
    <>
      <ul className={look}>{all.slice(skipped, end)}</ul>
      {rest && (
        <p>
          <a href={more ?? rest}>{t(more ? 'entries.all' : 'entries.next')}</a>
        </p>
      )}
    </>
  );
}
