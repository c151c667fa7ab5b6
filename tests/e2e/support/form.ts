/** The application form as people find it: a control by its wire name, everything else by role and words. */
import type { Locator, Page } from 'playwright/test';
import type { Part } from '../../../src/domain/application/fields.ts';
import type { Locale, Namespace } from '../../../src/domain/i18n/locales.ts';
import { words } from './locale-words.ts';

/** The control with this name. */
export const box = (page: Page, name: string): Locator => page.locator(`[name="${name}"]`);

/** A sentence with gaps, as a pattern that takes anything in them. */
export function sentence(locale: Locale, namespace: Namespace, path: string): RegExp {
  return new RegExp(
    words(locale, namespace, path)
      .split(/\{\{\w+\}\}/)
      .map(literally)
      .join('.+'),
  );
}

/** A pattern for a text as it stands. */
export const containing = (text: string): RegExp => new RegExp(literally(text));

/** Spaces stand for no-break spaces, too, which `expect` keeps where it is given a pattern. */
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[ \u00A0]/g, '[ \\u00A0]');

/** The list of mistakes above a form. */
export function mistakes(page: Page, locale: Locale = 'en'): Locator {
  const [title = ''] = words(locale, 'forms', 'summary.title_other').split(' ');
  return page.getByRole('region', { name: new RegExp(`^${title} `) });
}

/** The button that saves a part, whatever it says: it differs with where somebody came from. */
export function saveButton(page: Page, locale: Locale = 'en'): Locator {
  const keys = ['part.save', 'part.return'];
  const said = keys.map((key) => literally(words(locale, 'application', key)));
  return page.getByRole('button', { name: new RegExp(`^(${said.join('|')})$`) });
}

/** The name of a part. */
export function partTitle(part: Part, locale: Locale = 'en'): string {
  return part === 'check'
    ? words(locale, 'application', 'review.title')
    : words(locale, 'forms', `parts.${part}.title`);
}

/** The way to a part, in the list of parts beside the form. */
export function partLink(page: Page, part: Part, locale: Locale = 'en'): Locator {
  const parts = page.getByRole('navigation', { name: words(locale, 'application', 'part.label') });
  return parts.getByRole('link', { name: partTitle(part, locale) });
}

/** The link to the same page in a language. */
export function languageLink(page: Page, to: Locale): Locator {
  return page.getByRole('link', { name: words(to, 'home', 'language.name') });
}

/** At the English check, what leads to the field with this label. */
export function changeAnswer(page: Page, part: Part, label: string): Locator {
  const title = partTitle(part);
  const name = `${words('en', 'application', 'review.change')} ${label} (${title})`;
  return page.getByRole('region', { name: title }).getByRole('link', { name, exact: true });
}

/** What is said at a field while it is filled in. */
export const said = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

/** The page's heading. */
export const heading = (page: Page, text: string): Locator => page.getByRole('heading', { level: 1, name: text });

/** The small picture of a file that was chosen. */
export const preview = (within: Page | Locator): Locator => within.locator('img[src^="blob:"]');
