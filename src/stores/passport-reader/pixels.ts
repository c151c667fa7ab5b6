/** Grey pictures as plain arrays, so that the reader runs in a worker, in Node and in tests alike. */

export interface Grey {
  width: number;
  height: number;
  /** Row by row, 0 is black. */
  data: Uint8Array;
}

/** Cubic convolution (Keys, 1981), which keeps edges sharp. */
const CUBIC_REACH = 2;
const cubic = (x: number) => {
  const off = Math.abs(x);
  if (off >= CUBIC_REACH) return 0;
  return off < 1 ? (1.5 * off - 2.5) * off ** 2 + 1 : ((2.5 - 0.5 * off) * off - 4) * off + 2;
};

/** Makes each row `factor` times as long, and turns rows into columns. */
function stretched(data: ArrayLike<number>, width: number, height: number, factor: number): Uint8ClampedArray {
  const long = new Uint8ClampedArray(width * factor * height);
  for (let phase = 0; phase < factor; phase += 1) {
    const shift = (phase + 0.5) / factor - 0.5;
    const weights = Array.from({ length: 2 * CUBIC_REACH + 1 }, (_, index) => cubic(index - CUBIC_REACH - shift));
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        let value = 0;
        for (let index = 0; index < weights.length; index += 1) {
          const from = Math.min(width - 1, Math.max(0, x + index - CUBIC_REACH));
          value += (weights[index] as number) * (data[y * width + from] as number);
        }
        long[(x * factor + phase) * height + y] = value;
      }
  }
  return long;
}

/** The brightness between pixels (bilinear); outside the picture, the brightness at its edge. */
export function brightnessAt({ width, height, data }: Grey, x: number, y: number): number {
  const left = Math.min(Math.max(x, 0), width - 1.001);
  const top = Math.min(Math.max(y, 0), height - 1.001);
  const column = Math.floor(left);
  const row = Math.floor(top);
  const at = row * width + column;
  const [dx, dy] = [left - column, top - row];
  const above = (data[at] as number) * (1 - dx) + (data[at + 1] as number) * dx;
  const below = (data[at + width] as number) * (1 - dx) + (data[at + width + 1] as number) * dx;
  return above * (1 - dy) + below * dy;
}

export const greyPictures = {
  /** @param rgba pixels of a canvas; alpha is ignored */
  of(rgba: Uint8ClampedArray, width: number, height: number): Grey {
    const data = new Uint8Array(width * height);
    // Weights of ITU-R BT.601, in 256ths.
    for (let at = 0, from = 0; at < data.length; at += 1, from += 4)
      data[at] = ((rgba[from] ?? 0) * 77 + (rgba[from + 1] ?? 0) * 150 + (rgba[from + 2] ?? 0) * 29) >> 8;
    return { width, height, data };
  },
  /** Each pixel is the mean of a square of `factor`² pixels. @param factor a whole number */
  shrink(picture: Grey, factor: number): Grey {
    if (factor === 1) return picture;
    const width = Math.floor(picture.width / factor);
    const height = Math.floor(picture.height / factor);
    const data = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        let sum = 0;
        for (let row = y * factor; row < (y + 1) * factor; row += 1)
          for (let column = x * factor; column < (x + 1) * factor; column += 1)
            sum += picture.data[row * picture.width + column] as number;
        data[y * width + x] = sum / factor ** 2;
      }
    return { width, height, data };
  },
  /** Enlarges each pixel to `factor`² pixels. @param factor a whole number */
  enlarge({ width, height, data }: Grey, factor: number): Grey {
    const across = stretched(data, width, height, factor);
    const both = stretched(across, height, width * factor, factor);
    return { width: width * factor, height: height * factor, data: Uint8Array.from(both) };
  },
};
