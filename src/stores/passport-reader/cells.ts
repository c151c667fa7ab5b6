/** Cuts the characters out of the picture, as the network's input. */
import { LINE_LENGTH } from '../../domain/passport/zone.ts';
import type { Grid } from './grid.ts';
import { brightnessAt, type Grey } from './pixels.ts';

export const CELL_WIDTH = 12;
export const CELL_HEIGHT = 16;
export const CELL_SIZE = CELL_WIDTH * CELL_HEIGHT;

/** Width of a cell in characters: a bit of the neighbours at both sides. */
const WIDTH_IN_CHARACTERS = 1.1;
/** Height of a cell in line distances; capitals have 0.39. */
const HEIGHT_IN_LINES = 0.54;
const SAMPLES_PER_PIXEL = 2;

/**
 * @param line 0 or 1 @param aside offset of the grid, in characters and in line distances
 * @returns 44 cells one after the other, row by row: 0 is paper, 1 is ink
 */
export function cellsOf(picture: Grey, grid: Grid, line: number, aside: readonly [number, number]): Float32Array {
  const cells = new Float32Array(LINE_LENGTH * CELL_SIZE);
  for (let place = 0; place < LINE_LENGTH; place += 1) {
    const cell = cells.subarray(place * CELL_SIZE, (place + 1) * CELL_SIZE);
    cut(picture, grid, place + 0.5 + aside[0], line + aside[1], cell);
  }
  normalizeInk(cells);
  return cells;
}

/** Within a cell the map is nearly linear: three corners give the samples. */
function cut(picture: Grey, grid: Grid, place: number, line: number, cell: Float32Array): void {
  const [x0, y0] = grid(place - WIDTH_IN_CHARACTERS / 2, line - HEIGHT_IN_LINES / 2);
  const [x1, y1] = grid(place + WIDTH_IN_CHARACTERS / 2, line - HEIGHT_IN_LINES / 2);
  const [x2, y2] = grid(place - WIDTH_IN_CHARACTERS / 2, line + HEIGHT_IN_LINES / 2);
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

/** Neighbours at each side that determine paper and ink. */
const NEIGHBOURS = 2;

/** From brightness to ink: light and shadow change along a line, so a cell is compared with its neighbours. */
function normalizeInk(cells: Float32Array): void {
  const lights = new Float32Array(LINE_LENGTH);
  const darks = new Float32Array(LINE_LENGTH);
  for (let place = 0; place < LINE_LENGTH; place += 1) {
    const sorted = cells.slice(place * CELL_SIZE, (place + 1) * CELL_SIZE).sort();
    lights[place] = sorted[Math.floor(CELL_SIZE * 0.85)] as number;
    darks[place] = sorted[Math.floor(CELL_SIZE * 0.05)] as number;
  }
  for (let place = 0; place < LINE_LENGTH; place += 1) {
    const [from, to] = [Math.max(0, place - NEIGHBOURS), Math.min(LINE_LENGTH, place + NEIGHBOURS + 1)];
    const mean = (values: Float32Array) => values.subarray(from, to).reduce((a, b) => a + b, 0) / (to - from);
    const light = mean(lights);
    const range = Math.max(light - mean(darks), 1);
    for (let at = place * CELL_SIZE; at < (place + 1) * CELL_SIZE; at += 1)
      cells[at] = Math.min(1.3, Math.max(-0.3, (light - (cells[at] as number)) / range));
  }
}

/** Side of the squares that are searched for spots, in a cell's pixels: strokes are narrower. */
const SPOT_SIDE = 4;
/** Largest difference of ink within a spot. */
const EVENNESS = 0.2;
/** A spot has at least this much ink, and more than the strokes of most characters by this factor. */
const DARK = { ink: 0.5, factor: 1.25 };
/** The lightest square under a reflection has at most this much ink: less than its paper. */
const LIGHT = -0.1;

/** @param cells of a line @returns whether something dark or light lies over each character, which may look like another then */
export function spotsIn(cells: Float32Array): boolean[] {
  const squares = Array.from({ length: LINE_LENGTH }, (_, place) =>
    squaresIn(cells.subarray(place * CELL_SIZE, (place + 1) * CELL_SIZE)),
  );
  const thickest = Float32Array.from(squares, ({ full }) => full).sort();
  const limit = Math.max(DARK.ink, DARK.factor * (thickest[Math.floor(LINE_LENGTH * 0.9)] as number));
  return squares.map(({ even, light }) => even > limit || light < LIGHT);
}

/** The least ink of the fullest square, of the fullest even one, and the most ink of the lightest. */
function squaresIn(cell: Float32Array): { full: number; even: number; light: number } {
  const found = { full: 0, even: 0, light: 1 };
  for (let top = 0; top <= CELL_HEIGHT - SPOT_SIDE; top += 1)
    for (let left = 0; left <= CELL_WIDTH - SPOT_SIDE; left += 1) {
      let [least, most] = [2, -1];
      for (let at = 0; at < SPOT_SIDE * SPOT_SIDE; at += 1) {
        const ink = cell[(top + Math.floor(at / SPOT_SIDE)) * CELL_WIDTH + left + (at % SPOT_SIDE)] as number;
        least = Math.min(least, ink);
        most = Math.max(most, ink);
      }
      found.full = Math.max(found.full, least);
      if (most - least < EVENNESS) found.even = Math.max(found.even, least);
      found.light = Math.min(found.light, most);
    }
  return found;
}
