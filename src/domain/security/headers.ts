/** The security headers of every response: one source for the built `_headers` file and the gateway. */
import { LOCALES } from '../i18n/locales.ts';
import { localePath } from '../i18n/paths.ts';

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Strict-Transport-Security': 'max-age=31536000',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** For responses that are not pages: they load nothing and are shown in no frame. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The name of the script of the worker that draws PDFs, in whichever folder a build puts it. */
export const DRAWING_SCRIPT = 'document-worker';

/** For {@link DRAWING_SCRIPT}: it loads nothing, but compiles the decoders that its page passes (stores/pdf). */
export const DRAWING_POLICY = `${DATA_POLICY}; script-src 'wasm-unsafe-eval'`;

/** For uploads: nothing in them is executed, and no cache stores them. */
export const FILE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `${DATA_POLICY}; sandbox`,
  'Cache-Control': 'private, no-store',
};

interface InlineSources {
  scripts: readonly string[];
  styles: readonly string[];
}

/** Same origin, inline code by hash, Trusted Types. @param routed allows the policy of layouts/inline/routed-head.ts */
export function pagePolicy({ scripts, styles }: InlineSources, routed: boolean): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    // Previews of chosen pictures; the style sheets' icons are data.
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

/** Routes that send no referrer and that search engines must not index. */
const PRIVATE_ROUTES = ['/auth', '/profile', '/application', '/success/application', '/employee-visa', '/parcel'];

/** Address patterns of a `_headers` file for the private routes. */
export function privatePatterns(): string[] {
  return LOCALES.flatMap((locale) => PRIVATE_ROUTES.map((route) => `${localePath(locale, route)}*`));
}
