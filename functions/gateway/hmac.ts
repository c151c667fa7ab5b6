/** HMAC with SHA-256 (RFC 2104); imports the key at the first use. */
export function createHmac(secret: string) {
  const encode = (text: string) => new TextEncoder().encode(text);
  let imported: Promise<CryptoKey> | undefined;
  const key = () => {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    imported ??= crypto.subtle.importKey('raw', encode(secret), algorithm, false, ['sign', 'verify']);
    return imported;
  };
  return {
    async sign(text: string): Promise<Buffer> {
      return Buffer.from(await crypto.subtle.sign('HMAC', await key(), encode(text)));
    },
    /** @param seal base64url */
    async verify(seal: string, text: string): Promise<boolean> {
      return crypto.subtle.verify('HMAC', await key(), Buffer.from(seal, 'base64url'), encode(text));
    },
  };
}
