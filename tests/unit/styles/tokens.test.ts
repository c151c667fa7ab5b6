/** Every pair of colours that meet on a page reaches WCAG 2.2 AA, in both schemes. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);
const readText = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');
const [light = '', dark = ''] = [0, 1].map((scheme) =>
  ['tokens.css', 'tones.css']
    .map(
      (file) =>
        readText(`src/styles/${file}`)
          .split('@media screen and (prefers-color-scheme: dark)')
          [scheme]?.split('@media print')[0],
    )
    .join(''),
);

type Colours = Record<string, string>;
const coloursOf = (css: string): Colours =>
  Object.fromEntries([...css.matchAll(/--([\w-]+):\s*(#[\da-f]{6});/g)].map(([, name, hex]) => [name, hex]));
const SCHEMES: [string, Colours][] = [
  ['light', coloursOf(light)],
  ['dark', { ...coloursOf(light), ...coloursOf(dark) }],
];

/** Relative luminance by WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['paper', 'surface', 'tile-wash', 'saffron-wash', 'error-wash', 'success-wash'];
const onEvery = (name: string, grounds = GROUNDS) => grounds.map((ground) => [name, ground] as const);

const TEXT = [
  ...onEvery('ink'),
  ...onEvery('ink-soft'),
  ...onEvery('tile'),
  ...onEvery('tile-deep'),
  ...onEvery('saffron-ink', ['paper', 'surface', 'saffron-wash']),
  ...onEvery('error', ['paper', 'surface', 'error-wash']),
  ...onEvery('error-deep', ['paper', 'surface', 'error-wash']),
  ...onEvery('success', ['paper', 'surface', 'success-wash']),
  ...onEvery('on-tile', ['tile', 'tile-deep', 'error', 'error-deep']),
  ...onEvery('on-night', ['night']),
];

const SHAPES = [
  ...onEvery('ring', [...GROUNDS, 'night']),
  ...onEvery('field', ['paper', 'surface', 'tile-wash']),
  ...onEvery('error', ['paper', 'surface', 'error-wash']),
  ...onEvery('surface', ['success', 'error']),
];

describe.each(SCHEMES)('the %s scheme', (_scheme, colours) => {
  const ratio = (one: string, other: string) => contrast(colours[one] ?? '', colours[other] ?? '');

  test.each(TEXT)('text in the colour %s is readable on %s', (text, ground) => {
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(SHAPES)('a shape in the colour %s is visible on %s', (shape, ground) => {
    expect(ratio(shape, ground)).toBeGreaterThanOrEqual(3);
  });
});

/** Files that may name colours: the tokens. Pictures name theirs as attributes (`fill="#7b4a2d"`). */
const OF_COLOURS = ['src/styles/tokens.css', 'src/styles/tones.css'];
const RAW =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|[\s:](?:white|black|gr[ae]y|red|green|blue)(?=[\s;,)])/i;

/** Returns the styles of a file without comments, custom property names and selectors, in which `#` begins an id. */
function styles(file: string): string {
  const text = readText(file);
  const sheets = file.endsWith('.css')
    ? [text]
    : [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css);
  return sheets
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\/|--[\w-]+/g, '')
    .replace(/[^;{}]*\{/g, '{');
}

const sheets = globSync('src/**/*.{css,astro}', { cwd: fileURLToPath(ROOT) }).filter(
  (file) => styles(file).trim() !== '',
);

test('the search for colours reads style sheets of every kind', () => {
  expect(sheets).toEqual(expect.arrayContaining(['src/styles/base.css', 'src/components/SiteHeader.astro']));
  expect(OF_COLOURS.filter((file) => !RAW.test(styles(file)))).toEqual([]);
});

test.each(sheets.filter((file) => !OF_COLOURS.includes(file)))(
  'the style sheet %s uses only the colours of the tokens',
  (file) => {
    expect(styles(file).match(RAW)).toBeNull();
  },
);

test('theme-color is the surface colour of each colour scheme', () => {
  const named = [...readText('src/layouts/Document.astro').matchAll(/: (light|dark)\)" content="(#\w+)"/g)];
  expect(named.map(([, scheme, colour]) => [scheme, colour])).toEqual(
    SCHEMES.map(([scheme, { surface }]) => [scheme, surface]),
  );
});
