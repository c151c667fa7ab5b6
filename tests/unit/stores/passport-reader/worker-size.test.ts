import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bundleReader } from '../../../fixtures/reader-bundle.ts';

it('the passport reader with its weights is at most 40 KB', async () => {
  const script = await bundleReader();
  expect(script).not.toMatch(/\bimport\s*[("'{]/);
  expect(brotliCompressSync(script).length).toBeLessThanOrEqual(40 * 1024);
});
