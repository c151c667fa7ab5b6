declare module 'punycode.js/punycode.es6.js' {
  /** Decodes `xn--` labels of a domain or an e-mail address's domain. */
  export function toUnicode(address: string): string;
}
