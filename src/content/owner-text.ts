/** The owner's texts (owner.ts) in one language, typeset. */
import type { Locale } from '../domain/i18n/locales.ts';
import { typeset } from '../domain/i18n/typography.ts';
import { SUPPORT_PHONE } from './contacts.ts';
import { OWNER } from './owner.ts';

/** @returns null for a text that the owner has not set */
export const ownerText = (text: Record<Locale, string> | null, locale: Locale): string | null =>
  text && typeset(text[locale]);

/** The owner's notes on every issued visa, for its page, card and mail. */
export const visaNotes = (locale: Locale, { visaCollection, visaCost } = OWNER) => ({
  collection: ownerText(visaCollection, locale),
  cost: ownerText(visaCost, locale),
});

/** The support's contacts, for every page that shows them; null for those that the owner has not set. */
export const contactWays = (locale: Locale, { phoneFromAbroad, email, hours } = OWNER) => ({
  /** The short number, which works inside Uzbekistan only. */
  inside: SUPPORT_PHONE,
  abroad: phoneFromAbroad,
  email,
  hours: ownerText(hours, locale),
});
