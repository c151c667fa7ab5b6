/** Finds the grid of 2 × 44 characters from two rows, as the camera sees it. */
import { LINE_LENGTH } from '../../domain/passport/zone.ts';
import { homography } from './homography.ts';
import type { Blot } from './ink.ts';
import type { Row } from './rows.ts';

/** Maps `place` (0 to 44 from the left edge) and `line` (0 and 1 are the middles of both lines) to pixels. */
export type Grid = (place: number, line: number) => [x: number, y: number];

/** Distance between the lines in characters: 6.35 / 2.54 (ICAO Doc 9303, part 4, figure 4), with or without perspective. */
const LINE_DISTANCE = 2.5;
const MIN_LINE_DISTANCE = 1.25;
const MAX_LINE_DISTANCE = 3.6;
/** Least length of both lines together, in characters: some may be hidden, or something may be beside them. */
const MIN_LENGTH = 26;
const MAX_LENGTH = 48;
/** Least number of blots, of 88 characters. */
const MIN_BLOTS = 44;

/** The two lines of a zone. For a line that is alone, the other one is made up. */
export interface Lines {
  upper: Row;
  lower: Row;
  /** The real line, where it may be line 2 and line 1 is missing. */
  alone?: Row;
}

/** Pairs of rows that may be line 1 and line 2, the likeliest first. */
export function pairsOf(rows: readonly Row[]): Lines[] {
  const pairs: Lines[] = [];
  for (const upper of rows)
    for (const lower of rows) if (upper !== lower && isZone(upper, lower)) pairs.push({ upper, lower });
  return pairs.sort((a, b) => oddness(a) - oddness(b));
}

/** Rows that may be line 2 alone, upright or upside down, each with a made-up line 1. */
export function singlesOf(rows: readonly Row[]): Lines[] {
  const alone = rows.filter((row) => lengthOf(row) > MIN_LENGTH && lengthOf(row) < MAX_LENGTH);
  return alone
    .sort((a, b) => missing(a) - missing(b))
    .flatMap((row) => [
      { upper: shifted(row, -LINE_DISTANCE * row.pitch), lower: row, alone: row },
      { upper: row, lower: shifted(row, LINE_DISTANCE * row.pitch), alone: row },
    ]);
}

function shifted(row: Row, down: number): Row {
  const blots = row.blots.map((blot) => ({ ...blot, x: blot.x - row.slope * down, y: blot.y + down }));
  return { ...row, offset: row.offset + down * (1 + row.slope ** 2), blots };
}

const startOf = (row: Row) => row.blots[0]?.x ?? 0;
const endOf = (row: Row) => row.blots.at(-1)?.x ?? 0;
/** Length from the first to the last blot, in characters. */
const lengthOf = (row: Row) => (endOf(row) - startOf(row)) / row.pitch;
/** How much longer or shorter than 44 characters a row is. */
const missing = (row: Row) => Math.abs(lengthOf(row) - (LINE_LENGTH - 1)) + Math.abs(row.blots.length - LINE_LENGTH);

function distanceOf(upper: Row, lower: Row): number {
  const [start, end] = [Math.max(startOf(upper), startOf(lower)), Math.min(endOf(upper), endOf(lower))];
  return lower.offset - upper.offset + ((lower.slope - upper.slope) * (start + end)) / 2;
}

/** How much the shape of a pair of rows differs from that of a zone, in characters. */
function oddness({ upper, lower }: Lines): number {
  const pitch = (upper.pitch + lower.pitch) / 2;
  const ends = Math.abs(startOf(upper) - startOf(lower)) + Math.abs(endOf(upper) - endOf(lower));
  const distance = Math.abs(distanceOf(upper, lower) / pitch - LINE_DISTANCE);
  return missing(upper) + missing(lower) + ends / pitch + 2 * distance;
}

function isZone(upper: Row, lower: Row): boolean {
  const pitch = (upper.pitch + lower.pitch) / 2;
  const length = Math.min(endOf(upper), endOf(lower)) - Math.max(startOf(upper), startOf(lower));
  const apart = distanceOf(upper, lower);
  return (
    upper.blots.length + lower.blots.length >= MIN_BLOTS &&
    length > MIN_LENGTH * pitch &&
    length < MAX_LENGTH * pitch &&
    apart > MIN_LINE_DISTANCE * pitch &&
    apart < MAX_LINE_DISTANCE * pitch &&
    Math.abs(upper.slope - lower.slope) < 0.08 &&
    Math.abs(Math.log(upper.pitch / lower.pitch)) < 0.25
  );
}

