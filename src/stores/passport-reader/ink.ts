/** Ink on paper, and its connected components: candidates for characters. */
import type { Grey } from './pixels.ts';

/** A connected component of ink: centre and size of its box, in pixels. */
export interface Blot {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Half of the window for the mean: wider than a stroke, narrower than a shadow. */
const REACH = 16;
/** Ink is darker than this share of the mean around it. */
const INK = 0.87;
const MIN_SIZE = 6;
const MAX_SIZE = 90;

/** @returns 1 for ink, 0 for paper, for each pixel: an adaptive threshold (Bradley and Roth, 2007) */
export function inkOf(picture: Grey): Uint8Array {
  const { width, height, data } = picture;
  const ink = new Uint8Array(data.length);
  const sums = sumsOf(picture);
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - REACH), Math.min(height, y + REACH + 1)];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - REACH), Math.min(width, x + REACH + 1)];
      const above = (sums[top * (width + 1) + right] as number) - (sums[top * (width + 1) + left] as number);
      const sum =
        (sums[bottom * (width + 1) + right] as number) - (sums[bottom * (width + 1) + left] as number) - above;
      ink[y * width + x] = (data[y * width + x] as number) * (right - left) * (bottom - top) < sum * INK ? 1 : 0;
    }
  }
  return ink;
}

/** For each corner of a pixel, the sum of all pixels above it and to its left. */
function sumsOf({ width, height, data }: Grey): Uint32Array {
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] as number;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] as number) + row;
    }
  }
  return sums;
}

/** The components of a character's size: runs of ink are joined with those of the row above that they touch, also at a corner. */
export function blotsOf(ink: Uint8Array, width: number, height: number): Blot[] {
  const pieces: Piece[] = [];
  let above: { from: number; end: number; piece: Piece }[] = [];
  for (let y = 0; y < height; y += 1) {
    const row: typeof above = [];
    let nearest = 0;
    for (let from = ink.indexOf(1, y * width) - y * width; from >= 0 && from < width; ) {
      let end = from;
      while (end < width && ink[y * width + end] === 1) end += 1;
      const piece: Piece = { left: from, right: end - 1, top: y, bottom: y, whole: null };
      pieces.push(piece);
      // Runs that end before this one begins touch no later run either.
      while ((above[nearest]?.end ?? Infinity) < from) nearest += 1;
      for (let at = nearest, run = above[at]; run && run.from <= end; at += 1, run = above[at]) join(run.piece, piece);
      row.push({ from, end, piece });
      const next = ink.indexOf(1, y * width + end);
      from = next < 0 ? -1 : next - y * width;
    }
    above = row;
  }
  return pieces.flatMap((piece) => (piece.whole ? [] : blotOf(piece)));
}

/** The box of connected ink. A part has one only until it was joined to its `whole`. */
interface Piece {
  left: number;
  right: number;
  top: number;
  bottom: number;
  whole: Piece | null;
}

function rootOf(piece: Piece): Piece {
  let root = piece;
  while (root.whole) root = root.whole;
  if (piece !== root) piece.whole = root;
  return root;
}

function join(a: Piece, b: Piece): void {
  const [whole, part] = [rootOf(a), rootOf(b)];
  if (whole === part) return;
  part.whole = whole;
  whole.left = Math.min(whole.left, part.left);
  whole.right = Math.max(whole.right, part.right);
  whole.top = Math.min(whole.top, part.top);
  whole.bottom = Math.max(whole.bottom, part.bottom);
}

function blotOf({ left, right, top, bottom }: Piece): Blot[] {
  const [width, height] = [right - left + 1, bottom - top + 1];
  const longer = Math.max(width, height);
  return longer < MIN_SIZE || longer > MAX_SIZE
    ? []
    : [{ x: (left + right) / 2, y: (top + bottom) / 2, width, height }];
}
