/** Grey pictures as plain arrays, so that the reader runs in a worker, in Node and in tests alike. */

export interface Grey {
  width: number;
  height: number;
  /** Row by row, 0 is black. */
  data: Uint8Array;
}

function addRow({ data }: Grey, start: number, factor: number, sums: Uint32Array): void {
  for (let x = 0, at = start; x < sums.length; x += 1) {
    let sum = 0;
    for (let step = 0; step < factor; step += 1, at += 1) sum += data[at] as number;
    sums[x] = (sums[x] as number) + sum;
  }
}

const LANCZOS_REACH = 3;
const lanczos = (x: number) =>
  x === 0 ? 1 : (LANCZOS_REACH * Math.sin(Math.PI * x) * Math.sin((Math.PI * x) / LANCZOS_REACH)) / (Math.PI * x) ** 2;

/** Each row `factor` times as long. */
function stretch(data: ArrayLike<number>, width: number, height: number, factor: number): Uint8ClampedArray {
  const long = new Uint8ClampedArray(width * factor * height);
  for (let phase = 0; phase < factor; phase += 1) {
    const shift = (phase + 0.5) / factor - 0.5;
    const steps = Array.from({ length: 2 * LANCZOS_REACH + 1 }, (_, index) => index - LANCZOS_REACH);
    const weights = steps.map((step) => (Math.abs(step - shift) < LANCZOS_REACH ? lanczos(step - shift) : 0));
    const sum = weights.reduce((a, b) => a + b, 0);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        let value = 0;
        for (let index = 0; index < weights.length; index += 1) {
          const from = Math.min(width - 1, Math.max(0, x + index - LANCZOS_REACH));
          value += (weights[index] as number) * (data[y * width + from] as number);
        }
        long[y * width * factor + x * factor + phase] = value / sum;
      }
  }
  return long;
}

function transposed(data: Uint8ClampedArray, width: number, height: number): Uint8ClampedArray {
  const turned = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) turned[x * height + y] = data[y * width + x] as number;
  return turned;
}

/** The brightness between pixels (bilinear); outside the picture, that of its edge. */
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
  /** @param rgba as of a canvas; alpha is ignored */
  of(rgba: Uint8ClampedArray, width: number, height: number): Grey {
    const data = new Uint8Array(width * height);
    // ITU-R BT.601, in 256ths.
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
    const sums = new Uint32Array(width);
    for (let y = 0; y < height; y += 1) {
      sums.fill(0);
      for (let row = 0; row < factor; row += 1) addRow(picture, (y * factor + row) * picture.width, factor, sums);
      for (let x = 0; x < width; x += 1) data[y * width + x] = (sums[x] as number) / (factor * factor);
    }
    return { width, height, data };
  },
  /** Enlarges each pixel to `factor`² pixels, smoothly. @param factor a whole number */
  enlarge(picture: Grey, factor: number): Grey {
    const width = picture.width * factor;
    const height = picture.height * factor;
    const data = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        data[y * width + x] = brightnessAt(picture, (x + 0.5) / factor - 0.5, (y + 0.5) / factor - 0.5);
    return { width, height, data };
  },
  /** {@link enlarge} with sharp edges: Lanczos, three pixels to each side. */
  enlargeSharply(picture: Grey, factor: number): Grey {
    const across = stretch(picture.data, picture.width, picture.height, factor);
    const width = picture.width * factor;
    // Rows as columns, and back.
    const turned = stretch(transposed(across, width, picture.height), picture.height, width, factor);
    const height = picture.height * factor;
    return { width, height, data: Uint8Array.from(transposed(turned, height, width)) };
  },
};
