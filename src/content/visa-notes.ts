/** The owner's notes on every issued visa, for its page, card and mail. */
import type { Locale } from '../domain/i18n/locales.ts';
import { OWNER } from './owner.ts';
import { ownerText } from './owner-text.ts';

export interface VisaNotes {
  collection: string | null;
  cost: string | null;
}

export const visaNotes = (locale: Locale, { visaCollection, visaCost } = OWNER): VisaNotes => ({
  collection: ownerText(visaCollection, locale),
  cost: ownerText(visaCost, locale),
});
