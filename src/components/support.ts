/** How to reach the support by telephone, in a sentence: the number from abroad if the owner has set it, and the domestic one. */
import en from '../../locales/home/en.json' with { type: 'json' };
import ru from '../../locales/home/ru.json' with { type: 'json' };
import { contactWays } from '../content/owner-text.ts';
import type { Locale } from '../domain/i18n/locales.ts';

const WORDS: Record<Locale, typeof ru.contact> = { ru: ru.contact, en: en.contact };

type Numbers = Pick<ReturnType<typeof contactWays>, 'abroad' | 'inside'>;

/** "+998 71 200 13 45 (from abroad), 1345 (from Uzbekistan only)". @param shown returns a number as displayed, such as a link */
export function supportPhone(
  locale: Locale,
  { abroad, inside }: Numbers = contactWays(locale),
  shown: (number: string) => string = String,
): string {
  const domestic = WORDS[locale].inside.replace('{{phone}}', shown(inside));
  return abroad ? `${WORDS[locale].abroad.replace('{{phone}}', shown(abroad))}, ${domestic}` : domestic;
}

/** {@link supportPhone} with its numbers as links of Linked.astro. */
export const linkedPhone = (locale: Locale, ways: Numbers = contactWays(locale)): string =>
  supportPhone(locale, ways, (number) => `[${number}](tel:${number.replace(/[^+\d]/g, '')})`);
