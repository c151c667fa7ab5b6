import { contactWays } from '../../../src/content/contact-ways.ts';
import type { FootLine, Wording } from './letter.ts';

/** The form for messages, which works from everywhere and without signing in. */
export const FORM_ROUTE = '/help/contact';

export interface Contacts extends Pick<Wording, 't' | 'locale'> {
  aboutApplication: boolean;
  /** Address of the form; null where the mail's button opens it. */
  form: string | null;
}

/** The ways to ask: the form, then whatever else the owner has set. */
export function contactLines({ t, locale, aboutApplication, form }: Contacts): FootLine[] {
  const { abroad, inside, email, hours } = contactWays(locale);
  const phones = [...(abroad ? [t('abroad', { phone: abroad })] : []), t('inside', { phone: inside })];
  const ways = [...phones, ...(email ? [email] : []), ...(hours ? [hours] : [])].join(', ');
  const question = { link: t(aboutApplication ? 'form' : 'formPlain'), href: form ?? '' };
  return [...(form === null ? [] : [question]), t('contact', { ways })];
}
