/** The entries of the landing page's sections, and the one list of their sources. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { SECTIONS, type Section } from '../../content/collections.ts';
import { REQUIREMENT_SOURCES, TIMES_SOURCES } from '../../content/contacts.ts';
import type { Locale } from '../../domain/i18n/locales.ts';

/** @returns the entries of a section, in their order */
export async function entriesOf<Name extends Section>(section: Name, locale: Locale): Promise<CollectionEntry<Name>[]> {
  const entries = await getCollection(section, ({ id }) => id.endsWith(`/${locale}`));
  return entries.sort((a, b) => a.data.order - b.data.order);
}

/** The name of an entry: its folder, the same in every language. */
export function entryName({ id }: { id: string }): string {
  return id.split('/')[0] ?? id;
}

export interface Source {
  name: string;
  href: string;
}

/** @returns each source once, in the order of the page's references; its number is its place, from 1 */
export async function landingSources(locale: Locale): Promise<Source[]> {
  const entries = (await Promise.all(SECTIONS.map((section) => entriesOf(section, locale)))).flat();
  const said = entries.flatMap(({ data: { source } }) => (source ? [{ name: source.name, href: source.url }] : []));
  const all = [...TIMES_SOURCES, ...REQUIREMENT_SOURCES, ...said];
  return all.filter(({ href }, place) => all.findIndex((one) => one.href === href) === place);
}
