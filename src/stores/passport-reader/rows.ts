/** Rows of blots of the same height: candidates for the zone's two lines. */
import type { Blot } from './ink.ts';

/** A straight row, nearly level: `y = offset + slope · x`. */
export interface Row {
  offset: number;
  slope: number;
  height: number;
  /** Usual distance between neighbouring blots. */
  pitch: number;
  blots: readonly Blot[];
}

/** Allows a tilt of 10°, and perspective. */
const MAX_SLOPE = 0.3;
const MIN_CHAIN = 5;
/** Of 44 characters, half may be lost in glare; the rest includes fillers. */
const MIN_BLOTS = 20;

/** @returns rows that may be lines of the zone, the fullest first */
export function rowsOf(blots: readonly Blot[]): Row[] {
  const columns = new Columns(blots);
  const used = new Set<Blot>();
  const rows: Row[] = [];
  for (const chain of chainsOf(blots, columns)) {
    if (chain.some((blot) => used.has(blot))) continue;
    const row = extend(chain, columns);
    for (const blot of row ? row.blots : chain) used.add(blot);
    if (row && row.blots.length >= MIN_BLOTS) rows.push(row);
  }
  return rows.sort((a, b) => b.blots.length - a.blots.length);
}

/** Blots by pixel column, so that neighbours are found quickly. */
class Columns {
  private static readonly WIDTH = 32;
  private readonly columns = new Map<number, Blot[]>();

  constructor(blots: readonly Blot[]) {
    for (const blot of blots) {
      const column = Math.floor(blot.x / Columns.WIDTH);
      const there = this.columns.get(column);
      if (there) there.push(blot);
      else this.columns.set(column, [blot]);
    }
  }

  between(left: number, right: number): Blot[] {
    const found: Blot[] = [];
    for (let column = Math.floor(left / Columns.WIDTH); column <= Math.floor(right / Columns.WIDTH); column += 1)
      for (const blot of this.columns.get(column) ?? []) if (blot.x > left && blot.x <= right) found.push(blot);
    return found;
  }
}

const isAlike = (a: Blot, b: Blot) => a.height < 1.7 * b.height && b.height < 1.7 * a.height;

/** Chains of blots that are each other's nearest neighbours; the longest one first. */
function chainsOf(blots: readonly Blot[], columns: Columns): Blot[][] {
  const next = new Map<Blot, Blot>();
  const previous = new Map<Blot, { blot: Blot; distance: number }>();
  for (const blot of blots) {
    const nearest = neighbourOf(blot, columns);
    if (!nearest) continue;
    const before = previous.get(nearest.blot);
    if (before && before.distance <= nearest.distance) continue;
    if (before) next.delete(before.blot);
    previous.set(nearest.blot, { blot, distance: nearest.distance });
    next.set(blot, nearest.blot);
  }
  const chains: Blot[][] = [];
  for (const first of blots) {
    if (previous.has(first) || !next.has(first)) continue;
    const chain = [first];
    for (let blot = next.get(first); blot; blot = next.get(blot)) chain.push(blot);
    if (chain.length >= MIN_CHAIN) chains.push(chain);
  }
  return chains.sort((a, b) => b.length - a.length);
}

function neighbourOf(blot: Blot, columns: Columns): { blot: Blot; distance: number } | null {
  let nearest: { blot: Blot; distance: number } | null = null;
  for (const other of columns.between(blot.x + 0.4 * blot.height, blot.x + 2.4 * blot.height)) {
    const away = Math.abs(other.y - blot.y);
    const distance = other.x - blot.x + 2 * away;
    if (away > MAX_SLOPE * (other.x - blot.x) + 0.1 * blot.height || !isAlike(blot, other)) continue;
    if (nearest === null || distance < nearest.distance) nearest = { blot: other, distance };
  }
  return nearest;
}

/** The whole row that contains a chain; null if the chain is in none. */
function extend(chain: readonly Blot[], columns: Columns): Row | null {
  let row = rowThrough(chain);
  for (let round = 0; round < 6 && row; round += 1) {
    const { offset, slope, height, pitch }: Row = row;
    const first = row.blots[0] as Blot;
    const last = row.blots.at(-1) as Blot;
    // Extended by a few characters at a time: the slope of a short chain is unreliable far away.
    const reach = Math.max(6 * pitch, (last.x - first.x) * 0.7);
    const near = columns
      .between(first.x - reach, last.x + reach)
      .filter(
        (blot) =>
          Math.abs(blot.y - offset - slope * blot.x) < 0.35 * height &&
          blot.height > 0.5 * height &&
          blot.height < 1.5 * height,
      )
      .sort((a, b) => a.x - b.x);
    const grown = rowThrough(connectedPart(near, (first.x + last.x) / 2, 5 * pitch));
    const isDone = grown?.blots.length === row.blots.length;
    row = grown;
    if (isDone) break;
  }
  return row;
}

