import { describe, expect, it } from 'vitest';
import { hasEarlyForm, standsAlone, withFormStyles, withOwnStyles } from '../../../src/build/page-styles.ts';
import { namesIn, namesWithIslands, usedStyles } from '../../../src/build/used-styles.ts';

const page = namesIn('<body class="public"><main id="main"><p class="lead wide">x</p><dialog></dialog></main></body>');
const used = (css: string) => usedStyles(css, page);

describe('The styles of a page', () => {
  it('keep a rule when all it names is in the page, and drop it when something is not', () => {
    expect(used('.lead{color:red}.absent{color:red}#main .wide{top:0}#other p{top:0}table{top:0}')).toBe(
      '.lead{color:red}#main .wide{top:0}',
    );
  });

  it('keep those of several selectors that can match', () => {
    expect(used('.absent,p:hover,.lead::before{color:red}')).toBe('p:hover,.lead::before{color:red}');
  });

  it('keep alternatives when one of them can match, and what must not match', () => {
    expect(used(':is(.absent,.lead)>p{top:0}')).toBe(':is(.absent,.lead)>p{top:0}');
    expect(used(':is(.absent,.gone)>p{top:0}')).toBe('');
    expect(used('p:not(.absent){top:0}')).toBe('p:not(.absent){top:0}');
    expect(used('body:has(dialog[open]){top:0}body:has(.absent){top:0}')).toBe('body:has(dialog[open]){top:0}');
  });

  it('keep states that only scripts and visitors bring about', () => {
    for (const rule of [
      '.lead[data-state="now"]{top:0}',
      'dialog[open]::backdrop{top:0}',
      '.swiper-initialized{top:0}',
    ]) {
      expect(used(rule)).toBe(rule);
    }
  });

  it('drop what only islands and the router bring about', () => {
    expect(
      used('p[aria-disabled="true"]{top:0}[data-astro-transition-scope]{top:0}::view-transition-old(*){top:0}'),
    ).toBe('');
  });

  it('look into layers and media, and drop those that are left empty', () => {
    expect(used('@layer a,b;@layer b{@media print{.absent{top:0}}.lead{top:0}}@media print{.absent{top:0}}')).toBe(
      '@layer a,b;@layer b{.lead{top:0}}',
    );
  });

  it('are not misled by quotes, brackets and escapes', () => {
    const rule = `.lead{background:url("data:image/svg+xml,{;}");content:"}\\""}`;
    expect(used(`${rule}.absent{top:0}`)).toBe(rule);
  });

  it('keep an animation and a custom property only when something uses them, also from afar', () => {
    expect(
      used(
        'p{--a:1px;--b:url("x;y");--c:var(--d);--d:2px;margin:var(--a)}.absent{animation:turn 1s}@keyframes turn{to{top:0}}',
      ),
    ).toBe('p{--a:1px;margin:var(--a)}');
    const turning = '@keyframes turn{to{top:0}}p{animation:turn 1s}';
    expect(used(turning)).toBe(turning);
  });
});

describe('A page that stands alone', () => {
  const html = (words: string) =>
    `<html><head><link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/b.css"></head><body><p class="lead">${words}</p></body></html>`;
  const sheets: Record<string, string> = {
    '/a.css': 'p{--x:1px}',
    '/b.css': '.lead{top:var(--x)}.absent{top:0}',
  };
  const built = (words: string) =>
    withOwnStyles(html(words), namesIn(html(words)), async (address) => sheets[address] ?? '');

  it('carries its styles itself, in the order of its style sheets', async () => {
    const own = await built('Hello');
    expect(own).toContain('p{--x:1px}.lead{top:var(--x)}</style></head>');
    expect(own).not.toContain('stylesheet');
  });

  it('carries what was in the page already with the rest, of which it keeps what that reads', async () => {
    const page = html('Hello').replace('</head>', '<style>.lead{left:var(--y)}</style></head>');
    const own = await withOwnStyles(page, namesIn(page), async (address) =>
      address === '/a.css' ? 'p{--x:1px;--y:2px;--z:3px}' : (sheets[address] ?? ''),
    );
    expect(own).toContain('p{--x:1px;--y:2px;}.lead{top:var(--x)}.lead{left:var(--y)}</style></head>');
    expect(own.match(/<style>/g)).toHaveLength(1);
  });

  it('leaves alone what only browsers without scripts read', async () => {
    const aside = '<noscript><style>[data-when]{display:none}</style></noscript>';
    const page = html('Hello').replace('<link', `${aside}<link`);
    const own = await withOwnStyles(page, namesIn(page), async (address) => sheets[address] ?? '');
    expect(own).toContain(`${aside}<style>p{--x:1px}.lead{top:var(--x)}</style></head>`);
  });

  it('has no island', () => {
    expect(standsAlone(html('x'))).toBe(true);
    expect(standsAlone('<astro-island></astro-island>')).toBe(false);
  });
});

describe('A page with a prerendered form', () => {
  const form = '<form noValidate="" class="step-form"><input></form>';
  const scripts = ['e("p",{className:"lead"})', 'e("b",{className:"button--"+kind})'];
  const built = (links: string) => `<html><head>${links}<title>x</title></head><body>${form}</body></html>`;

  it('carries the rules of all that its island may show, and none of other pages', async () => {
    const sheets: Record<string, string> = {
      '/a.css': '.absent{color:red}.lead{top:0}.lead[data-busy]{top:0}',
      '/b.css': 'form p{content:"$&"}.button--quiet{top:0}.other--quiet{top:0}',
    };
    const html = await withFormStyles(
      built('<link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/b.css">'),
      namesWithIslands([built('')], scripts),
      async (address) => sheets[address] ?? '',
    );
    const kept = '.lead{top:0}.lead[data-busy]{top:0}form p{content:"$&"}.button--quiet{top:0}';
    expect(html).toBe(built('').replace('</head>', () => `<style>${kept}</style></head>`));
  });

  it('has the rules of its islands among them', async () => {
    const rules = 'astro-island{display:contents}';
    const page = built('<link rel="stylesheet" href="/a.css">').replace('<form', `<style>${rules}</style><form`);
    const html = await withFormStyles(page, namesWithIslands([built('')], scripts), async () => '.lead{top:0}');
    expect(html).toBe(built('').replace('</head>', `<style>.lead{top:0}${rules}</style></head>`));
  });

  it('is known by its form', () => {
    expect(hasEarlyForm(built(''))).toBe(true);
    expect(hasEarlyForm('<form class="sign-in"></form>')).toBe(false);
  });
});
