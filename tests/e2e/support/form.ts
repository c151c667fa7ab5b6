/** The application form as people find it: a control by its wire name, everything else by role and words. */
import type { Locator, Page } from 'playwright/test';
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

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The list of mistakes above a form. */
export function mistakes(page: Page, locale: Locale = 'en'): Locator {
  const [title = ''] = words(locale, 'forms', 'summary.title_other').split(' ');
  return page.getByRole('region', { name: new RegExp(`^${title} `) });
}

/** The button that sends a step, whatever it says: it differs with the step, and with where somebody came from. */
export function stepButton(page: Page, locale: Locale = 'en'): Locator {
  const keys = ['person.submit', 'person.return', 'visit.submit', 'visit.return'];
  const said = keys.map((key) => literally(words(locale, 'application', key)));
  return page.getByRole('button', { name: new RegExp(`^(${said.join('|')})$`) });
}

/** The way to a step, in the list of steps. */
export function stepLink(page: Page, step: 'person' | 'visit' | 'review', locale: Locale = 'en'): Locator {
  const steps = page.getByRole('navigation', { name: words(locale, 'application', 'steps.label') });
  return steps.getByRole('link', { name: words(locale, 'application', `steps.${step}.label`) });
}

/** The link to the same page in a language. */
export function languageLink(page: Page, to: Locale): Locator {
  return page.getByRole('link', { name: words(to, 'home', 'language.name') });
}

/** In a section of the English review, what leads to the field with this label; its name may end with the section's. */
export function changeAnswer(page: Page, section: string, label: string): Locator {
  const name = new RegExp(`^${literally(`${words('en', 'application', 'review.change')} ${label}`)}( \\(|$)`);
  const part = page.getByRole('region', { name: words('en', 'application', `sections.${section}`) });
  return part.getByRole('link', { name }).or(part.getByRole('button', { name }));
}

/** What is said at a field while it is filled in. */
export const said = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

/** The page's heading. */
export const heading = (page: Page, text: string): Locator => page.getByRole('heading', { level: 1, name: text });

/** The small picture of a file that was chosen. */
export const preview = (within: Page | Locator): Locator => within.locator('img[src^="blob:"]');
