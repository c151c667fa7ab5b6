/** The pages of an information page that has one page a topic. */
import { getCollection } from 'astro:content';
import { entryName } from '../components/landing/entries.ts';
import type { TopicPage } from '../content/collections.ts';
import type { Locale } from '../domain/i18n/locales.ts';

/** `getStaticPaths` of the topics of a page below `[locale]`, from the entries of its collection. */
export async function topicPaths(page: TopicPage): Promise<{ params: { locale: Locale; topic: string } }[]> {
  const entries = await getCollection(page);
  return entries.map((entry) => ({ params: { locale: entry.id.split('/')[1] as Locale, topic: entryName(entry) } }));
}
