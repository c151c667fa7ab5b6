/**
 * The security headers of every answer, pages and API alike.
 * Rule: one source for the built `_headers` file and for the gateway, so that the two can't drift apart.
 */
import { LOCALES } from '../i18n/locales.ts';
import { localePath } from '../i18n/paths.ts';

/** On every answer. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
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

/** What a page has in it that its policy must name. */
export interface InlineSources {
  /** Sources such as `'sha256-…'`, one for each inline script. */
  scripts: readonly string[];
  /** The same for each inline style sheet. */
  styles: readonly string[];
}

/**
 * The policy of pages: nothing but what is named, everything from this origin, inline scripts and styles only as they were
 * built, and no text that becomes markup or a script while the page runs (W3C Trusted Types).
 * @param routed the page may be replaced by another without a reload, which goes through the default policy of its head
 * (layouts/inline-scripts.ts)
 */
export function pagePolicy({ scripts, styles }: InlineSources, routed: boolean): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    // Whoever chose a picture sees it before it is sent; the signs of the style sheets are data.
    `img-src 'self'${routed ? ' blob:' : ''} data:`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    ...(routed ? ['trusted-types default'] : []),
  ].join('; ');
}

/** Routes whose addresses are nobody else's business: no referrer, not in search engines. */
const PRIVATE_ROUTES = ['/auth', '/profile', '/application', '/success/application', '/employee-visa'];

/** Address patterns of a `_headers` file that cover the private routes in each language. */
export function privatePatterns(): string[] {
  return LOCALES.flatMap((locale) => PRIVATE_ROUTES.map((route) => `${localePath(locale, route)}*`));
}
