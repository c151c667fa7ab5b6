/** The path of an application's page. @param rest path below it, or query */
export const applicationPath = (id: string, rest = '') => `/applications/${encodeURIComponent(id)}${rest}`;

export const messagePath = (id: string, rest = '') => `/messages/${encodeURIComponent(id)}${rest}`;

/**
 * A number in a path's query; 0 if it is missing or invalid.
 * @param name `skip`: how many entries of the list come before the page
 */
export const numberOf = (path: string, name: 'skip' | 'before') =>
  Number(/^\d{1,9}$/.exec(queryOf(path).get(name) ?? '')?.[0] ?? 0);

export const queryOf = (path: string) => new URLSearchParams(path.split('?')[1]);

/**
 * The list that the officer came from, a queue with the position in it or a search, as a query that links keep; `''` for none.
 * @param start `?` or `&`
 */
export function listQuery(path: string, start: '?' | '&'): string {
  const [list] = /(?<=[?&])(?:queue=\w{1,30}(?:&at=\d{1,15})?|search=[\w-]{1,40})(?=&|$)/.exec(path) ?? [];
  return list ? `${start}${list}` : '';
}

/** The paths of that list or search, and of its next case; null without a list. */
export function listPaths(path: string, id: string) {
  const query = listQuery(path, '?');
  const [, search] = /^\?search=(.+)/.exec(query) ?? [];
  if (search) return { list: `/search/${search}`, next: `/search/${search}/next?after=${id}`, isSearch: true };
  return query === ''
    ? null
    : { list: `/${query.replace(/&at=\d+/, '')}`, next: `/next${query}&after=${id}`, isSearch: false };
}

/** The path with another value in its query, and without the result of an action. */
export function withQuery(path: string, name: 'skip' | 'after' | 'lng', value: string): string {
  const values = queryOf(path);
  values.set(name, value);
  values.delete('done');
  return `${path.split('?')[0]}?${values}`;
}

export const skipTo = (path: string, count: number) => withQuery(path, 'skip', String(count));

/** A section of an application's page; on a page of its own it is shown completely. */
export interface SectionProps {
  id: string;
  isWhole?: boolean;
}

/** Longest text of a section in code points, unless it is shown completely; and the section's own page. */
export const limitsOf = (id: string, section: string, isWhole = false) =>
  isWhole ? { maxLength: Infinity } : { more: applicationPath(id, `/${section}`), maxLength: 180 };
