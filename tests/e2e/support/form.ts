/** The application form: controls by wire name, everything else by role and text. */
import type { Locator, Page } from 'playwright/test';
import type { Part } from '../../../src/domain/application/fields.ts';
import type { Locale, Namespace } from '../../../src/domain/i18n/locales.ts';
import { words } from './locale-words.ts';

/** Returns the control with this name. */
export const box = (page: Page, name: string): Locator => page.locator(`[name="${name}"]`);

/** Returns a pattern for a sentence whose placeholders may be anything. */
export function sentence(locale: Locale, namespace: Namespace, path: string): RegExp {
  return new RegExp(
    words(locale, namespace, path)
      .split(/\{\{\w+\}\}/)
      .map(literally)
      .join('.+'),
  );
}

/** Returns a pattern for an exact text. */
export const containing = (text: string): RegExp => new RegExp(literally(text));

/** Spaces match no-break spaces, which `expect` does not normalise for patterns. */
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[ \u00A0]/g, '[ \\u00A0]');

/** Returns the error summary above a form. */
export function errorSummary(page: Page, locale: Locale = 'en'): Locator {
  const [title = ''] = words(locale, 'forms', 'summary.title_other').split(' ');
  return page.getByRole('region', { name: new RegExp(`^${title} `) });
}

/** Returns the button that saves a part; its label depends on where the applicant came from. */
export function saveButton(page: Page, locale: Locale = 'en'): Locator {
  const keys = ['part.save', 'part.return'];
  const said = keys.map((key) => literally(words(locale, 'application', key)));
  return page.getByRole('button', { name: new RegExp(`^(${said.join('|')})$`) });
}

/** Returns the title of a part. */
export function partTitle(part: Part, locale: Locale = 'en'): string {
  return part === 'check'
    ? words(locale, 'application', 'review.title')
    : words(locale, 'forms', `parts.${part}.title`);
}

/** Returns the link to a part in the list beside the form. */
export function partLink(page: Page, part: Part, locale: Locale = 'en'): Locator {
  const parts = page.getByRole('navigation', { name: words(locale, 'application', 'part.label') });
  // Hidden from screen readers until the list is expanded.
  return parts.getByRole('link', { name: partTitle(part, locale), includeHidden: true });
}

/** Returns the link to the page in another language. */
export function languageLink(page: Page, to: Locale): Locator {
  return page.getByRole('link', { name: words(to, 'home', 'language.name') });
}

/** Returns the fold of a part on the English check. */
export function foldOf(page: Page, part: Part): Locator {
  const title = page.getByRole('heading', { level: 2, name: partTitle(part), exact: true });
  return page.getByRole('group').filter({ has: title });
}

/** Follows the link on the English check that changes the field with this label; opens the part's fold first. */
export async function changeAnswer(page: Page, part: Part, label: string): Promise<void> {
  const fold = foldOf(page, part);
  if (!(await fold.evaluate((details: HTMLDetailsElement) => details.open))) await fold.getByRole('heading').click();
  const name = literally(words('en', 'application', 'review.changeOf', { what: label }));
  // A label that two parts have is followed by the part.
  await fold.getByRole('link', { name: new RegExp(`^${name}(?: \\(.+\\))?$`, 'i') }).click();
}

/** Returns the live text at a field. */
export const liveText = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

/** Returns the page's heading. */
export const heading = (page: Page, text: string): Locator => page.getByRole('heading', { level: 1, name: text });

/** Returns the preview of a chosen file. */
export const preview = (within: Page | Locator): Locator => within.locator('img[src^="blob:"]');
