/** The one list of sources of the landing page: each once, in the order in which the page refers to them. */
import { REQUIREMENT_SOURCES, TIMES_SOURCES } from '../../content/contacts.ts';
import { SECTIONS } from '../../content/sections.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { entriesOf } from './entries.ts';

export interface Source {
  name: string;
  href: string;
}

/** @returns the sources; the number of one is its place, from 1 */
export async function landingSources(locale: Locale): Promise<Source[]> {
  const entries = (await Promise.all(SECTIONS.map((section) => entriesOf(section, locale)))).flat();
  const said = entries.flatMap(({ data: { source } }) => (source ? [{ name: source.name, href: source.url }] : []));
  const all = [...TIMES_SOURCES, ...REQUIREMENT_SOURCES, ...said];
  return all.filter(({ href }, place) => all.findIndex((one) => one.href === href) === place);
}
