/** The support's contacts, for every page that shows them; null for those that the owner has not set. */
import type { Locale } from '../domain/i18n/locales.ts';
import { SUPPORT_PHONE } from './contacts.ts';
import { OWNER } from './owner.ts';
import { ownerText } from './owner-text.ts';

export interface ContactWays {
  /** The short number, which works inside Uzbekistan only. */
  inside: string;
  abroad: string | null;
  email: string | null;
  hours: string | null;
}

export const contactWays = (locale: Locale, { phoneFromAbroad, email, hours } = OWNER): ContactWays => ({
  inside: SUPPORT_PHONE,
  abroad: phoneFromAbroad,
  email,
  hours: ownerText(hours, locale),
});
