/** The support's phone number and the portal's external links, set only here. */

/** Support phone number (requirements: contacts). */
export const SUPPORT_PHONE = '1345';

/** Social links. Their targets are placeholders (the networks' own start pages) until the owner has set them. */
export const SOCIAL_LINKS = [
  { name: 'Telegram', href: 'https://telegram.org/' },
  { name: 'Instagram', href: 'https://www.instagram.com/' },
  { name: 'Facebook', href: 'https://www.facebook.com/' },
  { name: 'YouTube', href: 'https://www.youtube.com/' },
] as const;

/** The IT park's site, with services for residents and petitioners. */
export const IT_PARK_SITE = 'https://it-park.uz/';

/** Target of the questions link in the account's menu: the national database of legislation, until the owner names the document. */
export const QUESTIONS_URL = 'https://lex.uz/';

/** Publications of the requirements of each type, and of the times of the stages. */
export const REQUIREMENT_SOURCES = [
  {
    name: 'GRATA International, 2022',
    href: 'https://gratanet.com/news/uzbekistan-defines-the-procedure-for-issuing-recommendations-to-foreign-investors-and-specialists-in-the-it-sphere',
  },
  { name: 'eMaslahat', href: 'http://www.emaslahat.uz/ru/document/4596' },
] as const;
export const TIMES_SOURCES = [
  {
    name: 'IT Park, it-park.uz',
    href: 'https://it-park.uz/en/itpark/news/it-park-hosted-an-event-on-obtaining-it-visa-and-it-card',
  },
  {
    name: 'Fragomen, 2022',
    href: 'https://www.fragomen.com/insights/uzbekistan-new-visa-for-information-technology-investors-specialists-and-experts-now-available.html',
  },
] as const;
