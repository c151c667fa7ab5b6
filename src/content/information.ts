/** The pages that are linked at the foot of every page, in that order; each is also its route and its folder of entries. */
export const INFORMATION = ['help', 'privacy', 'accessibility', 'terms'] as const;
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
