/** E-mail addresses: one rule for form and host, and the key of an address. */
import type { FieldCode } from '../api/field-codes.ts';
import { normalizeText, normalizeWidth } from './text.ts';

/** Visible characters without a meaning in a mail header. */
const LOCAL = /^(?!.*[\p{C}\p{DI}])[^\s@"(),:;<>[\]\\]+$/u;
/** Beyond ASCII, mailboxes have letters, their marks and digits (RFC 6531; RFC 8398, section 3, excludes symbols such as emoji). */
const NOT_IN_A_MAILBOX = /[^\p{L}\p{M}\p{N}\p{C}\p{DI}\p{Z}\x21-\x7e]/u;
const DOMAIN = /^(?!.*\p{DI})[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;
const MAX_LENGTH = 254;
const MAX_LOCAL = 64;

/** Scripts with letters that look like those of another. */
const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
);
/** An IPv4 address, which is no domain of a mail service (WHATWG URL Standard, "ends in a number"). */
const NUMBER = /^(?:\d+|0x[\da-f]*)$/i;

const mixesScripts = (label: string) => SCRIPTS.filter((script) => script.test(label)).length > 1;

/** The browser, Node and workerd have it (WHATWG URL Standard, "domain to ASCII"). */
declare const URL: new (url: string) => { hostname: string };

/** The ASCII domain (IDNA), lower case; null where there is none. */
function asciiDomain(domain: string): string | null {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}

/** The issue of an address, or null. Quoted local parts are not accepted. */
export function emailIssue(value: string): FieldCode | null {
  const at = value.lastIndexOf('@');
  const [local, domain] = [value.slice(0, at), value.slice(at + 1)];
  if (at > 0 && NOT_IN_A_MAILBOX.test(local)) return 'email_characters';
  if (at < 1 || value.length > MAX_LENGTH || local.length > MAX_LOCAL || !LOCAL.test(local)) return 'email_format';
  if (/^\.|\.\.|\.$/.test(local)) return 'email_dots';
  const labels = domain.split('.');
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-')) || domain.includes('..'))
    return 'email_domain';
  if (!DOMAIN.test(domain)) return 'email_format';
  if ([...labels, ...local.split(/[.+_-]/)].some(mixesScripts)) return 'email_scripts';
  return NUMBER.test(labels.at(-1) ?? '') || asciiDomain(domain) === null ? 'email_domain' : null;
}

export const isEmail = (value: string): boolean => emailIssue(value) === null;

/**
 * Removes what is copied along: invisible characters, `mailto:`, the name before `<a@example.org>`, a final `.` or `,`; turns 。
 * into a dot.
 */
export function normalizeEmail(value: string): string {
  const text = normalizeWidth(normalizeText(value))
    .replace(/[\u3002\uff61]/g, '.')
    .trim();
  const inBrackets = /^[^<>]*<([^<>]+)>\W*$/u.exec(text)?.[1] ?? text;
  const address = inBrackets.replace(/^\s*mailto:/i, '').trim();
  // A regular expression that looks for an end takes quadratic time.
  let end = address.length;
  while (end > 0 && ' .,;'.includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}

/** Equal for equal addresses: lower case, Unicode NFC, ASCII domain. */
export function emailKey(value: string): string {
  const address = normalizeEmail(value).normalize('NFC').toLowerCase();
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  // Browsers convert non-ASCII domains differently.
  return /^[\x20-\x7e]*$/.test(domain) ? address : address.slice(0, at) + (asciiDomain(domain) ?? domain);
}

/** Mail services that ignore dots, under either of their domains. */
const DOTLESS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/** Equal for spellings of one mailbox: {@link emailKey} without `+tag`, and without dots where the service ignores them. */
export function mailboxKey(value: string): string {
  const key = emailKey(value);
  const at = key.lastIndexOf('@');
  if (at < 1) return key;
  const [name, domain] = [key.slice(0, at), key.slice(at + 1)];
  const tag = name.indexOf('+', 1);
  const local = tag === -1 ? name : name.slice(0, tag);
  const dotless = DOTLESS[domain];
  return dotless ? `${local.replaceAll('.', '')}@${dotless}` : `${local}@${domain}`;
}
