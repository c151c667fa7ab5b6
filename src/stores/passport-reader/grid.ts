/** From two rows to the zone's grid of 2 × 44 cells, as the camera sees it. */
import { LINE_LENGTH } from '../../domain/passport/zone.ts';
import { type Homography, homography } from './homography.ts';
import type { Blot } from './ink.ts';
import type { Row } from './rows.ts';

/** `place` (0 to 44 from the left edge of the zone) and `line` (0 and 1 are the middles of both lines) → pixels. */
export type Grid = (place: number, line: number) => [x: number, y: number];

/** Distance between the lines, in characters: 6.35 / 2.54 (ICAO Doc 9303, part 4, figure 4), foreshortened or not. */
const MIN_LINE_DISTANCE = 1.5;
const MAX_LINE_DISTANCE = 3.6;
/** Length of both lines together, in characters: some may be hidden, or something may be beside them. */
const MIN_LENGTH = 30;
const MAX_LENGTH = 48;
/** Of 88 characters. */
const MIN_BLOTS = 44;

/** Pairs of rows that may be line 1 and line 2, the fullest first. */
export function pairsOf(rows: readonly Row[]): [upper: Row, lower: Row][] {
  const pairs: [Row, Row][] = [];
  for (const upper of rows)
    for (const lower of rows) if (upper !== lower && isZone(upper, lower)) pairs.push([upper, lower]);
  const size = ([a, b]: [Row, Row]) => a.blots.length + b.blots.length;
  return pairs.sort((a, b) => size(b) - size(a));
}

const startOf = (row: Row) => row.blots[0]?.x ?? 0;
const endOf = (row: Row) => row.blots.at(-1)?.x ?? 0;

function isZone(upper: Row, lower: Row): boolean {
  const pitch = (upper.pitch + lower.pitch) / 2;
  const [start, end] = [Math.max(startOf(upper), startOf(lower)), Math.min(endOf(upper), endOf(lower))];
  const middle = (start + end) / 2;
  const apart = lower.offset - upper.offset + (lower.slope - upper.slope) * middle;
  return (
    upper.blots.length + lower.blots.length >= MIN_BLOTS &&
    end - start > MIN_LENGTH * pitch &&
    end - start < MAX_LENGTH * pitch &&
    apart > MIN_LINE_DISTANCE * pitch &&
    apart < MAX_LINE_DISTANCE * pitch &&
    Math.abs(upper.slope - lower.slope) < 0.08 &&
    Math.abs(Math.log(upper.pitch / lower.pitch)) < 0.25
  );
}

interface Placed {
  blot: Blot;
  place: number;
  line: number;
}

/** The grids that fit the blots of both rows, likeliest first: several if an end is hidden or something is beside them. */
export function gridsOf(upper: Row, lower: Row): Grid[] {
  const scale = endOf(upper) - startOf(upper);
  const [x0, y0] = [startOf(upper), upper.offset];
  /** Blots at a position where the fit has a character; a few rounds drop the others. */
  let placed = [...numbered(upper, 0, 0), ...numbered(lower, 1, startIn(upper, lower))];
  let fit: Homography | null = null;
  for (let round = 0; round < 4; round += 1) {
    fit = homography.fit(placed.map(({ blot, place, line }) => pairOf(blot, place, line)));
    if (!fit) return [];
    const map = fit;
    const kept = placed.filter(({ blot, place, line }) => {
      const [x, y] = homography.project(map, (place + 0.5) / LINE_LENGTH, line);
      const off = Math.hypot(x * scale + x0 - blot.x, y * scale + y0 - blot.y);
      return off < (round === 0 ? 0.6 : 0.3) * upper.pitch;
    });
    if (kept.length < placed.length * 0.5) return [];
    placed = kept;
  }
  if (!fit) return [];
  const map = fit;
  return firstPlaces(placed).map((first) => (place, line) => {
    const [x, y] = homography.project(map, (place + first) / LINE_LENGTH, line);
    return [x * scale + x0, y * scale + y0];
  });

  function pairOf(blot: Blot, place: number, line: number) {
    return { u: (place + 0.5) / LINE_LENGTH, v: line, x: (blot.x - x0) / scale, y: (blot.y - y0) / scale };
  }
}

/** The place of the lower row's first blot in the upper row's count, by a majority of blots: the first may be foreign. */
function startIn(upper: Row, lower: Row): number {
  const above = numbered(upper, 0, 0);
  const votes = new Map<number, number>();
  for (const { blot, place } of numbered(lower, 1, 0)) {
    const x = blot.x + upper.slope * (lower.offset - upper.offset);
    for (const other of above) {
      if (Math.abs(other.blot.x - x) > 0.45 * upper.pitch) continue;
      const start = other.place - place;
      votes.set(start, (votes.get(start) ?? 0) + 1);
    }
  }
  const [most] = [...votes].sort(([, a], [, b]) => b - a);
  return most ? most[0] : 0;
}

/** Numbers the blots of a row by their distances, each a multiple of the pitch. */
function numbered(row: Row, line: number, first: number): Placed[] {
  let place = first;
  let { pitch } = row;
  return row.blots.flatMap((blot, index) => {
    const before = row.blots[index - 1];
    if (!before) return [{ blot, place, line }];
    const gap = blot.x - before.x;
    const steps = Math.round(gap / pitch);
    place += steps;
    // The pitch changes along a line that is seen at an angle.
    if (steps === 1) pitch += 0.15 * (gap - pitch);
    return steps === 0 ? [] : [{ blot, place, line }];
  });
}

/** Possible first places of line 1 and line 2, so that most blots are within 44 places. */
function firstPlaces(placed: readonly Placed[]): number[] {
  const places = placed.map(({ place }) => place);
  const [least, most] = [Math.min(...places), Math.max(...places)];
  const within = (first: number) => places.filter((place) => place >= first && place < first + LINE_LENGTH).length;
  const [from, to] = [Math.min(least, most - LINE_LENGTH + 1), Math.max(least, most - LINE_LENGTH + 1)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    .sort((a, b) => within(b) - within(a) || Math.abs(a + a - from - to) - Math.abs(b + b - from - to))
    .slice(0, 5);
}