/** The blots around the middle of a row without a gap wider than `gap`. */
function connectedPart(blots: readonly Blot[], middle: number, gap: number): Blot[] {
  let piece: Blot[] = [];
  for (const blot of blots) {
    const last = piece.at(-1);
    if (last && blot.x - last.x > gap) {
      if (last.x > middle) break;
      piece = [];
    }
    piece.push(blot);
  }
  return piece;
}

/** The line of least squares through the blots' centres. */
function rowThrough(blots: readonly Blot[]): Row | null {
  if (blots.length < MIN_CHAIN) return null;
  const mean = (value: (blot: Blot) => number) => blots.reduce((sum, blot) => sum + value(blot), 0) / blots.length;
  const [x, y] = [mean((blot) => blot.x), mean((blot) => blot.y)];
  const spread = mean((blot) => (blot.x - x) ** 2);
  const slope = mean((blot) => (blot.x - x) * (blot.y - y)) / spread;
  if (!(Math.abs(slope) < MAX_SLOPE)) return null;
  const gaps = blots.slice(1).map((blot, index) => blot.x - (blots[index] as Blot).x);
  const pitch = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] as number;
  return { offset: y - slope * x, slope, height: mean((blot) => blot.height), pitch, blots };
}

/** Width of a bin in degrees, of half a turn. */
const BIN = 2;
const BINS = 180 / BIN;
/** Slants from the picture's edges up to which nothing has to be turned, in degrees. */
export const STRAIGHT = 8;
/** How many pairs of neighbours a text of two lines has at least in its direction, and their least share. */
const MIN_PAIRS = 40;
const MIN_SHARE = 0.12;
const MAX_DIRECTIONS = 2;

/** @returns directions of text in degrees, 0 to 180, the most frequent first; none where text runs along the picture's edges */
export function slantsOf(blots: readonly Blot[]): number[] {
  const counts = new Float32Array(BINS);
  let pairs = 0;
  for (const [a, b] of neighbours(blots)) {
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const bin = Math.floor((((angle % 180) + 180) % 180) / BIN) % BINS;
    counts[bin] = (counts[bin] as number) + 1;
    pairs += 1;
  }
  const at = (values: Float32Array, bin: number) => values[(bin + BINS) % BINS] as number;
  const smooth = counts.map((own, bin) => at(counts, bin - 1) + own + at(counts, bin + 1));
  return [...smooth.keys()]
    .filter((bin) => at(smooth, bin) >= at(smooth, bin - 1) && at(smooth, bin) > at(smooth, bin + 1))
    .filter((bin) => at(smooth, bin) >= Math.max(MIN_PAIRS, MIN_SHARE * pairs))
    .sort((a, b) => at(smooth, b) - at(smooth, a))
    .map((bin) => {
      // The peak may lie between two bins: their counts tell where.
      const shift = (at(counts, bin + 1) - at(counts, bin - 1)) / Math.max(1, at(smooth, bin));
      return (bin + 0.5 + shift) * BIN;
    })
    .filter((angle) => angleOff(angle) > STRAIGHT)
    .slice(0, MAX_DIRECTIONS);
}

/** Degrees between a direction and the nearest edge of the picture. */
export const angleOff = (angle: number) => Math.abs(angle - 90 * Math.round(angle / 90));

/** Each blot with its nearest one of about the same size. */
function* neighbours(blots: readonly Blot[]): Generator<readonly [Blot, Blot]> {
  const columns = new Columns(blots);
  const sizeOf = ({ width, height }: Blot) => Math.max(width, height);
  for (const blot of blots) {
    let nearest: Blot | null = null;
    let least = 2.6 * sizeOf(blot);
    for (const other of columns.between(blot.x - least, blot.x + least)) {
      const ratio = sizeOf(other) / sizeOf(blot);
      const distance = Math.hypot(other.x - blot.x, other.y - blot.y);
      if (other === blot || ratio < 0.6 || ratio > 1.6 || distance >= least) continue;
      [nearest, least] = [other, distance];
    }
    if (nearest) yield [blot, nearest];
  }
}
