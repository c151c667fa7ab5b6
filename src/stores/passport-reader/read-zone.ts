/** From a grey picture to the passport's data: the whole reader, except for opening files. */
import { LINES_PICTURE, type PassportReading } from '../../domain/passport/reading.ts';
import { LINE_LENGTH, parseZone } from '../../domain/passport/zone.ts';
import { type Grid, gridsOf, heightOf, type Lines, pairsOf, singlesOf } from './grid.ts';
import { type Blot, blotsOf, inkOf } from './ink.ts';
import type { Layer } from './network.ts';
import { brightnessAt, type Grey, greyPictures } from './pixels.ts';
import { confidenceOf, type Look, type ReadLines, readLines, settledBy } from './read-lines.ts';
import type { ReadRefusal } from './read-outcome.ts';
import { angleOff, type Row, rowsOf, STRAIGHT, slantsOf } from './rows.ts';

/** `isAlone`: only line 2 was found. */
type ReadZone = { result: 'read'; reading: PassportReading; grid: Grid; isAlone: boolean };
type ZoneOutcome = ReadZone | { result: ReadRefusal };

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
/** Narrower characters of the original picture are not read at all. */
const MIN_ORIGINAL_PITCH = 5;
const MIN_SIDE = LINE_LENGTH * MIN_ORIGINAL_PITCH;
/** For each enlargement: the longer side of a picture that counts as small, in pixels. */
const SMALL_SIDES = [
  { shrunk: 1, enlarged: 2, longest: 2000 },
  { shrunk: 1, enlarged: 3, longest: 900 },
  { shrunk: 1, enlarged: 4, longest: 500 },
];
/** Minimum width of a character after shrinking, before it is cut out. */
const CELL_PITCH = 14;
/** Least mean probability of a grid that contains text in OCR-B at all. */
const MIN_CONFIDENCE = 0.6;
/** Least number of clear characters in a line 1 that belongs to another document. */
const MIN_FOREIGN = 33;
/** How many times smaller the picture of a second look is. */
const SECOND_LOOK = 2;
/** How many candidates are tried in each direction. */
const MAX_PAIRS = 4;
/** Height of a character compared with the longer side of its slanted box. */
const SLANTED_BOX = 0.85;

type Size = Pick<(typeof SMALL_SIDES)[number], 'shrunk' | 'enlarged'>;

/** Outcomes from least to most informative; the most informative one of all sizes is returned. */
const OUTCOMES = ['noZone', 'comeCloser', 'checkFailed', 'slanted', 'alone', 'several', 'read'];
const isWithNames = (outcome: ZoneOutcome) => outcome.result === 'read' && !outcome.isAlone;

const rankOf = (outcome: ZoneOutcome) =>
  OUTCOMES.indexOf(outcome.result === 'read' && outcome.isAlone ? 'alone' : outcome.result);

/** True if the first outcome is more informative. */
export const isBetterOutcome = (a: ZoneOutcome, b: ZoneOutcome) => rankOf(a) > rankOf(b);

export function readZone(picture: Grey, options: ZoneOptions): ZoneOutcome {
  const sizes = sizesOf(picture);
  let outcome: ZoneOutcome = { result: 'noZone' };
  for (const [index, size] of sizes.entries()) {
    // An enlarged picture shows no further lines.
    if (size.enlarged > 1 && outcome.result === 'read') break;
    options.onProgress?.(index / sizes.length);
    const found = search(picture, size, options);
    if (isBetterOutcome(found, outcome)) outcome = found;
    if (isWithNames(outcome) || outcome.result === 'several') break;
  }
  return outcome;
}

/** Sizes to search in: first for the usual size of the lines, then for small characters, then enlarged. */
function sizesOf({ width, height }: Grey): Size[] {
  // The longer side of a picture of 4 × 3 with as many pixels.
  const longer = Math.sqrt((width * height) / 0.75);
  const shrunk = Math.max(1, Math.round(longer / SEARCH_SIDE));
  return [
    ...[...new Set([shrunk, 1])].map((factor) => ({ shrunk: factor, enlarged: 1 })),
    ...SMALL_SIDES.filter(({ longest }) => Math.max(width, height) >= MIN_SIDE && longer <= longest),
  ];
}

