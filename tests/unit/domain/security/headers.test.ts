import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../../../src/domain/i18n/locales.ts';
import { DATA_POLICY, FILE_HEADERS, pagePolicy, privatePatterns } from '../../../../src/domain/security/headers.ts';

const SOURCES = { scripts: ["'sha256-a'", "'sha256-b'"], styles: ["'sha256-c'"] };

/** Directive → its sources. */
const directives = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/).slice(0, 2)));

/** A wider policy must be added here too. */
const PAGE = {
  'default-src': "'none'",
  'script-src': "'self' 'sha256-a' 'sha256-b'",
  'style-src': "'self' 'sha256-c'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'require-trusted-types-for': "'script'",
};

describe('The content security policy', () => {
  it("the policy of a page allows the page's origin and given sources, and no frames", () => {
    expect(directives(pagePolicy(SOURCES, false))).toEqual(PAGE);
  });

  it('the policy of a page with the router allows chosen pictures, and the policy that parses pages', () => {
    const more = { 'img-src': "'self' blob: data:", 'trusted-types': 'default' };
    expect(directives(pagePolicy(SOURCES, true))).toEqual({ ...PAGE, ...more });
  });

  it('the policy of data and files loads nothing, and files are not run or cached', () => {
    expect(directives(DATA_POLICY)).toEqual({ 'default-src': "'none'", 'frame-ancestors': "'none'" });
    expect(FILE_HEADERS['Content-Security-Policy']).toBe(`${DATA_POLICY}; sandbox`);
    expect(FILE_HEADERS['Cache-Control']).toBe('private, no-store');
  });
});

it('personal pages are marked as private in every language', () => {
  const routes = ['/auth', '/profile', '/application', '/success/application', '/employee-visa', '/parcel'];
  expect(privatePatterns().sort()).toEqual(
    LOCALES.flatMap((locale) => routes.map((route) => `/${locale}${route}*`)).sort(),
  );
});
