/** Other shapes of 0 and O than OCR-B's, as states print them. The typefaces are packages of Debian, not in the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { create } from 'fontkitten';
import type { Random } from './random.ts';

/** `FONTS` names a folder with unpacked packages, instead of the installed ones. */
export const FONTS = process.env.FONTS ?? '/usr/share/fonts';

/** Typefaces by file, with their packages. */
export const FACES = {
  training: {
    'opentype/ocr-b/OCRB.otf': 'fonts-ocr-b',
    'truetype/dejavu/DejaVuSans.ttf': 'fonts-dejavu-core',
    'truetype/dejavu/DejaVuSansMono.ttf': 'fonts-dejavu-core',
    'truetype/liberation/LiberationSans-Regular.ttf': 'fonts-liberation',
    'truetype/liberation/LiberationMono-Regular.ttf': 'fonts-liberation',
    'truetype/freefont/FreeSans.ttf': 'fonts-freefont-ttf',
    'truetype/inconsolata/Inconsolata.otf': 'fonts-inconsolata',
  },
  /** Not in the training. */
  benchmark: {
    'opentype/ocr-b/OCRBS.otf': 'fonts-ocr-b',
    'truetype/noto/NotoMono-Regular.ttf': 'fonts-noto-mono',
    'truetype/jetbrains-mono/JetBrainsMono-Regular.ttf': 'fonts-jetbrains-mono',
    'opentype/b612/B612-Regular.otf': 'fonts-b612',
    'opentype/b612/B612Mono-Regular.otf': 'fonts-b612',
  },
  /** Available to the tests (tests/run/requirements.ts). */
  tests: { 'opentype/ocr-b/OCRBS.otf': 'fonts-ocr-b' },
} as const;
export type FaceSet = keyof typeof FACES;

/** @throws Error that names the missing packages */
export function requireFaces(set: FaceSet): void {
  const missing = Object.entries(FACES[set]).flatMap(([file, name]) => (existsSync(`${FONTS}/${file}`) ? [] : [name]));
  if (missing.length > 0) throw new Error(`Fonts are missing: apt-get install ${[...new Set(missing)].join(' ')}`);
}

/** In thousandths of an em of OCR-B. */
interface Box {
  width: number;
  height: number;
}

export interface RoundLetters {
  /** A typeface's file, below {@link FONTS}. */
  file: string;
  zero: Box;
  letter: Box;
  mark: 'none' | 'slash' | 'dot';
}

/** OCR-B itself has a zero of 500 × 786, and an O of 494 × 734. */
export function roundLettersOf(set: FaceSet, random: Random): RoundLetters {
  const letter = { width: random.between(460, 540), height: random.between(715, 740) };
  const isAlike = random.chance(0.2);
  return {
    file: random.pick(Object.keys(FACES[set])),
    zero: isAlike ? letter : { width: random.between(380, 510), height: random.between(710, 790) },
    letter,
    mark: random.pick(['none', 'none', 'none', 'none', 'slash', 'dot']),
  };
}

/** Below the baseline. */
const BELOW = 13;

/** SVG of one 0 or O. @param middle of its cell, in thousandths of an em; upwards is positive, as in a font */
export function roundLetterSvg(character: '0' | 'O', middle: number, shape: RoundLetters): string {
  const { width, height } = character === '0' ? shape.zero : shape.letter;
  const { path, box } = outlineOf(shape.file, character);
  const scale = [width / (box.maxX - box.minX), height / (box.maxY - box.minY)];
  const letter = `<path transform="translate(${middle - width / 2} ${-BELOW}) scale(${scale.join(' ')}) translate(${-box.minX} ${-box.minY})" d="${path}"/>`;
  if (character === 'O' || shape.mark === 'none') return letter;
  const [centre, across, up] = [height / 2 - BELOW, width * 0.3, height * 0.3];
  return shape.mark === 'dot'
    ? `${letter}<circle cx="${middle}" cy="${centre}" r="60"/>`
    : `${letter}<path d="M${middle - across} ${centre - up}L${middle + across} ${centre + up}" stroke="#000" stroke-width="70"/>`;
}

interface Outline {
  path: string;
  box: { minX: number; minY: number; maxX: number; maxY: number };
}

const outlines = new Map<string, Outline>();

function outlineOf(file: string, character: '0' | 'O'): Outline {
  const known = outlines.get(file + character);
  if (known) return known;
  const font = create(readFileSync(`${FONTS}/${file}`));
  if (!('glyphForCodePoint' in font)) throw new TypeError(`${file} is a collection of fonts`);
  const { path } = font.glyphForCodePoint(character.charCodeAt(0));
  const outline = { path: path.toSVG(), box: path.bbox };
  outlines.set(file + character, outline);
  return outline;
}
