/**
 * The oldest versions of the browsers that the portal is built for and tested with; the others that share an engine have its
 * number (docs/development.md). The build keeps to them (astro.config.mjs), the help page names them.
 */
export const SERVED_BROWSERS = { chrome: '111', firefox: '114', safari: '16.4' } as const;
