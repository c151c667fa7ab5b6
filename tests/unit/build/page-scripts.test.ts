import { describe, expect, it } from 'vitest';
import { withEntries, withLateScripts } from '../../../src/build/page-scripts.ts';

const SCRIPTS = new Map([
  ['/_astro/Start.js', 'globalThis.process??={},globalThis.process.env??={};import"./shared.js";'],
  ['/_astro/Switch.js', 'import"./shared.js";'],
  ['/_astro/shared.js', 'export const a=1;'],
  ['/_astro/Visa.js', 'import{a}from"./shared.js";import{b}from"./send.js";const qr=()=>import(`./qr.js`);a(b);'],
  ['/_astro/send.js', 'export const b=1;'],
  ['/_astro/qr.js', ''],
]);
const script = (name: string) => `<script type="module" src="/_astro/${name}.js"></script>`;
const page = (body: string) => `<html><head><title>x</title></head><body>${body}</body></html>`;
const late = (body: string) => withLateScripts(page(body), SCRIPTS);

describe('a page without islands', () => {
  it('fetches its scripts after what it is painted with', () => {
    const html = late(`<p>x</p>${script('Visa')}`);
    expect(html).toContain('<script type="module" src="/_astro/Visa.js"></script></head>');
    expect(html).toContain('<body><p>x</p></body>');
  });

  it('names at once what its scripts start with, and nothing that they load on demand', () => {
    const named = [...late(script('Visa')).matchAll(/modulepreload" href="([^"]+)" fetchpriority="low"/g)];
    expect(named.map(([, href]) => href).sort()).toEqual(['/_astro/send.js', '/_astro/shared.js']);
  });

  const sources = (html: string) => [...html.matchAll(/src="([^"]+)"/g)].map(([, src]) => src);

  it('starts a script itself in place of one that only starts it, and only once', () => {
    expect(sources(late(script('Start') + script('Switch')))).toEqual(['/_astro/shared.js']);
  });

  it('lets one that another imports be run by it', () => {
    const html = late(script('Switch') + script('Visa'));
    expect(sources(html)).toEqual(['/_astro/Visa.js']);
    expect(html).toContain('modulepreload" href="/_astro/shared.js');
  });

  it('keeps scripts that stand in it, and stays as it is without any', () => {
    expect(late('<script type="module">a()</script>')).toBe(page('<script type="module">a()</script>'));
    expect(late('<p>x</p>')).toBe(page('<p>x</p>'));
  });
});

describe('a page with islands', () => {
  it('names each script once, at its place, and none that only starts another', () => {
    const html = withEntries(page(`${script('Start')}<p>x</p>${script('Switch')}${script('Visa')}`), SCRIPTS);
    expect(html).toBe(page(`${script('shared')}<p>x</p>${script('Visa')}`));
  });
});
