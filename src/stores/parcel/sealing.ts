/**
 * Derives keys from a link's secret (HKDF-SHA256, RFC 5869), and seals (AES-256-GCM, SP 800-38D). Sealed bytes are version,
 * nonce, ciphertext with tag.
 */

const SECRET_BYTES = 16;
const SECRET = /^[A-Za-z0-9_-]{22}$/;

const VERSION = 1;
/**
 * The nonce length that GCM uses without hashing (SP 800-38D, 8.2). One key seals far fewer than 2^32 blobs with random nonces.
 */
const NONCE_BYTES = 12;

export interface ParcelKeys {
  id: string;
  /** Authorizes reads and writes on the host; decrypts nothing. */
  access: string;
  sealing: CryptoKey;
}

/** No salt, since the secret is random already (RFC 5869, 3.1). */
const hkdf = (purpose: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(),
  info: encode(`it-visa parcel 2 ${purpose}`),
});

const gcm = (keys: ParcelKeys, place: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encode(JSON.stringify([keys.id, place])),
});

const encode = (text: string) => Uint8Array.from(new TextEncoder().encode(text));

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

export const sealing = {
  /** 128 random bits, base64url: a secret, or the id of a blob. */
  newSecret(): string {
    return base64url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  },
  /** @param secret of a link's fragment @returns null if it is invalid, as in a truncated link */
  async keysOf(secret: string): Promise<ParcelKeys | null> {
    if (!SECRET.test(secret)) return null;
    const root = await crypto.subtle.importKey('raw', bytesOf(secret), 'HKDF', false, ['deriveBits', 'deriveKey']);
    const bits = async (purpose: string, length: number) =>
      base64url(new Uint8Array(await crypto.subtle.deriveBits(hkdf(purpose), root, length)));
    const sealing = await crypto.subtle.deriveKey(hkdf('seal'), root, { name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    return { id: await bits('id', 128), access: await bits('access', 256), sealing };
  },
  /**
   * @param place what the bytes are, such as a blob's id. It is authenticated, so that the bytes can't be passed off as something
   * else
   */
  async seal(keys: ParcelKeys, place: string, bytes: BufferSource): Promise<Uint8Array<ArrayBuffer>> {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const sealed = new Uint8Array(await crypto.subtle.encrypt(gcm(keys, place, nonce), keys.sealing, bytes));
    const whole = new Uint8Array(1 + NONCE_BYTES + sealed.length);
    whole[0] = VERSION;
    whole.set(nonce, 1);
    whole.set(sealed, 1 + NONCE_BYTES);
    return whole;
  },
  /** @returns null if it was altered, truncated, or sealed with another place or key */
  async unseal(keys: ParcelKeys, place: string, sealed: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer | null> {
    if (sealed[0] !== VERSION) return null;
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
    // Web Crypto reports a wrong tag only as an OperationError.
    return crypto.subtle
      .decrypt(gcm(keys, place, nonce), keys.sealing, sealed.subarray(1 + NONCE_BYTES))
      .catch(() => null);
  },
};
