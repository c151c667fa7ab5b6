/** How to reach the people behind the portal: the one place where phone number and social links are set. */

/** Support phone number (specification §1). */
export const SUPPORT_PHONE = '1345';

/** Social links. Their targets are placeholders (the networks' own start pages) until the owner has set them. */
export const SOCIAL_LINKS = [
  { name: 'Telegram', href: 'https://telegram.org/' },
  { name: 'Instagram', href: 'https://www.instagram.com/' },
  { name: 'Facebook', href: 'https://www.facebook.com/' },
  { name: 'YouTube', href: 'https://www.youtube.com/' },
] as const;

/** The IT park's own site, where residents and their petitioners are served. */
export const IT_PARK_SITE = 'https://it-park.uz/';

/** Where the account's menu leads for questions: the national database of legislation, until the owner names the document. */
export const QUESTIONS_URL = 'https://lex.uz/';
