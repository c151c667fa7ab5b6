/** Ink on paper, and its connected components: candidates for characters. */
import type { Grey } from './pixels.ts';

/** A connected component of ink: its box's centre and size, in pixels. */
export interface Blot {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Half of the window for the mean: wider than a stroke, narrower than shadows. */
const REACH = 16;
/** Ink is darker than this share of the mean around it. */
const INK = 0.87;
const MIN_SIZE = 6;
const MAX_SIZE = 90;

/** @returns 1 for ink, 0 for paper, for each pixel: an adaptive threshold (Bradley and Roth, 2007) */
export function inkOf({ width, height, data }: Grey): Uint8Array {
  const ink = new Uint8Array(data.length);
  // Sums of each column over the rows of the window, moved down row by row.
  const columns = new Uint32Array(width);
  for (let y = 0; y < Math.min(REACH, height); y += 1)
    for (let x = 0; x < width; x += 1) columns[x] = (columns[x] as number) + (data[y * width + x] as number);
  for (let y = 0; y < height; y += 1) {
    const enters = y + REACH;
    const leaves = y - REACH - 1;
    for (let x = 0; x < width; x += 1) {
      let sum = columns[x] as number;
      if (enters < height) sum += data[enters * width + x] as number;
      if (leaves >= 0) sum -= data[leaves * width + x] as number;
      columns[x] = sum;
    }
    const rows = Math.min(enters, height - 1) - Math.max(leaves, -1);
    compareRow(data.subarray(y * width), columns, rows, ink.subarray(y * width));
  }
  return ink;
}

function compareRow(row: Uint8Array, columns: Uint32Array, rows: number, ink: Uint8Array): void {
  const width = columns.length;
  let sum = 0;
  for (let x = 0; x < Math.min(REACH, width); x += 1) sum += columns[x] as number;
  for (let x = 0; x < width; x += 1) {
    const enters = x + REACH;
    const leaves = x - REACH - 1;
    if (enters < width) sum += columns[enters] as number;
    if (leaves >= 0) sum -= columns[leaves] as number;
    const pixels = (Math.min(enters, width - 1) - Math.max(leaves, -1)) * rows;
    ink[x] = (row[x] as number) * pixels < sum * INK ? 1 : 0;
  }
}

/** The components of a character's size, by runs of ink that touch those of the row above (also at a corner). */
export function blotsOf(ink: Uint8Array, width: number, height: number): Blot[] {
  const pieces = new Pieces();
  let above: number[] = [];
  for (let y = 0; y < height; y += 1) {
    const row: number[] = [];
    let nearest = 0;
    for (let x = ink.indexOf(1, y * width) - y * width; x >= 0 && x < width; ) {
      let end = x;
      while (end < width && ink[y * width + end] === 1) end += 1;
      let piece = -1;
      // Runs are [from, to, piece]; those that end before this one begins touch no later one either.
      while (nearest < above.length && (above[nearest + 1] as number) < x) nearest += 3;
      for (let at = nearest; at < above.length && (above[at] as number) <= end; at += 3)
        piece = piece < 0 ? pieces.rootOf(above[at + 2] as number) : pieces.join(piece, above[at + 2] as number);
      if (piece < 0) piece = pieces.open(x, y);
      pieces.grow(piece, x, end - 1, y);
      row.push(x, end, piece);
      const next = ink.indexOf(1, y * width + end);
      x = next < 0 ? -1 : next - y * width;
    }
    above = row;
  }
  return pieces.blots();
}

/** Boxes of components, merged as they connect (union-find). */
class Pieces {
  private readonly parent: number[] = [];
  private readonly left: number[] = [];
  private readonly right: number[] = [];
  private readonly top: number[] = [];
  private readonly bottom: number[] = [];

  open(x: number, y: number): number {
    const piece = this.parent.length;
    this.parent.push(piece);
    this.left.push(x);
    this.right.push(x);
    this.top.push(y);
    this.bottom.push(y);
    return piece;
  }

  rootOf(piece: number): number {
    let root = piece;
    while (this.parent[root] !== root) root = this.parent[root] as number;
    this.parent[piece] = root;
    return root;
  }

  join(a: number, b: number): number {
    const [into, from] = [this.rootOf(a), this.rootOf(b)];
    if (into === from) return into;
    this.parent[from] = into;
    this.top[into] = Math.min(this.top[into] as number, this.top[from] as number);
    this.grow(into, this.left[from] as number, this.right[from] as number, this.bottom[from] as number);
    return into;
  }

  grow(piece: number, left: number, right: number, bottom: number): void {
    if (left < (this.left[piece] as number)) this.left[piece] = left;
    if (right > (this.right[piece] as number)) this.right[piece] = right;
    if (bottom > (this.bottom[piece] as number)) this.bottom[piece] = bottom;
  }

  blots(): Blot[] {
    return this.parent.flatMap((parent, piece) => {
      if (parent !== piece) return [];
      const [left, top] = [this.left[piece] as number, this.top[piece] as number];
      const width = (this.right[piece] as number) - left + 1;
      const height = (this.bottom[piece] as number) - top + 1;
      const longer = Math.max(width, height);
      return longer < MIN_SIZE || longer > MAX_SIZE
        ? []
        : [{ x: left + (width - 1) / 2, y: top + (height - 1) / 2, width, height }];
    });
  }
}
