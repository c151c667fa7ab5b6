/** Cuts the characters out of the picture, as the network's input. */
import { LINE_LENGTH } from '../../domain/passport/zone.ts';
import type { Grid } from './grid.ts';
import { brightnessAt, type Grey } from './pixels.ts';

export const CELL_WIDTH = 12;
export const CELL_HEIGHT = 16;
export const CELL_SIZE = CELL_WIDTH * CELL_HEIGHT;

/** Width of a cell in characters: it includes a little of both neighbours. */
const WIDTH_IN_CHARACTERS = 1.1;
/** Height of a cell in line distances; capitals take 0.39. */
const HEIGHT_IN_LINES = 0.54;
const SAMPLES_PER_PIXEL = 2;

export interface CellOptions {
  /** Height of the characters compared with the usual height in a passport, which is 1. */
  height?: number;
  /** Offset of the grid, in characters and in line distances. */
  aside?: readonly [across: number, down: number];
  /** Only every `step`-th character is cut out. */
  step?: number;
}

/** @param line 0 or 1 @returns its cells one after the other, row by row: 0 is paper, 1 is ink */
export function cellsOf(picture: Grey, grid: Grid, line: number, options: CellOptions = {}): Float32Array {
  const { height = 1, aside = [0, 0], step = 1 } = options;
  const count = Math.ceil(LINE_LENGTH / step);
  const cells = new Float32Array(count * CELL_SIZE);
  for (let index = 0; index < count; index += 1) {
    const middle = [index * step + 0.5 + aside[0], line + aside[1] * height] as const;
    cut(picture, grid, middle, HEIGHT_IN_LINES * height, cells.subarray(index * CELL_SIZE));
  }
  normalizeInk(cells);
  return cells;
}

/** Cuts a cell out of the picture. Within a cell the map is nearly linear, so three of its corners suffice. */
function cut(
  picture: Grey,
  grid: Grid,
  [place, line]: readonly [number, number],
  high: number,
  cell: Float32Array,
): void {
  const [x0, y0] = grid(place - WIDTH_IN_CHARACTERS / 2, line - high / 2);
  const [x1, y1] = grid(place + WIDTH_IN_CHARACTERS / 2, line - high / 2);
  const [x2, y2] = grid(place - WIDTH_IN_CHARACTERS / 2, line + high / 2);
  for (let row = 0; row < CELL_HEIGHT * SAMPLES_PER_PIXEL; row += 1) {
    const down = (row + 0.5) / (CELL_HEIGHT * SAMPLES_PER_PIXEL);
    for (let column = 0; column < CELL_WIDTH * SAMPLES_PER_PIXEL; column += 1) {
      const right = (column + 0.5) / (CELL_WIDTH * SAMPLES_PER_PIXEL);
      const x = x0 + (x1 - x0) * right + (x2 - x0) * down;
      const y = y0 + (y1 - y0) * right + (y2 - y0) * down;
      const at = Math.floor(row / SAMPLES_PER_PIXEL) * CELL_WIDTH + Math.floor(column / SAMPLES_PER_PIXEL);
      cell[at] = (cell[at] as number) + brightnessAt(picture, x, y);
    }
  }
}

/** How many neighbours at each side determine what is paper and what is ink. */
const NEIGHBOURS = 2;

/** Converts brightness to ink. Light and shadow change along a line, so a cell is compared with its neighbours. */
function normalizeInk(cells: Float32Array): void {
  const sorted = Array.from({ length: cells.length / CELL_SIZE }, (_, place) =>
    cells.slice(place * CELL_SIZE, (place + 1) * CELL_SIZE).sort(),
  );
  for (const place of sorted.keys()) {
    const near = sorted.slice(Math.max(0, place - NEIGHBOURS), place + NEIGHBOURS + 1);
    const meanAt = (share: number) =>
      near.reduce((sum, cell) => sum + (cell[Math.floor(CELL_SIZE * share)] as number), 0) / near.length;
    const light = meanAt(0.85);
    const range = Math.max(light - meanAt(0.05), 1);
    for (let at = place * CELL_SIZE; at < (place + 1) * CELL_SIZE; at += 1)
      cells[at] = Math.min(1.3, Math.max(-0.3, (light - (cells[at] as number)) / range));
  }
}

/** Side of a square that no stroke of a letter fills, in a cell's pixels. */
const SPOT_SIDE = 4;
/**
 * When a dark square counts as a spot: its least ink, by how much it exceeds the fullest squares of most characters, and how even
 * it is at least.
 */
const SPOT = { ink: 0.5, factor: 1.25, evenness: 0.2 };

/** @param cells of a line @returns for each character whether a dark spot covers it, which may make it look like another one */
export function spotsIn(cells: Float32Array): boolean[] {
  const squares = Array.from({ length: LINE_LENGTH }, (_, place) =>
    fullestSquares(cells.subarray(place * CELL_SIZE, (place + 1) * CELL_SIZE)),
  );
  const usual = squares.map(({ any }) => any).sort((a, b) => a - b)[Math.floor(LINE_LENGTH * 0.9)] as number;
  return squares.map(({ even }) => even > Math.max(SPOT.ink, SPOT.factor * usual));
}

/** The least ink of the fullest square, and of the fullest one that is even. */
function fullestSquares(cell: Float32Array): { any: number; even: number } {
  const found = { any: 0, even: 0 };
  for (let top = 0; top <= CELL_HEIGHT - SPOT_SIDE; top += 1)
    for (let left = 0; left <= CELL_WIDTH - SPOT_SIDE; left += 1) {
      let [least, most] = [2, -1];
      for (let at = 0; at < SPOT_SIDE * SPOT_SIDE; at += 1) {
        const ink = cell[(top + Math.floor(at / SPOT_SIDE)) * CELL_WIDTH + left + (at % SPOT_SIDE)] as number;
        least = Math.min(least, ink);
        most = Math.max(most, ink);
      }
      found.any = Math.max(found.any, least);
      if (most - least < SPOT.evenness) found.even = Math.max(found.even, least);
    }
  return found;
}
