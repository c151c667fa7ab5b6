/** Names of what the pages are filled with, in the order it is shown. */

/** The sections of the landing page, in their order; each is also the hash of its link (specification §2). */
export const SECTIONS = ['product', 'benefit', 'it-park', 'uzbekistan', 'comments', 'news', 'contacts'] as const;
export type Section = (typeof SECTIONS)[number];

/** The pages that are linked at the foot of every page, in that order. */
export const AT_FOOT = ['help', 'privacy', 'accessibility', 'terms'] as const;
/** All pages of topics; each is also its route and its folder of entries. The others are linked where they are needed. */
export const INFORMATION = [...AT_FOOT, 'kept-private'] as const;
export type InformationPage = (typeof INFORMATION)[number];

/** The drawings of documents (DocumentSample.astro). */
export const SAMPLES = [
  'passport',
  'portrait',
  'resume',
  'statement',
  'certificate',
  'decision',
  'letter',
  'kinship',
] as const;
export type Sample = (typeof SAMPLES)[number];

/**
 * The pictures of both carousels, in the order they are shown. Files: public/images/{welcome,auth}-{name}.svg;
 * their words: locales/home, `slides.{name}` and `pictures.{name}`.
 */
export const WELCOME_SLIDES = ['registan', 'kalyan', 'khiva', 'tashkent', 'chimgan', 'work'] as const;
export const AUTH_PICTURES = ['gur-emir', 'ark', 'kalta-minor', 'metro', 'ikat', 'tower', 'steppe', 'team'] as const;
