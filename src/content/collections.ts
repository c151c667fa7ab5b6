/** Names of the pages' content, in display order. */

/** The sections of the landing page in order; each is also its link's hash (requirements: section-links). */
export const SECTIONS = ['product', 'benefit', 'it-park', 'uzbekistan', 'comments', 'news', 'contacts'] as const;
export type ContentSection = (typeof SECTIONS)[number];

/** Linked at the foot of every page, in this order. */
export const FOOTER_PAGES = ['help', 'privacy', 'accessibility', 'terms'] as const;
/** All pages of topics; each is also its route and its folder of entries. */
export const INFORMATION_PAGES = [...FOOTER_PAGES, 'kept-private'] as const;
export type InformationPage = (typeof INFORMATION_PAGES)[number];
/** Those with one page a topic, `/help/contact`; the page itself lists them. */
export const TOPIC_PAGES = ['help', 'privacy'] as const satisfies InformationPage[];
export type TopicPage = (typeof TOPIC_PAGES)[number];

/** The drawings of documents (DocumentSample.astro). */
export const DOCUMENT_SAMPLES = [
  'passport',
  'portrait',
  'resume',
  'statement',
  'certificate',
  'decision',
  'letter',
  'kinship',
] as const;
export type DocumentSampleName = (typeof DOCUMENT_SAMPLES)[number];

/**
 * The pictures of both carousels in order. Files: public/images/{welcome,auth}-{name}.svg; words: locales/home,
 * `slides.{name}`, `pictures.{name}`.
 */
export const WELCOME_SLIDES = ['registan', 'kalyan', 'khiva', 'tashkent', 'chimgan', 'work'] as const;
export const AUTH_PICTURES = ['gur-emir', 'ark', 'kalta-minor', 'metro', 'ikat', 'tower', 'steppe', 'team'] as const;
