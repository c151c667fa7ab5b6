declare module 'punycode.js' {
  const punycode: {
    /** Writes the labels of a domain, or of an e-mail address's domain, that begin with `xn--` in their own letters. */
    toUnicode(address: string): string;
  };
  export default punycode;
}
