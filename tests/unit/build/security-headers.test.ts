import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { headersFile, inlineScriptHashes } from '../../../src/build/security-headers.ts';

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
    const script = /script-src ([^;]*)/.exec(headersFile(["'sha256-x'"]))?.[1];
    expect(script).toBe("'self' 'sha256-x'");
  });

  it('fails the build rather than losing a policy that is too long for the asset layer', () => {
    expect(() => headersFile(Array.from({ length: 40 }, (_, index) => hash(String(index))))).toThrow(RangeError);
  });

  it('hides the address of private pages from other sites and search engines, in both languages', () => {
    const file = headersFile([]);
    for (const path of ['/ru/auth*', '/en/auth*', '/ru/profile*', '/en/employee-visa*']) {
      const rule = file.split(/\n(?=\/)/).find((text) => text.startsWith(`${path}\n`));
      expect(rule, path).toContain('Referrer-Policy: no-referrer');
      expect(rule, path).toContain('X-Robots-Tag: noindex');
    }
  });
});
