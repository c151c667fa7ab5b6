/** Projective maps of the plane: how a camera sees a flat page. */

/** Nine numbers, row by row, the last one 1: `x = (h0 u + h1 v + h2) / (h6 u + h7 v + 1)`, `y` likewise with h3 to h5. */
export type Homography = readonly number[];

/** Gauss-Jordan elimination with pivots. @param rows each with its right side last; they are modified */
function solve(rows: Float64Array[]): number[] | null {
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let best = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = row;
    const pivot = rows[best] as Float64Array;
    rows[best] = rows[column] as Float64Array;
    rows[column] = pivot;
    const divisor = pivot[column] as number;
    if (!(Math.abs(divisor) > 1e-12)) return null;
    for (let row = 0; row < size; row += 1) {
      const other = rows[row] as Float64Array;
      const share = (other[column] as number) / divisor;
      if (row !== column)
        for (let at = column; at <= size; at += 1) other[at] = (other[at] as number) - share * (pivot[at] as number);
    }
  }
  return rows.map((row, index) => (row[size] as number) / (row[index] as number));
}

export const homography = {
  project(h: Homography, u: number, v: number): [x: number, y: number] {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0] = h;
    const depth = g * u + i * v + 1;
    return [(a * u + b * v + c) / depth, (d * u + e * v + f) / depth];
  },
  /**
   * Maps each (u, v) as near as possible to its (x, y): direct linear transformation, least squares.
   * @param pairs at least four, not on one line, and of about size 1, since precision is lost otherwise
   * @returns null if undetermined
   */
  fit(pairs: readonly { u: number; v: number; x: number; y: number }[]): Homography | null {
    const equations = Array.from({ length: 8 }, () => new Float64Array(9));
    const add = (row: readonly number[]) => {
      for (let i = 0; i < 8; i += 1)
        for (let j = 0; j < 9; j += 1)
          (equations[i] as Float64Array)[j] =
            ((equations[i] as Float64Array)[j] as number) + (row[i] as number) * (row[j] as number);
    };
    for (const { u, v, x, y } of pairs) {
      add([u, v, 1, 0, 0, 0, -u * x, -v * x, x]);
      add([0, 0, 0, u, v, 1, -u * y, -v * y, y]);
    }
    return solve(equations);
  },
};
