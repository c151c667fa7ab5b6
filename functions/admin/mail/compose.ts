/** The words of each mail, plain and HTML, from `locales/admin`. */
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { localePath } from '../../../src/domain/i18n/paths.ts';
import { type Words, wordsOf } from '../words.ts';

export type Mail =
  | { kind: 'code'; code: string }
  | { kind: 'passwordChanged' }
  | { kind: 'emailChanged' }
  | { kind: 'received'; id: string }
  | { kind: 'status'; id: string; status: string; note: string };

export interface ComposedMail {
  /** Name of the sender. */
  sender: string;
  subject: string;
  text: string;
  html: string;
}

/** A paragraph; a `code` is set large. */
type Line = { text: string; code?: boolean; href?: string };

/**
 * @param origin of the portal, for links
 */
export function composeMail(mail: Mail, locale: Locale, origin: string): ComposedMail {
  const t = wordsOf(locale, 'mail');
  const lines = [
    { text: t('greeting') },
    ...linesOf(mail, t, (route) => new URL(localePath(locale, route), origin).href),
    { text: t('signature') },
  ];
  return {
    sender: t('sender'),
    subject: t(`${mail.kind}.subject`, { id: 'id' in mail ? mail.id : '' }),
    text: `${lines.map(({ text, href }) => (href ? `${text}\n${href}` : text)).join('\n\n')}\n`,
    html: page(locale, lines),
  };
}

function linesOf(mail: Mail, t: Words, link: (route: string) => string): Line[] {
  switch (mail.kind) {
    case 'code':
      return [
        { text: t('code.intro') },
        { text: mail.code, code: true },
        { text: t('code.use') },
        { text: t('code.other') },
      ];
    case 'passwordChanged':
      return [
        { text: t('passwordChanged.intro') },
        { text: t('passwordChanged.other'), href: link('/auth/reset/password') },
      ];
    case 'emailChanged':
      return [{ text: t('emailChanged.intro') }, { text: t('emailChanged.other') }];
    case 'received':
      return [
        { text: t('received.intro') },
        { text: mail.id, code: true },
        { text: t('received.next') },
        { text: t('received.follow'), href: link('/profile/status') },
      ];
    case 'status':
      return [
        { text: t('status.intro', { id: mail.id }) },
        { text: t(`status.${mail.status}`, { defaultValue: t('status.unknown', { status: mail.status }) }) },
        ...(mail.note ? [{ text: t('status.note', { note: mail.note }) }] : []),
        { text: t('status.follow'), href: link('/profile/status') },
      ];
  }
}

function page(locale: Locale, lines: readonly Line[]): string {
  const paragraphs = lines.map(({ text, code, href }) => {
    const style = code ? ' style="font-size:28px;font-weight:bold;letter-spacing:2px"' : '';
    const link = href ? `<br><a href="${escapeHtml(href)}">${escapeHtml(href)}</a>` : '';
    return `<p${style}>${escapeHtml(text).replaceAll('\n', '<br>')}${link}</p>`;
  });
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"></head>`,
    '<body style="margin:0 auto;max-width:36em;padding:16px;font:16px/1.5 sans-serif;color:#1a1a1a;background:#fff">',
    ...paragraphs,
    '</body></html>',
  ].join('\n');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
