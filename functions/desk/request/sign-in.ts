/** The response without a valid token: a form that was submitted stays in the page, to be sent again after signing in. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { wordsOf } from '../../admin/mail/words.ts';
import type { OfficeBindings } from './office.ts';
import { isOwnForm } from './own-requests.ts';

/** Longer forms are not kept. */
const MAX_CHARACTERS = 30_000;

export async function signInAgain(c: Context<OfficeBindings>, locale: Locale): Promise<Response> {
  const form = c.req.method === 'POST' && isOwnForm(c) ? await c.req.formData().catch(() => null) : null;
  const pairs = [...(form ?? [])].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const isKept = pairs.length > 0 && pairs.flat().join('').length <= MAX_CHARACTERS;
  if (!isKept) return c.text('Sign in with Cloudflare Access. Войдите через Cloudflare Access.', 403);
  const t = wordsOf(locale, 'web');
  const { pathname } = new URL(c.req.url);
  const path = pathname.replace(/^\/+/, '/');
  return c.html(
    html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${t('session.title')}</title></head>
<body><main><h1>${t('session.title')}</h1><p>${t('session.text')}</p>
<ol><li><a href="/" target="_blank" rel="noopener">${t('session.signIn')}</a></li>
<li><form method="post" action="${path}">${pairs.map(
      ([name, value]) => html`<textarea name="${name}" hidden>
${value}</textarea>`,
    )}<button>${t('session.send')}</button></form></li></ol></main></body></html>`,
    403,
  );
}
