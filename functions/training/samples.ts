/** Characters as the reader cuts them from photos, with their labels. */
import sharp from 'sharp';
import { LINE_LENGTH, zoneCharacters } from '../../src/domain/passport/zone.ts';
import { CELL_HEIGHT, CELL_SIZE, CELL_WIDTH, cellsOf } from '../../src/stores/passport-reader/cells.ts';
import type { Grid } from '../../src/stores/passport-reader/grid.ts';
import { SPOILT } from '../../src/stores/passport-reader/network.ts';
import type { Grey } from '../../src/stores/passport-reader/pixels.ts';
import { photograph } from './photos/camera.ts';
import { type Page, penAngle, penShade, penStroke, zonePage } from './photos/page.ts';
import { anyLines } from './photos/passports.ts';
import { paintSpot } from './photos/photos.ts';
import type { Random } from './photos/random.ts';
import { roundLettersOf } from './photos/round-letters.ts';

export interface TrainingSample {
  cell: Float32Array;
  /** Index in the zone's characters, or {@link SPOILT}. */
  character: number;
}

/** Shares of the characters that are partly hidden, and that are two in one cell. */
const HIDDEN_SHARE = 0.1;
const DOUBLE_SHARE = 0.04;
/** Share of the zones with characters that the reader enlarges first. */
const SMALL_SHARE = 0.15;
/** Share of the zones with another 0 and O than OCR-B's. */
const OTHER_ROUND_SHARE = 0.5;
/** Shares of the zones that are sharp, that have pen strokes, that have spots, and that are scanned in black and white. */
const SHARP_SHARE = 0.4;
const STROKES_SHARE = 0.7;
const SPOTS_SHARE = 0.4;
const ONE_BIT_SHARE = 0.15;
/** Share of the light spots that are brighter than the paper. */
const BRIGHT_SHARE = 0.5;
const LIGHT = 255;
/** Change of a cell by a mark, as a mean of its ink: from `most` it is spoilt, up to `least` it is not. */
const CHANGE = { least: 0.006, most: 0.016 };
/** A character is illegible if less than this share of it is visible. */
const MIN_VISIBLE_SHARE = 0.65;

/** The 88 characters of one zone, worse and better than a phone's. */
export async function samplesOf(random: Random): Promise<TrainingSample[]> {
  const lines = anyLines(random);
  const pitch = random.chance(SMALL_SHARE) ? random.between(6.5, 11) : random.between(11, 28);
  const scale = pitch / 2.54;
  const round = random.chance(OTHER_ROUND_SHARE) ? roundLettersOf('training', random) : undefined;
  const lettering = {
    cut: 'round',
    weight: random.between(-25, 42),
    round,
  } as const;
  const spots = spotsOver(random);
  const page = await zonePage(lines, { scale, lettering }, random, (place) => [
    ...strokesOver(place, random),
    ...spots.map(({ at, reach, shade }) =>
      penStroke(place(...at), { length: 0.01, angle: 0, width: 2 * reach, shade }),
    ),
  ]);
  const fill = 0.97;
  const isSharp = random.chance(SHARP_SHARE);
  const isOneBit = random.chance(ONE_BIT_SHARE);
  const [ink, paper] = [random.between(10, 90), random.between(170, 250)];
  const photo = photograph(
    page,
    {
      width: Math.round(page.picture.width / fill),
      height: page.picture.height + 20,
      fill,
      turn: random.between(-1.5, 1.5),
      perspective: random.between(0, 0.05),
      blur: isSharp ? random.between(0, 0.6) : random.between(0.3, 2.2) * Math.max(0.8, pitch / 17),
      grain: random.between(0, isSharp ? 8 : 22),
      shade: isOneBit ? 0 : random.between(0, 0.6),
      glare: 0,
      fingers: 0,
      ink,
      paper,
    },
    random,
  );
  for (const { at, reach, shade } of spots)
    if (shade === LIGHT && random.chance(BRIGHT_SHARE))
      paintSpot(photo.picture, photo.grid(...at), reach * scale, random.between(paper, 255));
  // A grey stroke turns black.
  if (isOneBit) threshold(photo.picture, ink + (paper - ink) * random.between(0.62, 0.85));
  const picture = await throughJpeg(photo.picture, random.whole(55, 95));
  const [skewX, skewY] = [random.between(-0.06, 0.06), random.between(-0.025, 0.025)];
  const grid: Grid = (place, line) =>
    photo.grid(place + skewX * (line - 0.5) * 4, line + skewY * Math.cos((place / LINE_LENGTH) * Math.PI));
  const onPage: Grid = (place, line) =>
    page.place(place, line).map((length) => length * scale - 0.5) as [number, number];
  const height = random.between(0.93, 1.07);
  return lines.flatMap((text, line) => {
    const aside = [random.between(-0.1, 0.1), random.between(-0.035, 0.035)] as const;
    const cells = cellsOf(picture, grid, line, { aside, height });
    const [clean, marked] = [page.clean, page.picture].map((drawn) => cellsOf(drawn, onPage, line));
    const samples = [...text].flatMap((character, place) => {
      const [from, to] = [place * CELL_SIZE, (place + 1) * CELL_SIZE];
      const change = changeOf(clean?.subarray(from, to), marked?.subarray(from, to));
      if (change > CHANGE.least && change < CHANGE.most) return [];
      const index = change < CHANGE.most ? zoneCharacters.all.indexOf(character) : SPOILT;
      return [{ cell: cells.subarray(from, to), character: index }];
    });
    return samples.map((sample) => disturbed(sample, random.pick(samples), random));
  });
}

