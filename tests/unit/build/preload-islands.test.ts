import { describe, expect, it } from 'vitest';
import { withPreloads } from '../../../src/build/preload-islands.ts';

const SCRIPTS = new Map([
  ['/_astro/Form.js', 'import{a as b}from"./react.js";import"./side.js";const later=()=>import(`./later.js`);'],
  ['/_astro/react.js', 'export{c}from"./core.js";'],
  ['/_astro/core.js', 'export const c=1;'],
  ['/_astro/side.js', 'import{b}from"./react.js";'],
  ['/_astro/later.js', ''],
  ['/_astro/client.js', 'import{b}from"./react.js";'],
]);
const page = (body: string) => `<html><head><title>x</title></head><body>${body}</body></html>`;

describe('a page with islands', () => {
  it('names each script that its islands start with, once, and none that they load on demand', () => {
    const html = withPreloads(
      page('<astro-island component-url="/_astro/Form.js" renderer-url="/_astro/client.js"></astro-island>'),
      SCRIPTS,
    );
    const named = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, href]) => href);
    expect(named.sort()).toEqual(
      ['/_astro/Form.js', '/_astro/client.js', '/_astro/core.js', '/_astro/react.js', '/_astro/side.js'].sort(),
    );
    expect(html.indexOf('modulepreload')).toBeLessThan(html.indexOf('</head>'));
  });

  it('keeps them in a template right before a form that can be typed into without them', () => {
    const html = withPreloads(
      page(
        '<astro-island component-url="/_astro/core.js" client="painted" before-hydration-url="/_astro/later.js"></astro-island>',
      ),
      SCRIPTS,
    );
    expect(html).toContain(
      '<body><template><link rel="modulepreload" href="/_astro/core.js"><link rel="modulepreload" href="/_astro/later.js"></template><astro-island component-url',
    );
    expect(html, 'nor is it run').toContain(' data-before-hydration-url="/_astro/later.js"');
  });

  it('runs each large script by itself as it comes, but none that an island starts with', () => {
    const large = new Map([...SCRIPTS].map(([path, code]) => [path, code + '/'.repeat(20_000)]));
    const html = withPreloads(
      page('<astro-island component-url="/_astro/client.js" renderer-url="/_astro/later.js"></astro-island>'),
      new Map([...large, ['/_astro/core.js', '']]),
    );
    expect([...html.matchAll(/<script async type="module" src="([^"]+)"><\/script>/g)].map(([, src]) => src)).toEqual([
      '/_astro/react.js',
    ]);
  });

  it('stays as it is when it has none', () => {
    expect(withPreloads(page('<p>text</p>'), SCRIPTS)).toBe(page('<p>text</p>'));
  });
});
