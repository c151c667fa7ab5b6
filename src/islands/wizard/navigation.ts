/** Ways between the pages of the form. They replace each other without a reload, so that the draft is read once. */
import { navigate } from 'astro:transitions/client';
import { FIELDS, type Part } from '../../domain/application/fields.ts';
import { partRoute, WIZARD_ROUTES } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';

/** What the address of a part ends with when it leads back to the check. */
const FROM_CHECK = '?from=check';

export interface PartLink {
  /** Form path of the question to begin at. */
  field?: string | undefined;
  /** Saving leads back to the check. */
  fromCheck?: boolean | undefined;
}

export function partHref(locale: Locale, part: Part, type: ApplicationType | null, link: PartLink = {}): string {
  const { field, fromCheck = false } = link;
  return localePath(locale, partRoute(part, type)) + (fromCheck ? FROM_CHECK : '') + (field ? `#${field}` : '');
}
export const overviewHref = (locale: Locale) => localePath(locale, WIZARD_ROUTES.overview);
export const chooseHref = (locale: Locale) => localePath(locale, WIZARD_ROUTES.choose);

/** What the page's address asks for. Nothing while it is being built. */
export function askedInAddress(): PartLink {
  if (typeof location === 'undefined') return {};
  const [, name = ''] = /^#([\w-]+)/.exec(location.hash) ?? [];
  // Other hashes lead to places of the page, such as its content, or come from an older edition of the portal.
  const field = name in FIELDS ? location.hash.slice(1) : undefined;
  return { field, fromCheck: location.search === FROM_CHECK };
}

/**
 * Opens a page in place of this one, so that "back" does not lead to what is gone. Without a reload: what was sent is in
 * this page's memory.
 */
export function openInstead(href: string): void {
  void navigate(href, { history: 'replace' });
}
