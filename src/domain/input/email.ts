/** E-mail addresses: one rule for form and host, and the form in which two addresses are the same. */
import { cleanText } from './text.ts';

/** Letters of any script, but no sign that has a meaning in a mail's header, and none that nobody sees. */
const SHAPE = /^(?!.*[\p{C}\p{DI}])[^\s@"(),:;<>[\]\\]+@[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;

/** True for an address that mail can be sent to (RFC 5321 lengths; quoted local parts are not accepted). */
export function isEmail(value: string): boolean {
  const [local = ''] = value.split('@');
  return value.length <= 254 && local.length <= 64 && SHAPE.test(value);
}

/** An address as it was meant, without what nobody sees and was pasted with it. */
export function pastedEmail(value: string): string {
  return cleanText(value).trim();
}

/** The key under which an address is known: trimmed, lower case, Unicode composed. */
export function emailKey(value: string): string {
  return pastedEmail(value).normalize('NFC').toLowerCase();
}
