/** Where the files of a record open (specification §3). */
import { FILES_BASE } from '../../domain/api/endpoints.ts';
import type { FileLinks } from '../../domain/application/record.ts';

let links: FileLinks | null = null;

/** Takes the links of the record that is shown; null where its references are addresses of the portal. */
export function setFileLinks(told: FileLinks | null): void {
  links = told;
}

/** The address on this origin; null for what can't be opened here. @param reference a file as the host names it */
export function fileHref(reference: string | null | undefined): string | null {
  if (!reference) return null;
  if (links) return Object.hasOwn(links, reference) ? onOrigin(links[reference]) : null;
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(reference)) return null;
  const rooted = reference.startsWith('/') ? reference : `/${reference}`;
  return rooted.startsWith(`${FILES_BASE}/`) ? rooted : FILES_BASE + rooted;
}

const onOrigin = (link: string | undefined) => (link?.startsWith(`${FILES_BASE}/`) ? link : null);
