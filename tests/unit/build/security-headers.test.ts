import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { headersFile, inlineSources, withIntegrity } from '../../../src/build/security-headers.ts';

/** Returns the lines of a path's rule in a `_headers` file. */
const ruleOf = (file: string, path: string) =>
  file
    .split(/\n(?=\/)/)
    .find((text) => text.startsWith(`${path}\n`))
    ?.trim()
    .split('\n  ') ?? [];
const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

const none = { scripts: [], styles: [] };
const x = { scripts: ["'sha256-x'"], styles: ["'sha256-s'"] };
const y = { scripts: ["'sha256-y'"], styles: ["'sha256-t'"] };

describe('the content security policy of built pages', () => {
  it('a content security policy allows each inline script by its hash, whatever its type', () => {
    const html = `<script>a()</script><SCRIPT type="module">b()\n</SCRIPT><script async defer>c()</script>`;
    expect(inlineSources(html).scripts).toEqual([hash('a()'), hash('b()\n'), hash('c()')]);
  });

  it('a content security policy has no hash for external scripts and for data', () => {
    const html =
      '<script src="/a.js"></script><script type="application/ld+json">{}</script><script type="text/plain">x</script>';
    expect(inlineSources(html)).toEqual(none);
  });

  it('a content security policy allows each inline style sheet by its hash, also in noscript', () => {
    const html = '<style>a{}</style><noscript><style>b{}</style></noscript><style is="x">\nc{}</style>';
    expect(inlineSources(html).styles).toEqual([hash('a{}'), hash('b{}'), hash('\nc{}')]);
  });

  it('the build fails for a style attribute, which no hash allows', () => {
    expect(() => inlineSources('<p class="a" style="color: red">')).toThrow(RangeError);
    expect(inlineSources('<script>x = "<p style=y>"</script>').styles).toEqual([]);
  });

  it('a content security policy allows given hashes and this origin only', () => {
    const file = headersFile({ plain: new Map([['/ru/help', x]]), routed: none, routes: [] });
    const rule = ruleOf(file, '/ru/help').at(-1) ?? '';
    expect(/default-src ([^;]*)/.exec(rule)?.[1]).toBe("'none'");
    expect(/script-src ([^;]*)/.exec(rule)?.[1]).toBe("'self' 'sha256-x'");
    expect(/style-src ([^;]*)/.exec(rule)?.[1]).toBe("'self' 'sha256-s'");
  });

  it("withIntegrity adds the hash of the built text to a page's own scripts", () => {
    const scripts = new Map([['/_astro/a.js', 'a()']]);
    const html = '<script type="module" src="/_astro/a.js"></script><script type="module" src="/b.js"></script>';
    expect(withIntegrity(html, scripts)).toBe(
      `<script type="module" src="/_astro/a.js" integrity=${hash('a()').replaceAll("'", '"')}></script><script type="module" src="/b.js"></script>`,
    );
  });

  it('a content security policy with trusted types lets only the router turn text into markup', () => {
    const file = headersFile({ plain: new Map([['/ru/help', x]]), routed: y, routes: ['/ru/auth'] });
    for (const path of ['/ru/help', '/ru/auth*']) {
      expect(ruleOf(file, path).at(-1)).toContain("require-trusted-types-for 'script'");
    }
    expect(ruleOf(file, '/ru/auth*').at(-1)).toMatch(/trusted-types default$/);
  });

  it('the build fails when a content security policy is too long for the asset layer', () => {
    const many = { scripts: Array.from({ length: 40 }, (_, index) => hash(String(index))), styles: [] };
    expect(() => headersFile({ plain: new Map([['/ru', many]]), routed: none, routes: [] })).toThrow(RangeError);
    expect(() => headersFile({ plain: new Map(), routed: many, routes: ['/ru/auth'] })).toThrow(RangeError);
  });

  it('pages of the router share one content security policy, and the policy of other files loads nothing', () => {
    const file = headersFile({ plain: new Map([['/ru', x]]), routed: y, routes: ['/ru/auth', '/ru/lists'] });
    for (const path of ['/ru/auth*', '/ru/lists*']) {
      const rule = ruleOf(file, path);
      expect(rule.at(-2)).toBe('! Content-Security-Policy');
      expect(rule.at(-1)).toMatch(/^Content-Security-Policy: .*script-src 'self' 'sha256-y';/);
    }
    expect(ruleOf(file, '/*').at(-1)).toBe("Content-Security-Policy: default-src 'none'; frame-ancestors 'none'");
    const paths = file.match(/^\/.*/gm) ?? [];
    expect(paths).toEqual([...new Set(paths)]);
  });

  it('private pages hide their address from other sites and search engines, in both languages', () => {
    const file = headersFile({ plain: new Map(), routed: none, routes: ['/ru/auth'] });
    for (const path of ['/ru/auth*', '/en/auth*', '/ru/profile*', '/en/employee-visa*', '/ru/parcel*', '/en/parcel*']) {
      const rule = ruleOf(file, path);
      expect(rule, path).toContain('Referrer-Policy: no-referrer');
      expect(rule, path).toContain('X-Robots-Tag: noindex');
    }
  });
});
