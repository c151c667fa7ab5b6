/** Files of nearly the largest size, of each type that is checked differently. */
import sharp, { type Sharp } from 'sharp';
import { MAX_FILE_BYTES } from '../../src/domain/input/files.ts';
import { pdfOf, scanOf } from '../fixtures/pdf-scans.ts';

const SIDE = 4000;

/** A picture with fine grain, which is hard to compress. */
function grainy(side: number, grain: number): Sharp {
  const pixels = Buffer.alloc(side * side * 3);
  for (let at = 0, seed = 1; at < pixels.length; at += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    pixels[at] = 128 + 90 * Math.sin(at / 30_000) + ((seed >>> 16) % grain);
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
}

/** @returns name → a file of 6 to 10 MB that is accepted */
export async function largeFiles(): Promise<Map<string, Buffer>> {
  const photo = grainy(SIDE, 36);
  const jpeg = await photo.clone().jpeg({ quality: 92 }).toBuffer();
  const { width, height } = await sharp(jpeg).metadata();
  const dictionary = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`;
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Resources << /ProcSet [/PDF /Text] >> /Rotate 0 >>';
  const kids = Array.from({ length: 40_000 }, (_, at) => `${at + 3} 0 R`).join(' ');
  const files = new Map([
    ['sequential.jpg', jpeg],
    ['progressive.jpg', await photo.clone().jpeg({ quality: 92, progressive: true }).toBuffer()],
    ['rows.png', await grainy(1700, 256).png().toBuffer()],
    ['lossless.webp', await grainy(1700, 256).webp({ lossless: true, effort: 0 }).toBuffer()],
    [
      'scan.pdf',
      scanOf([{ size: [500, 500], pictures: [[{ dictionary, stream: jpeg, width, height }, [0, 0, 500, 500]]] }]),
    ],
    [
      'pages.pdf',
      pdfOf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        `<< /Type /Pages /Kids [${kids}] /Count 40000 >>`,
        ...Array.from({ length: 40_000 }, () => page),
      ]),
    ],
  ]);
  for (const [name, { length }] of files)
    if (length > MAX_FILE_BYTES || length < 0.5 * MAX_FILE_BYTES) throw new RangeError(`${name} has ${length} bytes`);
  return files;
}
