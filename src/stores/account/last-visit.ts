/** What is new since the last visit. The device stores only the newest instant seen and a mark of the applicant. */
import { atom } from 'nanostores';
import type { StatusEntry } from '../../domain/application/status.ts';
import { persistentText } from '../browser/persistent-text.ts';

/** Mark and ISO 8601 instant, space-separated. */
const $seenUntil = persistentText('seenUntil');

interface News {
  id: string;
  /** New entries, oldest first; null on the first visit. */
  entries: StatusEntry[] | null;
}

/** In memory, so that the entries are still new when the visitor comes back from another page. */
export const $news = atom<News | null>(null);

/** Stores what the home page shows now. @param history oldest first */
export function updateNews(id: string, history: readonly StatusEntry[]): void {
  const newest = history.at(-1)?.created_at;
  if (!newest) return;
  const [mark, until] = ($seenUntil.get() ?? '').split(' ');
  const known = mark === markOf(id) && until ? until : null;
  const before = $news.get();
  const shown = before?.id === id ? before.entries : null;
  const newEntries =
    known === null ? null : history.filter(({ created_at }) => Date.parse(created_at) > Date.parse(known));
  if (before?.id !== id) $news.set({ id, entries: newEntries });
  else if (newEntries && newEntries.length > 0) $news.set({ id, entries: [...(shown ?? []), ...newEntries] });
  $seenUntil.set(`${markOf(id)} ${newest}`);
}

/** FNV-1a, 32 bits: distinguishes the applicants of one device without identifying them. */
function markOf(id: string): string {
  let hash = 0x811c9dc5;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}
