import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { AUTH_PICTURES, SECTIONS, WELCOME_SLIDES } from '../../../src/content/collections.ts';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { MAIN_STATUSES } from '../../../src/domain/application/status.ts';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { readWords } from '../locales/read-words.ts';

const content = new URL('../../../src/content/', import.meta.url);
const images = new URL('../../../public/images/', import.meta.url);

describe.each(SECTIONS)('the section "%s"', (section) => {
  const entries = readdirSync(new URL(section, content));

  it(`the section "${section}" of the landing page has entries`, () => {
    expect(entries.length).toBeGreaterThan(0);
  });

  it(`each entry of the section "${section}" has the same structure in both languages`, () => {
    for (const entry of entries) {
      const facts = LOCALES.map((locale) => {
        const file = readFileSync(new URL(`${section}/${entry}/${locale}.json`, content), 'utf8');
        const { title: _title, text: _text, ...same } = JSON.parse(file) as Record<string, unknown>;
        return same;
      });
      expect(facts[0], entry).toEqual(facts[1]);
    }
  });
});

it.each(LOCALES)('the landing page\'s answer to "how long" has the sum of the stages\' days (%s)', (locale) => {
  const { text } = JSON.parse(readFileSync(new URL(`comments/how-long/${locale}.json`, content), 'utf8')) as {
    text: string;
  };
  const days = MAIN_STATUSES.reduce((sum, status) => sum + (STAGES[status].days ?? 0), 0);
  expect(text).toMatch(new RegExp(`\\b${days}\\b`));
  expect(text).toMatch(new RegExp(`\\b${STAGES.in_review.days}\\b`));
});

describe('the pictures of the landing page', () => {
  const files = [
    ...WELCOME_SLIDES.map((name) => `welcome-${name}.svg`),
    ...AUTH_PICTURES.map((name) => `auth-${name}.svg`),
  ];

  it('the landing page has six welcome pictures and eight sign-in pictures', () => {
    expect([WELCOME_SLIDES.length, AUTH_PICTURES.length]).toEqual([6, 8]);
  });

  it.each(files)('the picture %s of the landing page exists and is under 12 KB compressed', (file) => {
    expect(existsSync(new URL(file, images))).toBe(true);
    expect(gzipSync(readFileSync(new URL(file, images))).length).toBeLessThan(12 * 1024);
  });

  it.each(LOCALES)('the pictures of the landing page have descriptions in %s', (locale) => {
    const words = readWords('home', locale);
    const needed = [
      ...WELCOME_SLIDES.flatMap((name) => [`slides.${name}.title`, `slides.${name}.alt`]),
      ...AUTH_PICTURES.map((name) => `pictures.${name}`),
    ];
    expect(needed.filter((key) => !words.has(key))).toEqual([]);
  });
});
