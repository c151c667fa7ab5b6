/** From a grey picture to the passport's data: the whole reader, except for opening files. */
import { LINES_PICTURE, type PassportReading } from '../../domain/passport/reading.ts';
import { LINE_LENGTH, parseZone } from '../../domain/passport/zone.ts';
import { type Grid, gridsOf, pairsOf } from './grid.ts';
import { type Blot, blotsOf, inkOf } from './ink.ts';
import type { Layer } from './network.ts';
import { brightnessAt, type Grey, greyPictures } from './pixels.ts';
import { readLines } from './read-lines.ts';
import { rowsOf, slantsOf } from './rows.ts';

type ZoneOutcome =
  | { result: 'read'; reading: PassportReading; grid: Grid }
  | { result: 'noZone' | 'slanted' | 'comeCloser' | 'checkFailed' };

interface ZoneOptions {
  network: readonly Layer[];
  /** `YYYY-MM-DD` */
  today: string;
  onProgress?: ((share: number) => void) | undefined;
}

/** Longer side of the picture for the first search, in pixels. */
const SEARCH_SIDE = 1600;
/** Narrower characters, in pixels, are not read: a small picture is enlarged first. */
const MIN_PITCH = 12;
/** Narrower characters in the original picture are not read at all. */
const MIN_ORIGINAL_PITCH = 5;
const MIN_SIDE = LINE_LENGTH * MIN_ORIGINAL_PITCH;
/** Longer side of a small picture, at most, in pixels, for each enlargement. */
const SMALL_SIDES = [
  { enlarged: 2, longest: 2000 },
  { enlarged: 3, longest: 900 },
  { enlarged: 4, longest: 500 },
];
/** The enlargement from which edges have to stay sharp; it takes longer. */
const SHARP_FROM = 3;
/** Minimum width of a character after shrinking, before it is cut out. */
const CELL_PITCH = 14;
/** Minimum mean probability for a grid that contains text in OCR-B at all. */
const MIN_CONFIDENCE = 0.6;
const MAX_PAIRS = 3;
/** Height of a character by the longer side of its slanted box. */
const SLANTED_BOX = 0.85;

interface Size {
  shrunk: number;
  enlarged: number;
}

/** Outcomes from least to most informative; the best of all sizes is returned. */
export const OUTCOME_RANKS = ['noZone', 'comeCloser', 'checkFailed', 'slanted', 'read'];

export function readZone(picture: Grey, options: ZoneOptions): ZoneOutcome {
  const sizes = sizesOf(picture);
  let outcome: ZoneOutcome = { result: 'noZone' };
  for (const [index, size] of sizes.entries()) {
    options.onProgress?.(index / sizes.length);
    const found = search(picture, size, options);
    if (OUTCOME_RANKS.indexOf(found.result) > OUTCOME_RANKS.indexOf(outcome.result)) outcome = found;
    if (outcome.result === 'read') break;
  }
  return outcome;
}

/** First the usual size of the lines, then small characters, then enlarged. */
function sizesOf({ width, height }: Grey): Size[] {
  const longer = Math.max(width, height);
  const shrunk = Math.max(1, Math.round(longer / SEARCH_SIDE));
  return [
    ...[...new Set([shrunk, 1])].map((factor) => ({ shrunk: factor, enlarged: 1 })),
    ...SMALL_SIDES.filter(({ longest }) => longer >= MIN_SIDE && longer <= longest).map(({ enlarged }) => ({
      shrunk: 1,
      enlarged,
    })),
  ];
}

