import { contactWays } from '../../../src/content/contact-ways.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import type { Words } from './words.ts';

/** @param aboutApplication whether the mail has an application number to quote */
export function contactLines(t: Words, locale: Locale, aboutApplication: boolean): string[] {
  const { abroad, inside, email, hours } = contactWays(locale);
  const phones = [...(abroad ? [t('abroad', { phone: abroad })] : []), t('inside', { phone: inside })];
  const ways = [...phones, ...(email ? [email] : []), ...(hours ? [hours] : [])].join(', ');
  return [t(aboutApplication ? 'contact' : 'contactPlain', { ways })];
}
