/** The path of an application's page. @param rest path below it, or query */
export const applicationPath = (id: string, rest = '') => `/applications/${encodeURIComponent(id)}${rest}`;

export const messagePath = (id: string, rest = '') => `/messages/${encodeURIComponent(id)}${rest}`;

/** `?skip=` of a page: how many entries of its list come before; 0 without a valid one. */
export const skippedEntries = (path: string) => Number(/[?&]skip=(\d{1,6})(?:&|$)/.exec(path)?.[1] ?? 0);

/** The path with another `?skip=`. */
export function skipTo(path: string, count: number): string {
  const [page, query] = path.split('?');
  const values = new URLSearchParams(query);
  values.set('skip', String(count));
  values.delete('done');
  return `${page}?${values}`;
}

/** A section of an application's page; whole on a page of its own. */
export interface SectionProps {
  id: string;
  isWhole?: boolean;
}

/** Longest text of a section in code points, unless it is whole; and the section's own page. */
export const limitsOf = (id: string, section: string, isWhole = false) =>
  isWhole ? { maxLength: Infinity } : { more: applicationPath(id, `/${section}`), maxLength: 240 };