function search(given: Grey, { shrunk, enlarged }: Size, { network, today }: ZoneOptions): ZoneOutcome {
  const picture = enlarged === 1 ? given : greyPictures.enlarge(given, enlarged);
  const small = greyPictures.shrink(picture, shrunk);
  const blots = blotsOf(inkOf(small), small.width, small.height);
  const levels = new Map<number, Grey>();
  let outcome: ZoneOutcome = { result: 'noZone' };
  /** Rows that belong to other documents, such as visas. */
  const foreign = new Set<Row>();
  for (const angles of [[0, 90], slantsOf(blots)]) {
    for (const candidate of candidatesAlong(blots, angles, shrunk)) {
      const { alone, lower } = candidate.lines;
      if (alone && (outcome.result === 'read' || foreign.has(alone))) continue;
      const found = readCandidate(candidate);
      if (found === 'foreign') foreign.add(lower);
      else if (found.result === 'read' && outcome.result === 'read' && !isSame(found, outcome))
        return { result: 'several' };
      else if (isBetterOutcome(found, outcome)) outcome = found;
    }
    if (isWithNames(outcome)) break;
  }
  return outcome;

  function readCandidate({ grids, lines: { alone }, height }: Candidate): ZoneOutcome | 'foreign' {
    let result: ReadRefusal = 'noZone';
    let isForeign = false;
    for (const grid of grids) {
      const pitch = pitchOf(grid);
      const isSmall = pitch < MIN_PITCH * enlarged;
      const level = Math.max(1, Math.floor(pitch / CELL_PITCH));
      const [turn] = (alone ? [grid] : [grid, upsideDown(grid)])
        .map((each) => ({ each, confidence: confidenceOf(network, lookAt(each, level), alone ? [1] : [0, 1]) }))
        .sort((a, b) => b.confidence - a.confidence);
      if (!turn || turn.confidence < MIN_CONFIDENCE) continue;
      const upright = turn.each;
      if (pitch < Math.max(MIN_PITCH, MIN_ORIGINAL_PITCH * enlarged)) {
        result = 'comeCloser';
        continue;
      }
      const seen = readLines(network, lookAt(upright, level));
      let reading = parse(seen);
      if (!reading || Object.values(reading).some(({ unsure }) => unsure === 'unclear'))
        reading = parse(settledBy(seen, readLines(network, lookAt(upright, SECOND_LOOK * level)))) ?? reading;
      if (reading)
        return { result: 'read', reading, grid: scaledGrid(upright, enlarged), isAlone: alone !== undefined };
      isForeign ||= isOtherDocument(seen);
      // With small characters, misread and too small can't be distinguished.
      if (!isSmall) result = angleOff(angleOf(upright)) > STRAIGHT ? 'slanted' : 'checkFailed';
      else if (result === 'noZone') result = 'comeCloser';
    }
    if (isForeign) return 'foreign';
    return { result: alone ? 'noZone' : result };

    function lookAt(each: Grid, shrunk: number): Look {
      const shrunken = levels.get(shrunk) ?? greyPictures.shrink(picture, shrunk);
      levels.set(shrunk, shrunken);
      return { picture: shrunken, grid: scaledGrid(each, shrunk), height };
    }
    function parse([names = [], data = []]: ReadLines): PassportReading | null {
      const textOf = (line: typeof names) => line.map(({ character }) => character).join('');
      const zone = {
        lines: [alone ? null : textOf(names), textOf(data)],
        clear: [names.map(({ clear }) => clear), data.map(({ clear }) => clear)],
        clearButZeros: data.map((each) => each.clearButZeros),
        likely: data.map(({ likely }) => likely),
      } as const;
      return parseZone(zone, today);
    }
  }
}

/** Whether line 1 is that of another document, and not of a grid beside its place. */
const isOtherDocument = ([names = []]: ReadLines) =>
  names[0]?.clear === true && names[0].character !== 'P' && names.filter(({ clear }) => clear).length > MIN_FOREIGN;

/** True if both readings are of one passport: the same lines, or a copy of them. */
function isSame(a: ReadZone, b: ReadZone): boolean {
  const [[x, y], [otherX, otherY]] = [a.grid(LINE_LENGTH / 2, 0.5), b.grid(LINE_LENGTH / 2, 0.5)];
  const isNear = Math.hypot(x - otherX, y - otherY) < 5 * pitchOf(a.grid);
  const { value } = a.reading.passport_number;
  return isNear || (value !== undefined && value === b.reading.passport_number.value);
}

interface Candidate {
  lines: Lines;
  /** Height of the characters compared with the usual height in a passport, which is 1. */
  height: number;
  /** In pixels of the picture, upright or upside down; upright only for a line alone. */
  grids: readonly Grid[];
}

/** The likely lines in these directions, pairs first. @param angles degrees @param factor by which the picture was shrunk */
function* candidatesAlong(blots: readonly Blot[], angles: readonly number[], factor: number): Generator<Candidate> {
  const turns = angles.map((angle) => ({ angle, rows: rowsOf(blots.map((blot) => turned(blot, angle))) }));
  for (const linesOf of [pairsOf, singlesOf])
    for (const { angle, rows } of turns) {
      const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
      const inPicture =
        (grid: Grid): Grid =>
        (place, line) => {
          const [x, y] = grid(place, line);
          return [(x * cos - y * sin + 0.5) * factor - 0.5, (x * sin + y * cos + 0.5) * factor - 0.5];
        };
      for (const lines of linesOf(rows).slice(0, MAX_PAIRS)) {
        const grids = gridsOf(lines).map((grid) => inPicture(lines.alone === lines.upper ? upsideDown(grid) : grid));
        // The box of a slanted character says little about its height.
        yield { lines, grids, height: angle % 90 === 0 ? heightOf(lines) : 1 };
      }
    }
}

/** A blot in the picture turned back by an angle. The box of a slanted one is at most as large as its character. */
function turned({ x, y, width, height }: Blot, angle: number): Blot {
  if (angle === 90) return { x: y, y: -x, width: height, height: width };
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const size = Math.max(width, height) * SLANTED_BOX;
  const box = angle === 0 ? { width, height } : { width: size, height: size };
  return { x: x * cos + y * sin, y: y * cos - x * sin, ...box };
}

/** The angle of the lines in the picture, in degrees. */
function angleOf(grid: Grid): number {
  const [[x0, y0], [x1, y1]] = [grid(0, 0.5), grid(LINE_LENGTH, 0.5)];
  return (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
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

/** Pixels of a character, and of the distance between the lines, in the cut-out. */
const PITCH = 20;
const LINES_APART = 50;

export function cutOut(picture: Grey, grid: Grid): Grey {
  const { width: across, aside, height: down, above } = LINES_PICTURE;
  const [width, height] = [across * PITCH, Math.round(down * LINES_APART)];
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = grid((x + 0.5) / PITCH - aside, (y + 0.5) / LINES_APART - above);
      data[y * width + x] = brightnessAt(picture, fromX, fromY);
    }
  return { width, height, data };
}