function search(given: Grey, { shrunk, enlarged }: Size, { network, today }: ZoneOptions): ZoneOutcome {
  let outcome: ZoneOutcome = { result: 'noZone' };
  const picture =
    enlarged === 1
      ? given
      : enlarged < SHARP_FROM
        ? greyPictures.enlarge(given, enlarged)
        : greyPictures.enlargeSharply(given, enlarged);
  const levels = new Map<number, Grey>();
  for (const { grid, isSlanted } of gridsIn(greyPictures.shrink(picture, shrunk), shrunk)) {
    const pitch = pitchOf(grid);
    const isSmall = pitch < MIN_PITCH * enlarged;
    if (pitch < Math.max(MIN_PITCH, MIN_ORIGINAL_PITCH * enlarged)) {
      if (outcome.result === 'noZone') outcome = { result: 'comeCloser' };
      continue;
    }
    const level = Math.max(1, Math.floor(pitch / CELL_PITCH));
    const near = levels.get(level) ?? greyPictures.shrink(picture, level);
    levels.set(level, near);
    const [way, turned] = [scaledGrid(grid, level), scaledGrid(upsideDown(grid), level)];
    const [upright, confidence] = pickBetter(way, turned, (each) => readLines(near, each, network, 1).confidence);
    if (confidence < MIN_CONFIDENCE) continue;
    const reading = parseZone(readLines(near, upright, network), today);
    if (reading)
      return { result: 'read', reading, grid: scaledGrid(upright === way ? grid : upsideDown(grid), enlarged) };
    // A small character may be misread or too small: that can't be distinguished.
    if (!isSmall) outcome = { result: isSlanted || outcome.result === 'slanted' ? 'slanted' : 'checkFailed' };
    else if (outcome.result === 'noZone') outcome = { result: 'comeCloser' };
  }
  return outcome;
}

function pickBetter(a: Grid, b: Grid, valued: (grid: Grid) => number): [Grid, number] {
  const [first, second] = [valued(a), valued(b)];
  return first >= second ? [a, first] : [b, second];
}

/** The grids in a picture that was shrunk by `factor`, in pixels of the original: along its edges, then slanted. */
function* gridsIn(picture: Grey, factor: number): Generator<{ grid: Grid; isSlanted: boolean }> {
  const blots = blotsOf(inkOf(picture), picture.width, picture.height);
  for (const angles of [[0, 90], slantsOf(blots)])
    for (const { grid, angle } of gridsAlong(blots, angles)) {
      const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
      yield {
        isSlanted: angle % 90 !== 0,
        grid: (place, line) => {
          const [x, y] = grid(place, line);
          return [(x * cos - y * sin + 0.5) * factor - 0.5, (x * sin + y * cos + 0.5) * factor - 0.5];
        },
      };
    }
}

/** The grids of text in these directions, the fullest first, in the turned picture. @param angles degrees */
function gridsAlong(blots: readonly Blot[], angles: readonly number[]): { grid: Grid; angle: number }[] {
  const pairs = angles.flatMap((angle) =>
    pairsOf(rowsOf(blots.map((blot) => turned(blot, angle))))
      .slice(0, MAX_PAIRS)
      .map((rows) => ({ rows, angle, size: rows[0].blots.length + rows[1].blots.length })),
  );
  return pairs
    .sort((a, b) => b.size - a.size)
    .flatMap(({ rows, angle }) => gridsOf(...rows).map((grid) => ({ grid, angle })));
}

/** A blot in the picture that was turned back by an angle. The box of a slanted one is as large as its character at most. */
function turned({ x, y, width, height }: Blot, angle: number): Blot {
  if (angle === 0) return { x, y, width, height };
  if (angle === 90) return { x: y, y: -x, width: height, height: width };
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const size = Math.max(width, height) * SLANTED_BOX;
  return { x: x * cos + y * sin, y: y * cos - x * sin, width: size, height: size };
}

/** Minimum distance between characters in pixels. */
function pitchOf(grid: Grid): number {
  return Math.min(
    ...[0, LINE_LENGTH - 1].map((place) => {
      const [[x0, y0], [x1, y1]] = [grid(place, 0.5), grid(place + 1, 0.5)];
      return Math.hypot(x1 - x0, y1 - y0);
    }),
  );
}

const upsideDown =
  (grid: Grid): Grid =>
  (place, line) =>
    grid(LINE_LENGTH - place, 1 - line);

const scaledGrid =
  (grid: Grid, factor: number): Grid =>
  (place, line) => {
    const [x, y] = grid(place, line);
    return [(x + 0.5) / factor - 0.5, (y + 0.5) / factor - 0.5];
  };

/** Pixels of a character, and of the distance between the lines. */
const PITCH = 20;
const LINES_APART = 50;

export function cutOut(picture: Grey, grid: Grid): Grey {
  const { width: across, aside, height: down, above } = LINES_PICTURE;
  const width = across * PITCH;
  const height = Math.round(down * LINES_APART);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = grid((x + 0.5) / PITCH - aside, (y + 0.5) / LINES_APART - above);
      data[y * width + x] = brightnessAt(picture, fromX, fromY);
    }
  return { width, height, data };
}
