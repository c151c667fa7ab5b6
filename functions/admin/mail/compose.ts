/** The words of each mail, plain and HTML, from `locales/admin`. */
import { WAY_BACK_ROUTE } from '../../../src/domain/account/reset.ts';
import { mailRoute } from '../../../src/domain/account/session.ts';
import { type Visa, visaCalendar, visaRoute } from '../../../src/domain/application/issued-visa.ts';
import { qrPicture } from '../../../src/domain/application/visa-qr.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { localePath } from '../../../src/domain/i18n/paths.ts';
import { writtenDate } from '../../../src/domain/i18n/written-dates.ts';
import { cleanText } from '../../../src/domain/input/text.ts';
import { formWords, type Words, wordsOf } from './words.ts';

export type Mail =
  | { kind: 'code'; code: string }
  | { kind: 'passwordChanged' }
  /** `token` restores the old address; null where that is not possible. */
  | { kind: 'emailChanged'; token: string | null }
  | { kind: 'emailRestored' }
  | { kind: 'received'; id: string }
  | { kind: 'status'; id: string; status: string; note: string }
  | { kind: 'visa'; id: string; note: string; visa: Visa };

export interface ComposedMail {
  /** Name of the sender. */
  sender: string;
  subject: string;
  text: string;
  html: string;
  attachments?: EmailAttachment[];
}

/** A paragraph; a `code` is set large. A picture stands in the HTML only. */
type Line = { text: string; code?: boolean; href?: string } | { picture: string; text: string };

/** Names the QR code inside the mail that carries it (RFC 2392). */
const QR_ID = 'visa-qr';

/** @param origin of the portal, for links @param now milliseconds since 1970; a calendar file tells when it was made */
export function composeMail(mail: Mail, locale: Locale, origin: string, now: number): ComposedMail {
  const t = wordsOf(locale, 'mail');
  const link = (route: string) => new URL(localePath(locale, route), origin).href;
  const lines: Line[] = [{ text: t('greeting') }, ...linesOf(mail, locale, t, link), { text: t('signature') }];
  return {
    sender: t('sender'),
    // A line break in a header would begin another one.
    subject: cleanText(t(`${mail.kind}.subject`, { id: 'id' in mail ? mail.id : '' })),
    text: `${lines.flatMap((line) => ('picture' in line ? [] : [plain(line)])).join('\n\n')}\n`,
    html: page(locale, lines),
    ...(mail.kind === 'visa' ? { attachments: visaAttachments(mail.visa, t, link, now) } : {}),
  };
}

const plain = ({ text, href }: { text: string; href?: string }) => (href ? `${text}\n${href}` : text);

function linesOf(mail: Mail, locale: Locale, t: Words, link: (route: string) => string): Line[] {
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
      if (mail.token === null) return [{ text: t('emailChanged.intro') }, { text: t('emailChanged.other') }];
      return [
        { text: t('emailChanged.intro') },
        { text: t('emailChanged.back'), href: `${link(WAY_BACK_ROUTE)}#${mail.token}` },
        { text: t('emailChanged.after') },
      ];
    case 'emailRestored':
      return [{ text: t('emailRestored.intro') }, { text: t('emailRestored.other') }];
    case 'received':
      return [
        { text: t('received.intro') },
        { text: mail.id, code: true },
        { text: t('received.next') },
        { text: t('received.follow'), href: link(mailRoute('/profile/status')) },
      ];
    case 'status':
      return [
        { text: t('status.intro', { id: mail.id }) },
        { text: t(`status.${mail.status}`, { defaultValue: t('status.unknown', { status: mail.status }) }) },
        ...(mail.note ? [{ text: t('status.note', { note: mail.note }) }] : []),
        { text: t('status.follow'), href: link(mailRoute('/profile/status')) },
      ];
    case 'visa': {
      const { code, valid_from, valid_to } = mail.visa;
      // The runtime's Intl does not know the months of every language.
      const forms = formWords(locale);
      const [from, to] = [writtenDate(valid_from, forms), writtenDate(valid_to, forms)];
      return [
        { text: t('visa.intro', { id: mail.id }) },
        { text: t('visa.validity', { from, to }) },
        { text: t('visa.code') },
        { text: code, code: true },
        { text: t('visa.check') },
        { text: t('visa.page'), href: link(visaRoute(code)) },
        { picture: QR_ID, text: t('visa.qr') },
        ...(mail.note ? [{ text: t('status.note', { note: mail.note }) }] : []),
        { text: t('visa.collect') },
        { text: t('visa.follow'), href: link(mailRoute('/profile/status')) },
      ];
    }
  }
}

function visaAttachments(visa: Visa, t: Words, link: (route: string) => string, now: number): EmailAttachment[] {
  const address = link(visaRoute(visa.code));
  const words = { begins: t('visa.begins'), ends: t('visa.ends') };
  return [
    { disposition: 'inline', contentId: QR_ID, filename: 'visa.gif', type: 'image/gif', content: qrPicture(address) },
    {
      disposition: 'attachment',
      filename: 'visa.ics',
      type: 'text/calendar; charset=utf-8',
      content: visaCalendar(visa, words, address, now),
    },
  ];
}

function page(locale: Locale, lines: readonly Line[]): string {
  const paragraphs = lines.map((line) => {
    if ('picture' in line) return `<p><img src="cid:${line.picture}" alt="${escapeHtml(line.text)}"></p>`;
    const { text, code, href } = line;
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
