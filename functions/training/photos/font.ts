/** Outlines of OCR-B, from Debian's package fonts-ocr-b. The repository contains no part of the font. */
import { readFileSync } from 'node:fs';
import { create } from 'fontkitten';
import { FONTS, type RoundLetters, roundLetterSvg } from './round-letters.ts';

const FOLDER = `${FONTS}/opentype/ocr-b`;
/** Ends of strokes are round in one cut and square in the other. */
const FILES = { round: 'OCRB.otf', sharp: 'OCRBS.otf' } as const;
export type Cut = keyof typeof FILES;

/** Width of a character in em; OCR-B is monospaced. */
const ADVANCE = 0.723;
const CAPITAL_HEIGHT = 0.701;

export interface Lettering {
  cut: Cut;
  /** Millimetres from one character to the next; 2.54 in the zone. */
  pitch: number;
  /** Added stroke width, in thousandths of an em; may be negative. */
  weight: number;
  /** Replaces the font's 0 and O. */
  round?: RoundLetters | undefined;
}

const paths = new Map<string, string>();

function pathOf(cut: Cut, character: string): string {
  const key = cut + character;
  const known = paths.get(key);
  if (known !== undefined) return known;
  for (const [name, file] of Object.entries(FILES)) {
    const font = create(readFileSync(`${FOLDER}/${file}`));
    if (!('glyphForCodePoint' in font)) throw new TypeError(`${file} is a collection of fonts`);
    for (let code = 33; code < 127; code += 1)
      paths.set(name + String.fromCharCode(code), font.glyphForCodePoint(code).path.toSVG());
  }
  return paths.get(key) ?? '';
}

/** SVG of a line of text. @param left, middle in millimetres: the left edge of its first cell, the middle of its capitals */
export function lettersSvg(text: string, left: number, middle: number, lettering: Lettering): string {
  const { cut, pitch, weight, round } = lettering;
  const em = pitch / ADVANCE;
  const scale = em / 1000;
  // A stroke in the colour of the paper makes letters thinner.
  const stroke = `stroke="${weight < 0 ? '#fff' : '#000'}" stroke-width="${Math.abs(weight)}"`;
  return [...text]
    .map((character, index) => {
      const at = `${(left + index * pitch).toFixed(3)} ${(middle + (CAPITAL_HEIGHT * em) / 2).toFixed(3)}`;
      const place = `transform="translate(${at}) scale(${scale} ${-scale})" ${stroke}`;
      return round && (character === '0' || character === 'O')
        ? `<g ${place}>${roundLetterSvg(character, ADVANCE * 500, round)}</g>`
        : `<path ${place} d="${pathOf(cut, character)}"/>`;
    })
    .join('');
}
