import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isPdf, pictureInPdf } from '../../../../src/stores/passport-reader/pdf-picture.ts';

const JPEG = '\xff\xd8\xff\xe0 picture \xff\xd9';
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const picture = (filter: string, data = JPEG) =>
  `4 0 obj\n<< /Type /XObject /Subtype /Image /Width 9 ${filter} /Length ${data.length} >>\nstream\r\n${data}\nendstream\nendobj\n`;
const pdf = (...pictures: string[]) =>
  bytes(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n3 0 obj\n<<>>\nstream\nq\nendstream\n${pictures.join('')}%%EOF`,
  );

describe('the picture of a PDF', () => {
  it.each(['/Filter /DCTDecode', '/Filter [/DCTDecode]', '/Filter/DCTDecode'])(
    'pictureInPdf returns the photo of a PDF with one photo: %s',
    (filter) => {
      expect(pictureInPdf(pdf(picture(filter)))?.subarray(0, JPEG.length)).toEqual(bytes(JPEG));
    },
  );

  it('pictureInPdf returns nothing for a PDF with a picture of another kind', () => {
    expect(pictureInPdf(pdf(picture('/Filter /FlateDecode')))).toBeNull();
    expect(pictureInPdf(pdf(picture('/Filter [/FlateDecode /DCTDecode]')))).toBeNull();
    expect(pictureInPdf(pdf(picture('/Filter /DCTDecode', 'no picture')))).toBeNull();
  });

  it('pictureInPdf returns nothing for a PDF with several pictures or none', () => {
    expect(pictureInPdf(pdf(picture('/Filter /DCTDecode'), picture('/Filter /DCTDecode')))).toBeNull();
    expect(pictureInPdf(pdf())).toBeNull();
    const [text = '', photo = ''] = ['letter.pdf', 'photo.jpg'].map((name) => `tests/fixtures/${name}`);
    expect(isPdf(new Uint8Array(readFileSync(text)))).toBe(true);
    expect(pictureInPdf(new Uint8Array(readFileSync(text)))).toBeNull();
    expect(isPdf(new Uint8Array(readFileSync(photo)))).toBe(false);
  });
});
