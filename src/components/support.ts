/** How to reach the support by telephone, in a sentence: the number from abroad if the owner has set it, and the domestic one. */
import en from '../../locales/home/en.json' with { type: 'json' };
import ru from '../../locales/home/ru.json' with { type: 'json' };
import { type ContactWays, contactWays } from '../content/contact-ways.ts';
import type { Locale } from '../domain/i18n/locales.ts';

const WORDS: Record<Locale, typeof ru.contact> = { ru: ru.contact, en: en.contact };

type Numbers = Pick<ContactWays, 'abroad' | 'inside'>;

/** Words of a sentence, or a telephone number with its link. */
export interface PhonePart {
  text: string;
  href?: string;
}

/**
 * "+998 71 200 13 45 (from abroad), 1345 (inside Uzbekistan)".
 * @param shown returns a number as displayed, such as a link
 */
export function supportPhone(
  locale: Locale,
  { abroad, inside }: Numbers = contactWays(locale),
  shown: (number: string) => string = String,
): string {
  const domestic = WORDS[locale].inside.replace('{{phone}}', shown(inside));
  return abroad ? `${WORDS[locale].abroad.replace('{{phone}}', shown(abroad))}, ${domestic}` : domestic;
}

export const telephoneLink = (number: string): string => `tel:${number.replace(/[^+\d]/g, '')}`;

/** A sentence as its words and the telephone numbers in it. */
export function splitPhoneNumbers(text: string, ways: Numbers): PhonePart[] {
  const numbers = [ways.abroad, ways.inside].filter((number) => number !== null);
  const pattern = new RegExp(`(${numbers.map((number) => number.replace(/[+()]/g, '\\$&')).join('|')})`);
  return text
    .split(pattern)
    .filter(Boolean)
    .map((part) => (numbers.includes(part) ? { text: part, href: telephoneLink(part) } : { text: part }));
}

/** {@link supportPhone} in parts. */
export const supportPhoneParts = (locale: Locale): PhonePart[] =>
  splitPhoneNumbers(supportPhone(locale), contactWays(locale));
