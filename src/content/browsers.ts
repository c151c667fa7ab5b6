/** The oldest supported browsers; others with the same engine have its number (docs/development.md). */
export const SUPPORTED_BROWSERS = { chrome: '111', firefox: '114', safari: '16.4' } as const;
