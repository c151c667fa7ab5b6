declare module 'punycode.js/punycode.es6.js' {
  /** Writes the labels of a domain, or of an e-mail address's domain, that begin with `xn--` in their own letters. */
  export function toUnicode(address: string): string;
}
