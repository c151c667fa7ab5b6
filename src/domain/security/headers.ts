/**
 * The security headers of every answer, pages and API alike.
 * Rule: one source for the built `_headers` file and for the gateway, so that the two can't drift apart.
 */
import { LOCALES } from '../i18n/locales.ts';
import { localePath } from '../i18n/paths.ts';

/** On every answer. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Strict-Transport-Security': 'max-age=31536000',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** For answers that are no pages: they load nothing and stand in no frame. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For files, which somebody uploaded: nothing in them runs, and no cache keeps them. */
export const FILE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `${DATA_POLICY}; sandbox`,
  'Cache-Control': 'private, no-store',
};

/**
 * The policy of pages: everything from this origin, inline scripts only as they were built.
 * @param inlineScripts sources such as `'sha256-…'`, one for each inline script
 */
export function pagePolicy(inlineScripts: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Routes whose addresses are nobody else's business: no referrer, not in search engines. */
const PRIVATE_ROUTES = ['/auth', '/profile', '/application', '/success/application', '/employee-visa'];

/** Address patterns of a `_headers` file that cover the private routes in each language. */
export function privatePatterns(): string[] {
  return LOCALES.flatMap((locale) => PRIVATE_ROUTES.map((route) => `${localePath(locale, route)}*`));
}
