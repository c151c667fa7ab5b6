/** Photos of made-up passports on which something hinders the reader, each kind from fixed seeds. */
import type { Grey } from '../../../src/stores/passport-reader/pixels.ts';
import { photograph } from './camera.ts';
import { type Cut, type Lettering, lettersSvg } from './font.ts';
import {
  draw,
  grey,
  LINE_1,
  LINES_APART,
  PAGE,
  PITCH,
  penAngle,
  penShade,
  penStroke,
  portrait,
  randomText,
  waves,
  ZONE_LEFT,
} from './page.ts';
import { generatePassport, type Passport } from './passports.ts';
import { type GeneratedPhoto, jpegOf } from './photos.ts';
import { type Random, seededRandom } from './random.ts';

/**
 * `strokes`: one pen stroke over or beside a character of the names. `line`: line 1 under ink, underlined, in a ruled box or cut
 * off. `glare`: light over line 1. `finger`: the last characters covered or cut off. `dense`: lines of small letters above the
 * zone. `narrow`: lines close to each other, or tall bold letters. `two`: two passports.
 */
export const HINDERED_KINDS = ['strokes', 'line', 'glare', 'finger', 'dense', 'narrow', 'two'] as const;
export type HinderedKind = (typeof HINDERED_KINDS)[number];

/** In millimetres of the page: what is drawn, and which part is in the picture. */
interface Drawing {
  parts: string[];
  size: { width: number; height: number };
  /** Left and top edge, and the width and height that remain. */
  crop: readonly [left: number, top: number, width: number, height: number];
}

/** The same arguments give the same photo. */
export async function hinderedPhoto(kind: HinderedKind, seed: number, cut: Cut): Promise<GeneratedPhoto> {
  const random = seededRandom(seed * 8 + 12e8 + HINDERED_KINDS.indexOf(kind));
  const scale = (kind === 'strokes' ? 20 : random.between(17, 28)) / PITCH;
  const lettering: Omit<Lettering, 'pitch'> = {
    cut,
    weight: random.between(-14, 22),
  };
  const passport = generatePassport(random);
  const drawing = DRAWINGS[kind](passport, lettering, random);
  const page = cropped(await draw(drawing.parts, scale, drawing.size), drawing.crop, scale);
  const fill = 0.97;
  // Flat as a screen or a scanner shows it.
  const isFlat = kind === 'strokes' && random.chance(0.5);
  const view = {
    width: Math.round(page.width / fill),
    height: Math.round(page.height / fill),
    fill,
    turn: isFlat ? 0 : random.between(-1.5, 1.5),
    perspective: isFlat ? 0 : random.between(0, 0.015),
    blur: isFlat ? 0 : random.between(0.2, 0.9),
    grain: isFlat ? 0 : random.between(0, 5),
    shade: isFlat ? 0 : random.between(0, 0.2),
    glare: 0,
    fingers: 0,
    ink: random.between(20, 60),
    paper: random.between(200, 245),
  };
  const { picture } = photograph({ picture: page, scale, place: () => [0, 0] }, view, random);
  return {
    jpeg: await jpegOf(picture, random.whole(78, 92), random),
    passport,
  };
}

function cropped({ width, data }: Grey, [left, top, wide, high]: Drawing['crop'], scale: number): Grey {
  const size = {
    width: Math.floor(wide * scale),
    height: Math.floor(high * scale),
  };
  const kept = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y += 1) {
    const from = (y + Math.round(top * scale)) * width + Math.round(left * scale);
    kept.set(data.subarray(from, from + size.width), y * size.width);
  }
  return { ...size, data: kept };
}

type Draw = (passport: Passport, lettering: Omit<Lettering, 'pitch'>, random: Random) => Drawing;

const WHOLE = [0, 0, PAGE.width, PAGE.height] as const;

/** A page with its zone. @param apart distance of the lines @param tall height of the letters, 1 is usual */
function zone(lines: readonly string[], lettering: Omit<Lettering, 'pitch'>, apart = LINES_APART, tall = 1): string[] {
  return lines.map((text, line) => {
    const middle = LINE_1 + line * apart;
    const letters = lettersSvg(text, ZONE_LEFT, middle, {
      ...lettering,
      pitch: PITCH,
    });
    return `<g transform="translate(0 ${middle}) scale(1 ${tall}) translate(0 ${-middle})">${letters}</g>`;
  });
}

const labels = (lettering: Omit<Lettering, 'pitch'>, random: Random) =>
  Array.from({ length: 7 }, (_, row) =>
    lettersSvg(randomText(random, random.whole(6, 24)), 45, 10 + row * 7, {
      ...lettering,
      pitch: random.between(1.1, 2.4),
    }),
  );

const ground = (lettering: Omit<Lettering, 'pitch'>, random: Random) => [
  waves(random),
  portrait(random),
  ...labels(lettering, random),
];

const withMarks =
  (marks: (random: Random, passport: Passport) => string[], crop: Drawing['crop'] = WHOLE): Draw =>
  (passport, lettering, random) => ({
    parts: [...ground(lettering, random), ...zone(passport.lines, lettering), ...marks(random, passport)],
    size: PAGE,
    crop,
  });

