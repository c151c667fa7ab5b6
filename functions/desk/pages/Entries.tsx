/** Lists of a bounded size. */
import { Children, type ReactNode } from 'react';
import type { Office } from '../request/office.ts';
import { numberOf, skipTo, withQuery } from './paths.ts';
import { markupOf, useOffice } from './ui.tsx';

/** Markup of a list in UTF-8 bytes: alone on its page, and among other sections. No page exceeds 60 KB. */
const LIST_BYTES = 40_000;
const SECTION_BYTES = 3000;

interface EntriesProps {
  children: ReactNode;
  empty?: string;
  look?: string;
  /** The page with all entries; without it this page shows them, from `?skip=` on. */
  more?: string | undefined;
  most?: number;
  /** The page that continues the list. */
  then?: string | undefined;
  /** Cursor after so many entries, for a list whose entries may leave it; without it `?skip=` counts them. */
  cursorAt?: ((count: number) => string) | undefined;
}

/** A list: as many entries as fit, at least one, and a link to the rest. */
export function Entries({ children, empty, look = 'entries', more, most = Infinity, then, cursorAt }: EntriesProps) {
  const office = useOffice();
  const { t, path } = office;
  const all = Children.toArray(children);
  if (all.length === 0) return empty ? <p className="empty">{empty}</p> : null;
  const skipped = more || cursorAt ? 0 : numberOf(path, 'skip');
  const left = all.slice(skipped, skipped + most);
  const shown = left.slice(0, countFitting(office, left, more ? SECTION_BYTES : LIST_BYTES));
  const next = skipped + shown.length;
  const following = cursorAt ? withQuery(path, 'after', cursorAt(next)) : skipTo(path, next);
  const rest = next < all.length ? following : then;
  return (
    <>
      <ul className={look}>{shown}</ul>
      {rest && (
        <p>
          <a href={more ?? rest}>{t(more ? 'entries.all' : 'entries.next')}</a>
        </p>
      )}
    </>
  );
}

function countFitting(office: Office, entries: readonly ReactNode[], bytes: number): number {
  let left = bytes;
  const end = entries.findIndex((entry, at) => {
    left -= new TextEncoder().encode(markupOf(office, entry)).length;
    return left < 0 && at > 0;
  });
  return end === -1 ? entries.length : end;
}
