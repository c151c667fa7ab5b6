/** The entries of the landing page's sections. */
import { type CollectionEntry, getCollection } from 'astro:content';
import type { ContentSection } from '../../content/collections.ts';
import type { Locale } from '../../domain/i18n/locales.ts';

/** @returns the entries of a section, in their order */
export async function entriesOf<Name extends ContentSection>(
  section: Name,
  locale: Locale,
): Promise<CollectionEntry<Name>[]> {
  const entries = await getCollection(section, ({ id }) => id.endsWith(`/${locale}`));
  return entries.sort((a, b) => a.data.order - b.data.order);
}

/** The name of an entry: its folder, the same in every language. */
export function entryName({ id }: { id: string }): string {
  return id.split('/')[0] ?? id;
}
