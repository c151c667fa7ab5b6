/** The direction of text in any slant, estimated from neighbouring blots. */
import type { Blot } from './ink.ts';

/** Of half a turn, in degrees each. */
const BIN = 2;
const BINS = 180 / BIN;
/** Slants from the picture's edges that need no straightening (rows.ts). */
const STRAIGHT = 8;
/** Pairs of neighbours in the direction of a text of two lines, at least, and their share of all. */
const MIN_PAIRS = 40;
const MIN_SHARE = 0.12;
const MAX_DIRECTIONS = 2;
const CELL = 64;

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
  const smooth = counts.map((_, bin) => [-1, 0, 1].reduce((sum, step) => sum + countAt(bin + step), 0));
  const peaks = [...smooth.keys()]
    .filter((bin) => smoothAt(bin) >= smoothAt(bin - 1) && smoothAt(bin) > smoothAt(bin + 1))
    .filter((bin) => smoothAt(bin) >= Math.max(MIN_PAIRS, MIN_SHARE * pairs))
    .sort((a, b) => smoothAt(b) - smoothAt(a));
  return peaks.map(meanAngle).filter(isSlanted).slice(0, MAX_DIRECTIONS);

  function countAt(bin: number): number {
    return counts[(bin + BINS) % BINS] as number;
  }
  function smoothAt(bin: number): number {
    return smooth[(bin + BINS) % BINS] as number;
  }
  /** Between the bins, by their counts. */
  function meanAngle(bin: number): number {
    const shift = (countAt(bin + 1) - countAt(bin - 1)) / Math.max(1, smoothAt(bin));
    return (bin + 0.5 + shift) * BIN;
  }
}

const isSlanted = (angle: number) => {
  const off = angle % 90;
  return Math.min(off, 90 - off) > STRAIGHT;
};

/** Each blot with its nearest one of about its size. */
function* neighbours(blots: readonly Blot[]): Generator<readonly [Blot, Blot]> {
  const cells = new Map<string, Blot[]>();
  const cellOf = (x: number, y: number) => `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
  for (const blot of blots) {
    const cell = cellOf(blot.x, blot.y);
    const there = cells.get(cell);
    if (there) there.push(blot);
    else cells.set(cell, [blot]);
  }
  const sizeOf = ({ width, height }: Blot) => Math.max(width, height);
  for (const blot of blots) {
    let nearest: Blot | null = null;
    let least = 2.6 * sizeOf(blot);
    for (let x = blot.x - CELL; x <= blot.x + CELL; x += CELL)
      for (let y = blot.y - CELL; y <= blot.y + CELL; y += CELL)
        for (const other of cells.get(cellOf(x, y)) ?? []) {
          const ratio = sizeOf(other) / sizeOf(blot);
          const distance = Math.hypot(other.x - blot.x, other.y - blot.y);
          if (other === blot || ratio < 0.6 || ratio > 1.6 || distance >= least) continue;
          [nearest, least] = [other, distance];
        }
    if (nearest) yield [blot, nearest];
  }
}
