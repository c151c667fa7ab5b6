/** URLs of a record's files (requirements: file-links). */
import { FILES_BASE } from '../../domain/api/bases.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';

type FileLinks = ApplicantRecord['file_links'] | null;

let links: FileLinks = null;

/** Sets the links of the shown record; null where its references are URLs of the portal. */
export function setFileLinks(fileLinks: FileLinks): void {
  links = fileLinks;
}

/** The URL on this origin; null for a file that can't be opened here. @param reference the host's name of the file */
export function fileHref(reference: string | null | undefined): string | null {
  if (!reference) return null;
  if (links) return Object.hasOwn(links, reference) ? onOrigin(links[reference]) : null;
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(reference)) return null;
  const rooted = reference.startsWith('/') ? reference : `/${reference}`;
  return rooted.startsWith(`${FILES_BASE}/`) ? rooted : FILES_BASE + rooted;
}

const onOrigin = (link: string | undefined) => (link?.startsWith(`${FILES_BASE}/`) ? link : null);
