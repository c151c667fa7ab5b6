/** The sections of the landing page, in their order; each is also the hash of its link (specification §2). */
export const SECTIONS = ['product', 'benefit', 'it-park', 'uzbekistan', 'comments', 'news', 'contacts'] as const;
export type Section = (typeof SECTIONS)[number];
