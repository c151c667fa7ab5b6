import decodeQR from 'qr/decode.js';
import { expect, it } from 'vitest';
import { qrPath, qrPicture } from '../../../../src/domain/application/visa-qr.ts';

const ADDRESS = 'https://portal.test/employee-visa/ABCDEFGHJKMNPQRSTVWXYZ01';

it('qrPath draws the address as a path that a scanner reads', () => {
  const { size, path } = qrPath(ADDRESS);
  expect(path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
  const pixels = new Uint8Array(size * size * 4).fill(255);
  for (const [, x = '', y = ''] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    pixels.fill(0, (Number(y) * size + Number(x)) * 4, (Number(y) * size + Number(x)) * 4 + 3);
  // Scanners need several pixels per module.
  const scale = 4;
  const large = new Uint8Array((size * scale) ** 2 * 4);
  for (let y = 0; y < size * scale; y += 1)
    for (let x = 0; x < size * scale; x += 1) {
      const from = (Math.floor(y / scale) * size + Math.floor(x / scale)) * 4;
      large.set(pixels.subarray(from, from + 4), (y * size * scale + x) * 4);
    }
  expect(decodeQR({ width: size * scale, height: size * scale, data: large })).toBe(ADDRESS);
});

it('qrPicture makes a GIF of the same modules with four pixels each', () => {
  const picture = qrPicture(ADDRESS);
  expect(new TextDecoder().decode(picture.subarray(0, 6))).toMatch(/^GIF8[79]a$/);
  const [width, height] = new Uint16Array(picture.slice(6, 10).buffer);
  expect([width, height]).toEqual(Array(2).fill(qrPath(ADDRESS).size * 4));
  expect(picture.length).toBeLessThan(40_000);
});
