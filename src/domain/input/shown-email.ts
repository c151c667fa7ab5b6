/// <reference path="./punycode.d.ts" />
/** E-mail addresses as people read them. Separate from the rule of a form, which does not need Punycode. */
import { toUnicode } from 'punycode.js/punycode.es6.js';
import { emailIssue, emailKey } from './email.ts';

/** The address with a Unicode domain: `anna@почта-пример.рф`, not `anna@xn--…`; unchanged where its letters could deceive. */
export function shownEmail(address: string): string {
  if (!address.toLowerCase().includes('xn--')) return address;
  try {
    const at = address.lastIndexOf('@');
    const shown = address.slice(0, at) + toUnicode(address.slice(at).toLowerCase());
    return emailIssue(shown) === null && emailKey(shown) === emailKey(address) ? shown : address;
  } catch {
    return address;
  }
}
