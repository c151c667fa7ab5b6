/** The request of a call, as pages send it. */
import type { Locale } from '../i18n/locales.ts';
import { ENDPOINTS, type EndpointId } from './endpoints.ts';

export interface RequestContent {
  /** The body of a call with JSON; `{}` by default. */
  json?: unknown;
  token?: string | null;
  locale?: Locale | undefined;
}

/** Everything but URL and form: a form sets its own content type. */
export function requestOf(id: EndpointId, { json = {}, token, locale }: RequestContent) {
  const { method, body } = ENDPOINTS[id];
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (locale) headers['Accept-Language'] = locale;
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body === 'json') headers['Content-Type'] = 'application/json';
  return { method, headers, body: body === 'json' ? JSON.stringify(json) : null };
}
