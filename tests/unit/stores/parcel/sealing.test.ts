import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newSecret, type ParcelKeys, parcelKeys, seal, unseal } from '../../../../src/stores/parcel/sealing.ts';

async function keysOf(secret: string): Promise<ParcelKeys> {
  const keys = await parcelKeys(secret);
  if (!keys) throw new Error('not a secret');
  return keys;
}

const PLACE = { name: 'file1', revision: 2 };
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => new Uint8Array(array));
const keys = await keysOf(newSecret());

/** Holds for any bytes: what this makes of sealed ones can't be opened. */
const isNoticed = (change: (sealed: Uint8Array<ArrayBuffer>, at: number) => Uint8Array<ArrayBuffer>) =>
  fc.assert(
    fc.asyncProperty(bytes, fc.nat(), async (given, at) => {
      const sealed = await seal(keys, PLACE, given);
      expect(await unseal(keys, PLACE, change(sealed, at % sealed.length))).toBeNull();
    }),
    { numRuns: 50 },
  );

describe('What is sealed', () => {
  it('opens in its place to the same bytes, and is sealed otherwise each time', () =>
    fc.assert(
      fc.asyncProperty(bytes, async (given) => {
        const [first, second] = [await seal(keys, PLACE, given), await seal(keys, PLACE, given)];
        expect(first).not.toEqual(second);
        expect(new Uint8Array((await unseal(keys, PLACE, first)) ?? [])).toEqual(given);
      }),
      { numRuns: 50 },
    ));

  it('does not open with any bit flipped', () =>
    isNoticed((sealed, at) => sealed.with(at, (sealed[at] ?? 0) ^ (1 << (at % 8)))));

  it('does not open cut off at any byte', () => isNoticed((sealed, at) => sealed.slice(0, at)));

  it('does not open in the place of another name or revision, nor with the keys of another secret', async () => {
    const sealed = await seal(keys, PLACE, new Uint8Array([1]));
    expect(await unseal(keys, { ...PLACE, name: 'file2' }, sealed)).toBeNull();
    expect(await unseal(keys, { ...PLACE, revision: 1 }, sealed)).toBeNull();
    expect(await unseal(await keysOf(newSecret()), PLACE, sealed)).toBeNull();
  });
});

describe('A secret', () => {
  it('always gives the same keys, and another one none of them', async () => {
    const secret = newSecret();
    const [one, again, other] = [await keysOf(secret), await keysOf(secret), await keysOf(newSecret())];
    expect([again.id, again.access, await again.blobId('a')]).toEqual([one.id, one.access, await one.blobId('a')]);
    expect(
      new Set([one.id, other.id, await one.blobId('a'), await one.blobId('b'), await other.blobId('a')]).size,
    ).toBe(5);
    expect(one.access).not.toBe(other.access);
  });

  it('of another form gives none', async () => {
    for (const wrong of ['', newSecret().slice(1), `${newSecret()}A`, `${newSecret().slice(1)}%`])
      expect(await parcelKeys(wrong)).toBeNull();
  });
});
