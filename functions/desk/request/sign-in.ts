/** The response without a valid token: a form that was submitted stays in the page, to be sent again after signing in. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { wordsOf } from '../../admin/mail/words.ts';
import type { OfficeBindings } from './office.ts';
import { isOwnForm } from './own-requests.ts';

/** A page has at most 60 KB: a longer form is not kept, and the page says so. */
const MAX_BYTES = 60 * 1024;

export async function signInAgain(c: Context<OfficeBindings>, locale: Locale): Promise<Response> {
  const form = c.req.method === 'POST' && isOwnForm(c) ? await c.req.formData().catch(() => null) : null;
  const pairs = [...(form ?? [])].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  if (pairs.length === 0) return c.text('Sign in with Cloudflare Access. Войдите через Cloudflare Access.', 403);
  const t = wordsOf(locale, 'web');
  const { pathname, search } = new URL(c.req.url);
  const path = pathname.replace(/^\/+/, '/') + search;
  const fields = pairs.map(
    ([name, value]) => html`<textarea name="${name}" hidden>
${value}</textarea>`,
  );
  const page = (text: string, again: unknown) =>
    html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${t('session.title')}</title></head>
<body><main><h1>${t('session.title')}</h1><p>${text}</p>
<ol><li><a href="/" target="_blank" rel="noopener">${t('session.signIn')}</a></li>${again}</ol></main></body></html>`;
  const send = html`<button>${t('session.send')}</button>`;
  const kept = await page(
    t('session.text'),
    html`<li><form method="post" action="${path}">${fields}${send}</form></li>`,
  );
  const isKept = new TextEncoder().encode(String(kept)).length <= MAX_BYTES;
  return c.html(isKept ? kept : page(t('session.long'), ''), 403);
}
