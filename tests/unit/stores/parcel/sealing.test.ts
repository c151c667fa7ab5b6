import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCESS_KEY, PARCEL_ID } from '../../../../src/domain/api/parcels.ts';
import { type ParcelKeys, sealing } from '../../../../src/stores/parcel/sealing.ts';

const PLACE = 'index 2';
const TEXT = new TextEncoder().encode('AB1234567 Иванова');

async function keysOf(secret = sealing.newSecret()): Promise<ParcelKeys> {
  const keys = await sealing.keysOf(secret);
  if (!keys) throw new Error('not a secret');
  return keys;
}

const text = (bytes: ArrayBuffer | null) => bytes && new TextDecoder().decode(bytes);

describe('sealing.keysOf', () => {
  it('the keys are the same on each device, and do not reveal the secret', async () => {
    const secret = sealing.newSecret();
    const [one, other] = [await keysOf(secret), await keysOf(secret)];
    expect([one.id, one.access]).toEqual([other.id, other.access]);
    expect(one.id).toMatch(PARCEL_ID);
    expect(one.access).toMatch(ACCESS_KEY);
    expect(new Set([one.id, one.access, secret]).size).toBe(3);
    expect(text(await sealing.unseal(other, PLACE, await sealing.seal(one, PLACE, TEXT)))).toBe('AB1234567 Иванова');
  });

  it('keysOf returns null for a truncated or altered secret', async () => {
    const secret = sealing.newSecret();
    for (const wrong of ['', secret.slice(1), `${secret}A`, `${secret.slice(1)}=`, `${secret.slice(1)}.`])
      expect(await sealing.keysOf(wrong)).toBeNull();
  });

  it('the sealing key cannot be extracted', async () => {
    const { sealing } = await keysOf();
    expect(sealing.extractable).toBe(false);
  });
});

describe('seal and unseal', () => {
  it('unseal returns null at another place or in another parcel', async () => {
    const [keys, stranger] = [await keysOf(), await keysOf()];
    const sealed = await sealing.seal(keys, PLACE, TEXT);
    for (const other of ['index 1', 'index 3', '', sealing.newSecret()])
      expect(await sealing.unseal(keys, other, sealed)).toBeNull();
    expect(await sealing.unseal(stranger, PLACE, sealed)).toBeNull();
    expect(text(await sealing.unseal(keys, PLACE, sealed))).toBe('AB1234567 Иванова');
  });

  it('seal uses a new nonce each time', async () => {
    const keys = await keysOf();
    const [one, other] = [await sealing.seal(keys, PLACE, TEXT), await sealing.seal(keys, PLACE, TEXT)];
    expect(Buffer.from(one).equals(other)).toBe(false);
    expect(one.length).toBe(TEXT.length + 1 + 12 + 16);
  });

  it('unseal returns null for any changed bit and any other length', async () => {
    const keys = await keysOf();
    const sealed = await sealing.seal(keys, PLACE, TEXT);
    const refused = async (changed: Uint8Array<ArrayBuffer>) => (await sealing.unseal(keys, PLACE, changed)) === null;
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length * 8 - 1), async (bit) => {
        const changed = sealed.slice();
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        return refused(changed);
      }),
      { numRuns: 200 },
    );
    for (let length = 0; length < sealed.length; length += 1) expect(await refused(sealed.slice(0, length))).toBe(true);
    expect(await refused(new Uint8Array([...sealed, 0]))).toBe(true);
  });

  it('unseal returns the sealed bytes', async () => {
    const keys = await keysOf();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 4096 }), fc.string(), async (bytes, place) => {
        const opened = await sealing.unseal(keys, place, await sealing.seal(keys, place, bytes.slice()));
        return opened !== null && Buffer.from(opened).equals(bytes);
      }),
      { numRuns: 50 },
    );
  });
});
