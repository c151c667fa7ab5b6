/**
 * The browser that signs in: its mark, `id.signature`, and its name. The gateway stores the mark in a cookie. A mark is valid for
 * one address, does not reveal it, and gives no access: known browsers have their own attempt counter, so that attackers cannot
 * lock the owner out.
 */
import type { AdminEnv } from '../runtime/env.ts';
import { keyedHash, newKey, sameDigest } from '../secrets/keys.ts';

/** The header with a mark: in responses to sign-in and reset, and in sign-in requests. */
const KNOWN_BROWSER = 'X-Known-Browser';

const sign = (env: AdminEnv, addressHash: string, id: string) =>
  keyedHash(env, 'known-browser', `${addressHash} ${id}`);

/** A new mark for an address, as a header. */
export function markBrowser(env: AdminEnv, addressHash: string): Record<string, string> {
  const id = newKey();
  return { [KNOWN_BROWSER]: `${id}.${sign(env, addressHash, id)}` };
}

/** The id of a known browser of this address; '' for any other. */
export function knownBrowser(env: AdminEnv, request: Request, addressHash: string): string {
  const [id = '', signature = ''] = (request.headers.get(KNOWN_BROWSER) ?? '').split('.', 2);
  return sameDigest(signature, sign(env, addressHash, id)) ? id : '';
}

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(OPR|OPT|OPX)\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(DuckDuckGo|Ddg)\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS|Focus)\//, 'Firefox'],
  // Without a word boundary, since a headless browser calls itself HeadlessChrome.
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** @returns browser and system as far as they are known, such as `Firefox, Windows`; `''` if neither is */
export function shortBrowser(userAgent: string | null): string {
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(', ');
}
