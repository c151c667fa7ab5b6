/** The picture of both lines, straightened, for the applicant to compare with. */
import { LINE_LENGTH } from '../../domain/passport/zone.ts';
import type { Grid } from './grid.ts';
import { brightnessAt, type Grey } from './pixels.ts';

/** Pixels of a character, and of the distance between the lines. */
const PITCH = 20;
const LINES_APART = 50;
/** Characters at both sides, and distances between the lines above and below. */
const MARGIN = { aside: 1, above: 0.6 };

export function cutOut(picture: Grey, grid: Grid): Grey {
  const width = (LINE_LENGTH + 2 * MARGIN.aside) * PITCH;
  const height = Math.round((1 + 2 * MARGIN.above) * LINES_APART);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = grid((x + 0.5) / PITCH - MARGIN.aside, (y + 0.5) / LINES_APART - MARGIN.above);
      data[y * width + x] = brightnessAt(picture, fromX, fromY);
    }
  return { width, height, data };
}
