/** Files of a record: the host gives signed paths, whose last segment is the name of the file (specification §3). */
import { FILES_BASE } from '../../domain/api/endpoints.ts';

/** The address of a file on this origin; null for what is no path of a file. */
export function fileHref(path: string | null | undefined): string | null {
  if (!path || /^[a-z][a-z\d+.-]*:|^\/\//i.test(path)) return null;
  const rooted = path.startsWith('/') ? path : `/${path}`;
  return rooted.startsWith(`${FILES_BASE}/`) ? rooted : FILES_BASE + rooted;
}
