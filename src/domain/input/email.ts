/** E-mail addresses: one rule for form and host, and the form in which two addresses are the same. */

const SHAPE = /^[^\s@"(),:;<>[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** True for an address that mail can be sent to (RFC 5321 lengths; quoted local parts are not accepted). */
export function isEmail(value: string): boolean {
  const [local = ''] = value.split('@');
  return value.length <= 254 && local.length <= 64 && SHAPE.test(value);
}

/** The key under which an address is known: trimmed, lower case, Unicode composed. */
export function emailKey(value: string): string {
  return value.trim().normalize('NFC').toLowerCase();
}
