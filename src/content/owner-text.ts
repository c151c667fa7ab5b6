/** The owner's texts (owner.ts) in one language, typeset. */
import type { Locale } from '../domain/i18n/locales.ts';
import { typeset } from '../domain/i18n/typography.ts';

/** @returns null for a text that the owner has not set */
export const ownerText = (text: Record<Locale, string> | null, locale: Locale): string | null =>
  text && typeset(text[locale]);
