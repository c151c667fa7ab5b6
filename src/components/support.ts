/** The support's telephone in a sentence: the number from abroad if the owner has set it, and the domestic one. */
import en from '../../locales/home/en.json' with { type: 'json' };
import ru from '../../locales/home/ru.json' with { type: 'json' };
import { type ContactWays, contactWays } from '../content/contact-ways.ts';
import type { Locale } from '../domain/i18n/locales.ts';

const WORDS: Record<Locale, typeof ru.contact> = { ru: ru.contact, en: en.contact };

/** "1345 (inside Uzbekistan)". @param number as displayed, such as a link */
export const domesticNumber = (locale: Locale, number: string): string =>
  WORDS[locale].inside.replace('{{phone}}', number);

/** "+998 71 200 13 45 (from abroad), 1345 (inside Uzbekistan)" */
export function supportPhone(
  locale: Locale,
  ways: Pick<ContactWays, 'abroad' | 'inside'> = contactWays(locale),
): string {
  const inside = domesticNumber(locale, ways.inside);
  return ways.abroad ? `${WORDS[locale].abroad.replace('{{phone}}', ways.abroad)}, ${inside}` : inside;
}

const telephone = (number: string): string => `tel:${number.replace(/[^+\d]/g, '')}`;

/** A sentence as its words and the telephone numbers in it. */
export function splitPhoneNumbers(
  text: string,
  ways: Pick<ContactWays, 'abroad' | 'inside'>,
): { text: string; href?: string }[] {
  const numbers = [ways.abroad, ways.inside].filter((number) => number !== null);
  const pattern = new RegExp(`(${numbers.map((number) => number.replace(/[+()]/g, '\\$&')).join('|')})`);
  return text
    .split(pattern)
    .filter(Boolean)
    .map((part) => (numbers.includes(part) ? { text: part, href: telephone(part) } : { text: part }));
}
