/** URLs of the form's pages. The router replaces these pages without a reload, so that the draft is read only once. */
import { navigate } from 'astro:transitions/client';
import { FIELDS, type Part } from '../../domain/application/fields.ts';
import { partRoute, WIZARD_ROUTES } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';

/** Query of a part that returns to the review page. */
const FROM_CHECK = '?from=check';

interface PartLink {
  /** Form path of the field to focus. */
  field?: string | undefined;
  /** Saving returns to the review page. */
  fromCheck?: boolean | undefined;
}

export function partHref(locale: Locale, part: Part, type: ApplicationType | null, link: PartLink = {}): string {
  const { field, fromCheck = false } = link;
  return localePath(locale, partRoute(part, type)) + (fromCheck ? FROM_CHECK : '') + (field ? `#${field}` : '');
}
export const overviewHref = (locale: Locale) => localePath(locale, WIZARD_ROUTES.overview);
export const chooseHref = (locale: Locale) => localePath(locale, WIZARD_ROUTES.choose);

/** The link in the page's URL; empty in a build. */
export function readPartLink(): PartLink {
  if (typeof location === 'undefined') return {};
  const [, name = ''] = /^#([\w-]+)/.exec(location.hash) ?? [];
  // Other hashes are anchors of the page, or of an older version of the portal.
  const field = name in FIELDS ? location.hash.slice(1) : undefined;
  return { field, fromCheck: location.search === FROM_CHECK };
}

/** Opens a page in place of this history entry, without a reload, since the submission is only in this page's memory. */
export function replacePage(href: string): void {
  void navigate(href, { history: 'replace' });
}
