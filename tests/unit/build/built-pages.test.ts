import { describe, expect, it } from 'vitest';
import { withPreloads } from '../../../src/build/built-pages.ts';

const IMPORTS = new Map([
  ['/_astro/Form.js', ['/_astro/react.js', '/_astro/side.js']],
  ['/_astro/react.js', ['/_astro/core.js']],
  ['/_astro/core.js', ['/_astro/react.js']],
  ['/_astro/side.js', []],
  ['/_astro/later.js', []],
  ['/_astro/client.js', ['/_astro/react.js']],
]);
const page = (body: string, head = '') => `<html><head><title>x</title>${head}</head><body>${body}</body></html>`;
const island = (attributes: string) => page(`<astro-island ${attributes}></astro-island>`);

describe('withPreloads', () => {
  const named = (html: string) =>
    [...withPreloads(html, IMPORTS).matchAll(/<link rel="modulepreload" href="([^"]+)" fetchpriority="low">/g)].map(
      ([, href]) => href,
    );

  it('withPreloads adds the scripts of islands and their imports to the head, each once', () => {
    const html = island('component-url="/_astro/Form.js" renderer-url="/_astro/client.js"');
    expect(named(html)).toEqual(['Form', 'react', 'core', 'side', 'client'].map((name) => `/_astro/${name}.js`));
    expect(withPreloads(html, IMPORTS)).toContain('fetchpriority="low"></head>');
  });

  it("withPreloads adds the imports of a page's own scripts, and no scripts that were not built", () => {
    const body = '<script type="module" src="/_astro/react.js"></script>';
    expect(named(page(`${body}<astro-island before-hydration-url="/_astro/client.js"></astro-island>`))).toEqual([
      '/_astro/core.js',
      '/_astro/client.js',
    ]);
    expect(named(island('component-url="/elsewhere.js"'))).toEqual([]);
  });

  it('withPreloads uses the default priority on a page without islands', () => {
    const html = page('<script type="module" src="/_astro/react.js"></script>');
    expect(withPreloads(html, IMPORTS)).toContain('<link rel="modulepreload" href="/_astro/core.js"></head>');
  });

  it('withPreloads leaves a page without scripts unchanged', () => {
    expect(withPreloads(page('x'), IMPORTS)).toBe(page('x'));
  });
});
