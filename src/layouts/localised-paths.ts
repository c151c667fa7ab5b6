/** Every page is built once for each language. */
import { LOCALES, type Locale } from '../domain/i18n/locales.ts';

/** `getStaticPaths` of a page below `[locale]`. */
export const localisedPaths = (): { params: { locale: Locale } }[] => LOCALES.map((locale) => ({ params: { locale } }));
