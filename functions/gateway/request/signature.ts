/** Signatures of the gateway. */

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

export const SIGNATURE_HEADER = 'X-Gateway-Signature';

export interface SignedCall {
  method: string;
  target: string;
  requestId: string;
}

/**
 * The gateway's signature for a host with a public address (docs/host.md, "The signature"). It covers time, method, path and
 * request id of each call, but not the body, which streams. Resolves with the header's value, `t=<seconds since 1970>,v1=<64
 * hexadecimal digits>`.
 */
export type Sign = (call: SignedCall) => Promise<string>;

/** @param now milliseconds since 1970 @throws RangeError when the secret is too short */
export function createSign({ secret, now = Date.now }: { secret: string; now?: () => number }): Sign {
  if (secret.length < 32) throw new RangeError('The secret of the signature is too short');
  const hmac = createHmac(secret);
  return async ({ method, target, requestId }) => {
    const seconds = Math.floor(now() / 1000);
    const seal = await hmac.sign(`${seconds}\n${method}\n${target}\n${requestId}`);
    return `t=${seconds},v1=${seal.toString('hex')}`;
  };
}
