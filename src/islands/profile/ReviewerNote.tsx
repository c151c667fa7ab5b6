/** What a reviewer wrote, word for word, line breaks included. */
import type { StatusEntry } from '../../domain/application/status.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { noteTitle } from './stage-words.ts';

export function ReviewerNote({ entry, locale }: { entry: StatusEntry; locale: Locale }) {
  if (entry.note.trim() === '') return null;
  return (
    <div className="reviewer-note">
      <p className="reviewer-note__title">{noteTitle(entry, locale)}</p>
      <p className="reviewer-note__text">{entry.note}</p>
    </div>
  );
}