const strokes = withMarks((random, { lines: [names] }) => {
  const end = names.replace(/<+$/, '').length;
  const place = random.whole(5, Math.min(43, end + 1));
  const angle = penAngle(random);
  const at = [
    ZONE_LEFT + (place + 0.5 + random.between(-0.6, 0.6)) * PITCH,
    LINE_1 + random.between(-0.24, 0.24) * LINES_APART,
  ] as const;
  const width = random.between(LINES_APART / 22, LINES_APART / 14);
  return [
    penStroke(at, {
      length: random.between(0.6, 1.7) * PITCH,
      angle,
      width,
      shade: penShade(random),
    }),
  ];
});

const right = ZONE_LEFT + 44 * PITCH;

/** @param characters its length */
const level = (x: number, y: number, characters: number, width: number, shade: number) =>
  penStroke([x, y], { length: characters * PITCH, angle: 0, width, shade });

const line: Draw = (passport, lettering, random) => {
  const middle = LINE_1 + random.between(-0.5, 0.5);
  const across = [(ZONE_LEFT + right) / 2, middle] as const;
  const box = [ZONE_LEFT - random.between(0.7, 2), LINE_1 - random.between(2, 3)] as const;
  const marks = [
    () => [level(ZONE_LEFT + 20 * PITCH, middle, random.between(25, 34), random.between(1, 3.4), 40)],
    () => [level(across[0], middle, 46, random.between(0.3, 0.8), penShade(random))],
    () => [level(across[0], LINE_1 + random.between(1.2, 2), 46, random.between(0.2, 0.5), penShade(random))],
    () => [
      `<rect x="${box[0]}" y="${box[1]}" width="${2 * (across[0] - box[0])}" height="${2 * (LINE_1 - box[1]) + LINES_APART}" fill="none" stroke="${grey(penShade(random))}" stroke-width="${random.between(0.2, 0.5)}"/>`,
    ],
    () => [],
  ];
  const kind = random.whole(0, marks.length - 1);
  const top = LINE_1 + random.between(0, 2.2);
  const crop = kind === 4 ? ([0, top, PAGE.width, PAGE.height - top] as const) : WHOLE;
  return withMarks(marks[kind] as () => string[], crop)(passport, lettering, random);
};

const glare = withMarks((random) =>
  Array.from({ length: random.whole(1, 3) }, () => {
    const [x, wide] = [random.between(ZONE_LEFT + 10, right - 10), random.between(8, 60)];
    return `<ellipse cx="${x}" cy="${LINE_1 - random.between(0, 3)}" rx="${wide}" ry="${random.between(2, 4.2)}" fill="#fff" opacity="${random.between(0.85, 1)}"/>`;
  }),
);

const finger: Draw = (passport, lettering, random) => {
  const from = ZONE_LEFT + (44 - random.between(1.2, 14)) * PITCH;
  if (random.chance(0.4)) return withMarks(() => [], [0, 0, from, PAGE.height])(passport, lettering, random);
  const top = random.chance(0.5) ? LINE_1 - 4 : LINE_1 + 0.5 * LINES_APART;
  return withMarks(() => [
    `<rect x="${from}" y="${top}" width="40" height="30" rx="6" fill="${grey(random.whole(110, 190))}"/>`,
  ])(passport, lettering, random);
};

const dense: Draw = (passport, lettering, random) => {
  const [pitch, apart] = [random.between(1.5, 2.2), random.between(3, 5.5)];
  const texts = Array.from({ length: 8 }, (_, row) =>
    lettersSvg(randomText(random, 50).padEnd(50, 'n'), 6, LINE_1 - 9 - row * apart, { ...lettering, pitch }),
  );
  return {
    parts: [waves(random), ...texts, ...zone(passport.lines, lettering)],
    size: PAGE,
    crop: WHOLE,
  };
};

const narrow: Draw = (passport, lettering, random) => {
  const isTall = random.chance(0.4);
  const apart = isTall ? LINES_APART * random.between(0.9, 1.1) : PITCH * random.between(1.35, 1.8);
  const bold = isTall ? { ...lettering, weight: random.between(20, 50) } : lettering;
  const letters = zone(passport.lines, bold, apart, isTall ? random.between(1.15, 1.35) : 1);
  return {
    parts: [...ground(lettering, random), ...letters],
    size: PAGE,
    crop: WHOLE,
  };
};

const two: Draw = (passport, lettering, random) => {
  const page = (lines: readonly string[]) => [...ground(lettering, random), ...zone(lines, lettering)].join('');
  const isBeside = random.chance(0.5);
  const size = isBeside
    ? { width: 2 * PAGE.width, height: PAGE.height }
    : { width: PAGE.width, height: 2 * PAGE.height };
  const turn = random.chance(0.3) ? `rotate(180 ${PAGE.width / 2} ${PAGE.height / 2})` : '';
  const place = isBeside ? `translate(${PAGE.width} 0)` : `translate(0 ${PAGE.height})`;
  const other = `<g transform="${place} ${turn}">${page(generatePassport(random).lines)}</g>`;
  return {
    parts: [page(passport.lines), other],
    size,
    crop: [0, 0, size.width, size.height],
  };
};

const DRAWINGS: Record<HinderedKind, Draw> = {
  strokes,
  line,
  glare,
  finger,
  dense,
  narrow,
  two,
};
