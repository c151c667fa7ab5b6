import type { Part } from '../domain/application/fields.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../domain/application/types.ts';
import { LOCALES, type Locale, type Namespace } from '../domain/i18n/locales.ts';

/** Shared by every layout, so that a page can switch layouts. */
export interface LayoutProps {
  locale: Locale;
  /** The page's address without its language, e.g. `/auth/login`. */
  route: string;
  /** The document's title; the portal's name is added. */
  title: string;
  description?: string;
  /** Keeps the page out of search engines. */
  noindex?: boolean;
  /** Namespaces whose texts the page contains for its islands. */
  text?: Namespace[];
  /** Sections of these namespaces that no island of the page shows. */
  without?: string[];
  /** The one type of application that the page is about. */
  type?: ApplicationType | undefined;
  /** The one part of an application that the page asks for. */
  part?: Part | undefined;
}

/** `getStaticPaths` of a page below `[locale]`: it is built once for each language. */
export const localisedPaths = (): { params: { locale: Locale } }[] => LOCALES.map((locale) => ({ params: { locale } }));

/** `getStaticPaths` of a page below `[locale]` for each of these types of application. */
export const localisedTypePaths = (types: readonly ApplicationType[] = APPLICATION_TYPES) =>
  localisedPaths().flatMap(({ params }) => types.map((type) => ({ params: { ...params, type } })));
