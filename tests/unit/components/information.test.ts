/** The information pages match the code, in both languages, and leave out what only the owner knows. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { explainedFiles } from '../../../src/components/information/explained-files.ts';
import { factsIn, fillFacts } from '../../../src/components/information/facts.ts';
import results from '../../../src/content/accessibility/results.json';
import { INFORMATION_PAGES } from '../../../src/content/collections.ts';
import { OWNER } from '../../../src/content/owner.ts';
import { fieldsOf, partsOf } from '../../../src/domain/application/fields.ts';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { MAIN_STATUSES } from '../../../src/domain/application/status.ts';
import { partRoute } from '../../../src/domain/application/steps.ts';
import { TERMS_VERSION } from '../../../src/domain/application/terms.ts';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { isRealDate } from '../../../src/domain/input/date.ts';
import { RELATIVE_FIELDS } from '../../../src/domain/kinds/index.ts';

const root = new URL('../../../', import.meta.url);
const content = new URL('src/content/', root);

interface Entry {
  title: string;
  text?: string[];
  list?: string[];
  until?: string[];
  alt?: string;
  tests?: string[];
  explains?: string[];
}

const namesIn = (page: string) =>
  readdirSync(new URL(page, content), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
const read = (page: string, name: string, locale: Locale) =>
  JSON.parse(readFileSync(new URL(`${page}/${name}/${locale}.json`, content), 'utf8')) as Entry;
const wordsOf = ({ text = [], list = [], until = [] }: Entry) => [...text, ...list, ...until];

describe.each([...INFORMATION_PAGES, 'documents'])('the entries of "%s"', (page) => {
  it.each(namesIn(page))('the information %s has the same structure in both languages', (name) => {
    const [one, other] = LOCALES.map((locale) => {
      const { title: _title, alt: _alt, text, list, until, ...same } = read(page, name, locale);
      const gapsAndLinks = (texts: string[] = []) =>
        texts.map((part) => part.match(/\{\{\w+\}\}|\]\([^)]*\)/g)?.toSorted() ?? []);
      return { ...same, text: gapsAndLinks(text), list: gapsAndLinks(list), until: gapsAndLinks(until) };
    });
    expect(one).toEqual(other);
  });

  it.each(namesIn(page))(
    'the information %s has known placeholders only, and one complete sentence about the time',
    (name) => {
      for (const locale of LOCALES) {
        const entry = read(page, name, locale);
        const facts = factsIn(locale);
        for (const text of wordsOf(entry)) expect(() => fillFacts(text, facts)).not.toThrow();
        if (entry.until) expect(entry.until.some((text) => fillFacts(text, facts) !== null)).toBe(true);
      }
    },
  );

  it.each(namesIn(page))('the tests that the information %s names exist', (name) => {
    for (const file of read(page, name, 'ru').tests ?? []) expect(existsSync(new URL(file, root)), file).toBe(true);
  });
});

describe('times on the information pages', () => {
  it.each(LOCALES)("the help page has the sum of the stages' days (%s)", (locale) => {
    const days = MAIN_STATUSES.reduce((sum, status) => sum + (STAGES[status].days ?? 0), 0);
    expect(wordsOf(read('help', 'time', locale)).join()).toMatch(new RegExp(`\\b${days}\\b`));
  });

  it('the version of the terms is a date', () => {
    expect(isRealDate(TERMS_VERSION)).toBe(true);
  });
});

describe('the retention on the privacy page', () => {
  afterEach(() => vi.unstubAllEnvs());
  const until = (locale: Locale) => {
    const texts = read('privacy', 'application', locale).until ?? [];
    return texts.map((text) => fillFacts(text, factsIn(locale))).find((text) => text !== null);
  };

  it('the privacy page says that applications stay while no retention is set', () => {
    expect(until('en')).toContain('does not delete applications by itself');
  });

  it.each([
    ['en', '1', /^1\u00a0month after/],
    ['en', '12', /^12\u00a0months after/],
    ['ru', '1', /^Через 1\u00a0месяц после/],
    ['ru', '3', /^Через 3\u00a0месяца после/],
    ['ru', '12', /^Через 12\u00a0месяцев после/],
  ] as const)('the privacy page has the retention of the deployment (%s, %s)', (locale, months, sentence) => {
    vi.stubEnv('RETENTION_MONTHS', months);
    expect(until(locale)).toMatch(sentence);
  });
});

describe('a sentence with a placeholder', () => {
  const facts = { phone: '1345', email: null };

  it('fillFacts fills in a sentence, and returns null when the owner has not set its value', () => {
    expect(fillFacts('Call {{phone}}.', facts)).toBe('Call 1345.');
    expect(fillFacts('Call {{phone}} or write to {{email}}.', facts)).toBeNull();
  });

  it('fillFacts throws for an unknown placeholder', () => {
    expect(() => fillFacts('Call {{phon}}.', facts)).toThrow('{{phon}}');
  });
});

it('the information pages explain each file that an application asks for once', () => {
  const explained = namesIn('documents').flatMap((name) =>
    explainedFiles(read('documents', name, 'ru').explains ?? []),
  );
  const asked = [
    ...APPLICATION_TYPES.flatMap((type) =>
      fieldsOf(type).flatMap(({ name, kind }) => (kind === 'file' || kind === 'photo' ? [`${type}.${name}`] : [])),
    ),
    ...Object.entries(RELATIVE_FIELDS).flatMap(([name, { kind }]) => (kind === 'file' ? [`relatives.${name}`] : [])),
  ];
  expect(explained.toSorted()).toEqual(asked.toSorted());
});

it('name and address of the data controller are set together', () => {
  expect(OWNER.controller === null).toBe(OWNER.controllerAddress === null);
});

describe('the results of the accessibility check', () => {
  const { date, tool, standard, routes, states } = results as {
    date: string | null;
    tool: string | null;
    standard: string;
    routes: string[];
    states: string[];
  };

  it('the results of the accessibility check have pages, a date and a tool, or none of these', () => {
    const done = date !== null;
    expect([tool !== null, routes.length > 0]).toEqual([done, done]);
    expect(date === null || isRealDate(date)).toBe(true);
    expect(standard).toBe('WCAG 2.2 AA');
    expect(new Set(states).size).toBe(states.length);
  });

  it('the results of the accessibility check name only pages of the portal', () => {
    const files = readdirSync(new URL('src/pages/[locale]', root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.astro') && !/(^|\/)_/.test(file))
      .map((file) => `/${file.replace(/(^|\/)index\.astro$|\.astro$/, '')}`);
    const pages = APPLICATION_TYPES.flatMap((type) => [
      ...files.map((file) => file.replace('[type]', type)),
      ...partsOf(type).map((part) => partRoute(part, type)),
    ]);
    expect(routes.filter((route) => !pages.includes(route))).toEqual([]);
  });
});
