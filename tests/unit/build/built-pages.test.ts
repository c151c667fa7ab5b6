import { describe, expect, it } from 'vitest';
import { withPreloads } from '../../../src/build/built-pages.ts';

const script = (length: number, ...imports: string[]) => ({
  length,
  imports: imports.map((name) => `/_astro/${name}.js`),
});
const SCRIPTS = new Map([
  ['/_astro/Form.js', script(30, 'react', 'side')],
  ['/_astro/react.js', script(200, 'core')],
  ['/_astro/core.js', script(10, 'react')],
  ['/_astro/side.js', script(5)],
  ['/_astro/later.js', script(40)],
  ['/_astro/client.js', script(20, 'react')],
]);
const page = (body: string) => `<html><head><meta charset="utf-8"><title>x</title></head><body>${body}</body></html>`;
const island = (attributes: string) => page(`<astro-island ${attributes}></astro-island>`);
const preload = (name: string) => `<link rel="modulepreload" href="/_astro/${name}.js">`;

describe('withPreloads', () => {
  const preloaded = (html: string) =>
    [...withPreloads(html, SCRIPTS).matchAll(/<link rel="modulepreload" href="\/_astro\/(\w+)\.js">/g)].map(
      ([, name]) => name,
    );

  it('withPreloads begins the head of a page with the scripts of its islands and their imports, the longest first', () => {
    const html = island('component-url="/_astro/Form.js" renderer-url="/_astro/client.js"');
    const names = ['react', 'Form', 'client', 'core', 'side'];
    expect(preloaded(html)).toEqual(names);
    expect(withPreloads(html, SCRIPTS)).toContain(`<meta charset="utf-8">${names.map(preload).join('')}<title>`);
  });

  it("withPreloads adds the imports of a page's own scripts, and no scripts that were not built", () => {
    const body = '<script type="module" src="/_astro/react.js"></script>';
    expect(preloaded(page(`${body}<astro-island before-hydration-url="/_astro/client.js"></astro-island>`))).toEqual([
      'client',
      'core',
    ]);
    expect(preloaded(island('component-url="/elsewhere.js"'))).toEqual([]);
  });

  it('withPreloads leaves the start of a page without islands to its styles', () => {
    const html = page('<script type="module" src="/_astro/react.js"></script>');
    expect(withPreloads(html, SCRIPTS)).toContain(`<title>x</title>${preload('core')}</head>`);
  });

  it('withPreloads leaves a page without scripts unchanged', () => {
    expect(withPreloads(page('x'), SCRIPTS)).toBe(page('x'));
  });
});