function threshold({ data }: Grey, level: number): void {
  for (let at = 0; at < data.length; at += 1) data[at] = (data[at] as number) < level ? 0 : 255;
}

/** Pen strokes over and beside a fifth of the characters. */
function strokesOver(place: Page['place'], random: Random): string[] {
  if (!random.chance(STROKES_SHARE)) return [];
  return Array.from({ length: random.whole(6, 22) }, () => {
    const [length, width] = [random.between(0.9, 5), random.between(0.26, 0.52)];
    return penStroke(place(...anywhere(random)), {
      length,
      angle: penAngle(random),
      width,
      shade: penShade(random),
    });
  });
}

const anywhere = (random: Random) =>
  [random.between(-0.5, LINE_LENGTH + 0.5), random.whole(0, 1) + random.between(-0.3, 0.3)] as const;

/** Round spots of ink, or of light that hides it. Lengths in millimetres. */
const spotsOver = (random: Random) =>
  Array.from({ length: random.chance(SPOTS_SHARE) ? random.whole(2, 10) : 0 }, () => ({
    at: anywhere(random),
    reach: random.between(0.4, 1.6),
    shade: random.chance(0.5) ? LIGHT : penShade(random),
  }));

const changeOf = (clean: Float32Array = new Float32Array(0), marked: Float32Array = clean) =>
  clean.reduce((sum, ink, at) => sum + Math.abs(ink - (marked[at] as number)) / CELL_SIZE, 0);

function disturbed(sample: TrainingSample, other: TrainingSample, random: Random): TrainingSample {
  const kind = random.share();
  if (kind < HIDDEN_SHARE) return hidden(sample, random);
  if (kind > HIDDEN_SHARE + DOUBLE_SHARE || sample.character === other.character) return sample;
  return {
    cell: sample.cell.map((ink, at) => (ink + (other.cell[at] as number)) / 2),
    character: SPOILT,
  };
}

/** Covers the character from one side, as glare (paper) or a shadow (ink) does. */
function hidden({ cell, character }: TrainingSample, random: Random): TrainingSample {
  const angle = random.between(0, 2 * Math.PI);
  const edge = random.between(-0.5, 0.5);
  const soft = random.between(0.05, 0.5);
  const over = random.pick([0, 0, 0.6, 1]);
  let seen = 0;
  const changed = cell.map((ink, at) => {
    const [x, y] = [(at % CELL_WIDTH) / CELL_WIDTH - 0.5, Math.floor(at / CELL_WIDTH) / CELL_HEIGHT - 0.5];
    const share = Math.min(1, Math.max(0, (x * Math.cos(angle) + y * Math.sin(angle) - edge) / soft));
    seen += (1 - share) / cell.length;
    return ink * (1 - share) + over * share;
  });
  return {
    cell: changed,
    character: seen < MIN_VISIBLE_SHARE ? SPOILT : character,
  };
}

async function throughJpeg({ width, height, data }: Grey, quality: number): Promise<Grey> {
  const jpeg = await sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg({ quality })
    .toBuffer();
  const decoded = await sharp(jpeg).greyscale().raw().toBuffer();
  return { width, height, data: new Uint8Array(decoded) };
}
