/** E-mail addresses: one rule for form and host, and the key of an address. */
import { cleanText } from './text.ts';

/** Letters of any script, but none with a meaning in a mail's header, and no invisible ones. */
const SHAPE = /^(?!.*[\p{C}\p{DI}])[^\s@"(),:;<>[\]\\]+@[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;

/** True for an address that mail can be sent to (RFC 5321 lengths; quoted local parts are not accepted). */
export function isEmail(value: string): boolean {
  const [local = ''] = value.split('@');
  return value.length <= 254 && local.length <= 64 && SHAPE.test(value);
}

/** An address without invisible characters that were pasted with it. */
export function pastedEmail(value: string): string {
  return cleanText(value).trim();
}

/** Addresses with one key are one address: trimmed, lower case, Unicode composed (NFC). */
export function emailKey(value: string): string {
  return pastedEmail(value).normalize('NFC').toLowerCase();
}
