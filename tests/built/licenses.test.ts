/** The notices that the licences of served code and fonts require. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const SITE = resolve(import.meta.dirname, '../../dist/client');

it('licenses.md has the licence of each package in the scripts, with its text', () => {
  const sections = readFileSync(join(SITE, 'licenses.md'), 'utf8').split(/^## /m).slice(1);
  const names = sections.map((section) => section.split(' - ')[0]);
  const expected = ['nanostores', 'react', 'react-dom', 'swiper'];
  // Only in the scripts of workers, and the WebAssembly that these run.
  const ofWorkers = ['pdfjs-dist'];
  expect(names).toEqual(expect.arrayContaining([...expected, ...ofWorkers]));
  for (const holder of ['The PDFium Authors', 'Universite catholique de Louvain'])
    expect(sections.at(-1)).toContain(holder);
  // Every licence that packages use here allows copies with its notice only.
  expect(
    sections.filter((section) => !/Copyright|Permission/.test(section)).map((text) => text.split('\n')[0]),
  ).toEqual([]);
});

it('the terms link to it in both languages', () => {
  for (const locale of ['ru', 'en'])
    expect(readFileSync(join(SITE, locale, 'terms.html'), 'utf8'), locale).toContain('href="/licenses.md"');
});

it('the licence of the font is served', () => {
  expect(readFileSync(join(SITE, 'golos-text-license.txt'), 'utf8')).toContain('SIL OPEN FONT LICENSE');
});