/** Height of most blots, in line distances. */
const USUAL_HEIGHT = 0.43;
/** Heights that count as usual: in a blurred picture the threshold makes them uncertain. */
const USUAL = [0.85, 1.18] as const;

/** Height of the characters compared with the usual height in a passport, which is 1. */
export function heightOf({ upper, lower, alone }: Lines): number {
  const rows = alone ? [alone] : [upper, lower];
  const heights = rows.flatMap(({ blots, slope }) => blots.map((blot) => blot.height - blot.width * Math.abs(slope)));
  const high = heights.sort((a, b) => a - b)[Math.floor(heights.length * 0.75)] as number;
  const share = high / (USUAL_HEIGHT * distanceOf(upper, lower));
  return share > USUAL[0] && share < USUAL[1] ? 1 : share;
}

/** How strongly a blot near a place corrects the position of the following places, and the pitch. */
const PULL = 0.15;
const NEAR = 0.25;

interface Placed {
  blot: Blot;
  place: number;
  line: number;
}

/** The grids that fit the blots of both rows, likeliest first: several if an end is hidden or something is beside the lines. */
export function gridsOf({ upper, lower }: Lines): Grid[] {
  const scale = endOf(upper) - startOf(upper);
  const [x0, y0] = [startOf(upper), upper.offset];
  let placed = [...numbered(upper, 0, 0), ...numbered(lower, 1, startIn(upper, lower))];
  let grid: Grid = () => [x0, y0];
  for (let round = 0; round < 4; round += 1) {
    const pairs = placed.map(({ blot, place, line }) => {
      return { u: (place + 0.5) / LINE_LENGTH, v: line, x: (blot.x - x0) / scale, y: (blot.y - y0) / scale };
    });
    const map = homography.fit(pairs);
    if (!map) return [];
    grid = (place, line) => {
      const [x, y] = homography.project(map, place / LINE_LENGTH, line);
      return [x * scale + x0, y * scale + y0];
    };
    // Keeps the blots that lie where the fit has a character; a few rounds drop the others.
    const kept = placed.filter(({ blot, place, line }) => {
      const [x, y] = grid(place + 0.5, line);
      return Math.hypot(x - blot.x, y - blot.y) < (round === 0 ? 0.6 : 0.3) * upper.pitch;
    });
    if (kept.length < placed.length * 0.5) return [];
    placed = kept;
  }
  return firstPlaces(placed).map((first) => (place, line) => grid(place + first, line));
}

/**
 * The place in the upper row at which the lower row begins, by the median of all blots: the first blot may not belong to the
 * line.
 */
function startIn(upper: Row, lower: Row): number {
  const above = numbered(upper, 0, 0);
  const starts = numbered(lower, 1, 0).flatMap(({ blot, place }) => {
    const x = blot.x + upper.slope * (lower.offset - upper.offset);
    const near = above.filter((other) => Math.abs(other.blot.x - x) < 0.45 * upper.pitch);
    return near.map((other) => other.place - place);
  });
  return starts.sort((a, b) => a - b)[Math.floor(starts.length / 2)] ?? 0;
}

/** Numbers the blots of a row by their distances, about multiples of the pitch; a mark between two letters gets no place. */
function numbered(row: Row, line: number, first: number): Placed[] {
  let at = first;
  let { pitch } = row;
  return row.blots.map((blot, index) => {
    const steps = (blot.x - (row.blots[index - 1] ?? blot).x) / pitch;
    at += steps;
    const place = Math.round(at);
    if (Math.abs(place - at) < NEAR) at += PULL * (place - at);
    // The pitch changes along a line that is seen at an angle.
    if (Math.abs(steps - 1) < NEAR) pitch *= 1 + PULL * (steps - 1);
    return { blot, place, line };
  });
}

/** Possible first places of line 1 and line 2, so that most blots are within 44 places. */
function firstPlaces(placed: readonly Placed[]): number[] {
  const places = placed.map(({ place }) => place);
  const [least, most] = [Math.min(...places), Math.max(...places)];
  const within = (first: number) => places.filter((place) => place >= first && place < first + LINE_LENGTH).length;
  // Usually one end of the line is visible.
  const isEnd = (first: number) => first === from || first === to;
  const [from, to] = [Math.min(least, most - LINE_LENGTH + 1), Math.max(least, most - LINE_LENGTH + 1)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    .sort((a, b) => within(b) - within(a) || Number(!isEnd(a)) - Number(!isEnd(b)))
    .slice(0, 5);
}
