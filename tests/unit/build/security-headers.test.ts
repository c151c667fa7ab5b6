import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { headersFile, inlineScriptHashes } from '../../../src/build/security-headers.ts';

/** The lines of one path's rule in a `_headers` file. */
const ruleOf = (file: string, path: string) =>
  file
    .split(/\n(?=\/)/)
    .find((text) => text.startsWith(`${path}\n`))
    ?.trim()
    .split('\n  ') ?? [];
const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

describe('The content security policy of built pages', () => {
  it('allows each inline script by its hash, whatever its kind', () => {
    const html = `<script>a()</script><SCRIPT type="module">b()\n</SCRIPT><script async defer>c()</script>`;
    expect(inlineScriptHashes(html)).toEqual([hash('a()'), hash('b()\n'), hash('c()')]);
  });

  it('needs no hash for files and for data', () => {
    const html =
      '<script src="/a.js"></script><script type="application/ld+json">{}</script><script type="text/plain">x</script>';
    expect(inlineScriptHashes(html)).toEqual([]);
  });

  it('allows scripts from this origin and the hashes, and nothing else inline', () => {
    const file = headersFile({ plain: ["'sha256-x'"], routed: [], routes: [] });
    expect(/script-src ([^;]*)/.exec(file)?.[1]).toBe("'self' 'sha256-x'");
  });

  it('fails the build rather than losing a policy that is too long for the asset layer', () => {
    const many = Array.from({ length: 40 }, (_, index) => hash(String(index)));
    expect(() => headersFile({ plain: many, routed: [], routes: [] })).toThrow(RangeError);
    expect(() => headersFile({ plain: [], routed: many, routes: ['/ru/auth'] })).toThrow(RangeError);
  });

  it('gives pages that replace each other one policy in place of the shorter one of all others', () => {
    const file = headersFile({ plain: ["'sha256-x'"], routed: ["'sha256-y'"], routes: ['/ru/auth', '/ru/lists'] });
    for (const path of ['/ru/auth*', '/ru/lists*']) {
      const rule = ruleOf(file, path);
      expect(rule.at(-2)).toBe('! Content-Security-Policy');
      expect(rule.at(-1)).toMatch(/^Content-Security-Policy: .*script-src 'self' 'sha256-y';/);
    }
    expect(ruleOf(file, '/*').at(-1)).toContain("script-src 'self' 'sha256-x';");
    const paths = file.match(/^\/.*/gm) ?? [];
    expect(paths).toEqual([...new Set(paths)]);
  });

  it('hides the address of private pages from other sites and search engines, in both languages', () => {
    const file = headersFile({ plain: [], routed: [], routes: ['/ru/auth'] });
    for (const path of ['/ru/auth*', '/en/auth*', '/ru/profile*', '/en/employee-visa*']) {
      const rule = ruleOf(file, path);
      expect(rule, path).toContain('Referrer-Policy: no-referrer');
      expect(rule, path).toContain('X-Robots-Tag: noindex');
    }
  });
});
