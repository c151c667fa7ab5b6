/** The picture of both lines, straightened, for comparison by the applicant. */
import { LINES_PICTURE } from '../../domain/passport/lines-picture.ts';
import type { Grid } from './grid.ts';
import { brightnessAt, type Grey } from './pixels.ts';

/** Pixels of a character, and of the distance between the lines. */
const PITCH = 20;
const LINES_APART = 50;

export function cutOut(picture: Grey, grid: Grid): Grey {
  const { width: across, aside, height: down, above } = LINES_PICTURE;
  const width = across * PITCH;
  const height = Math.round(down * LINES_APART);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = grid((x + 0.5) / PITCH - aside, (y + 0.5) / LINES_APART - above);
      data[y * width + x] = brightnessAt(picture, fromX, fromY);
    }
  return { width, height, data };
}
