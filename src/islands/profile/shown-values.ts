/** Values of an application as a reader's words, in the page's language. */
import type { FieldKind } from '../../domain/application/fields.ts';
import { shownValue as inWords } from '../../domain/application/shown-value.ts';
import { type FileValue, isNewFile } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';

/** One value as text; empty when nothing was given. */
export function shownValue(kind: FieldKind, value: unknown, locale: Locale): string {
  return inWords(kind, value, { t: textOf(locale, 'forms'), locale });
}

/** The path of a file that the host has; null for none. */
export function storedPath(value: unknown): string | null {
  const file = value as FileValue | null;
  return file && !isNewFile(file) ? file.path : null;
}
