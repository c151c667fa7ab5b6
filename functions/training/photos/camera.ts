/** Photographs a flat page: at an angle, with uneven light, blur and grain. */
import { type Homography, homography } from '../../../src/stores/passport-reader/homography.ts';
import { brightnessAt, type Grey } from '../../../src/stores/passport-reader/pixels.ts';
import type { Page } from './page.ts';
import type { Random } from './random.ts';

export interface View {
  width: number;
  height: number;
  /** Width of the page as a share of the picture, before rotation. */
  fill: number;
  turn: number;
  /** How far perspective moves the corners, as a share of the page. */
  perspective: number;
  /** Deviation of a Gaussian blur, in pixels. */
  blur: number;
  /** Deviation of the grain, in grey levels of 255. */
  grain: number;
  /** Loss of light at the darkest side, as a share. */
  shade: number;
  /** Number of white spots, which hide what they cover. */
  glare: number;
  fingers: number;
  /** Grey levels of ink and paper. */
  ink: number;
  paper: number;
}

export interface Photo {
  picture: Grey;
  /** The zone's cells in the photo, as a reader's grid. */
  grid: (place: number, line: number) => [x: number, y: number];
}

export function photograph(page: Page, view: View, random: Random): Photo {
  const [pageWidth, pageHeight] = [page.picture.width / page.scale, page.picture.height / page.scale];
  const { toPhoto, toPage } = mapsOf(view, pageWidth, pageHeight, random);
  const picture = blurred(renderScene(page, view, toPage, random), view);
  addGrain(picture, view.grain, random);
  return {
    picture,
    grid: (place, line) => {
      const [x, y] = page.place(place, line);
      return scaled(homography.project(toPhoto, x / pageWidth, y / pageHeight), view);
    },
  };
}

const scaled = ([x, y]: [number, number], { width, height }: View): [number, number] => [x * width, y * height];

/** Maps between the page and the photo, both of size 1. */
function mapsOf(
  view: View,
  pageWidth: number,
  pageHeight: number,
  random: Random,
): { toPhoto: Homography; toPage: Homography } {
  const angle = (view.turn * Math.PI) / 180;
  const wide = view.fill * view.width;
  const high = (wide * pageHeight) / pageWidth;
  const [shiftX, shiftY] = [random.between(-0.02, 0.02), random.between(-0.02, 0.02)];
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ].map(([u = 0, v = 0]) => {
    const pulled = () => random.between(0, view.perspective);
    const x = (u - 0.5) * (1 - pulled()) * wide;
    const y = (v - 0.5) * (1 - pulled()) * high;
    return {
      u,
      v,
      x: (x * Math.cos(angle) - y * Math.sin(angle)) / view.width + 0.5 + shiftX,
      y: (x * Math.sin(angle) + y * Math.cos(angle)) / view.height + 0.5 + shiftY,
    };
  });
  const toPhoto = homography.fit(corners);
  const toPage = homography.fit(corners.map(({ u, v, x, y }) => ({ u: x, v: y, x: u, y: v })));
  if (!toPhoto || !toPage) throw new RangeError('The corners are on one line');
  return { toPhoto, toPage };
}

/** The page in its surroundings, with light, glare and fingers, still sharp. */
function renderScene({ picture: page }: Page, view: View, toPage: Homography, random: Random): Float32Array {
  const { width, height } = view;
  const cloth = texture(random);
  const light = lightOf(view, random);
  const spots = [
    ...spotsOf(view.glare, random).map((spot) => ({ ...spot, brightness: 255 })),
    ...fingersOf(view.fingers, random).map((spot) => ({ ...spot, brightness: random.between(90, 170) })),
  ];
  const pixels = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [u, v] = homography.project(toPage, x / width, y / height);
      const isPage = u >= 0 && u < 1 && v >= 0 && v < 1;
      const flat = isPage
        ? view.ink + (brightnessAt(page, u * page.width - 0.5, v * page.height - 0.5) * (view.paper - view.ink)) / 255
        : brightnessAt(cloth, (x / width) * 60, (y / height) * 60);
      pixels[y * width + x] = flat * light(x / width, y / height);
    }
  }
  for (const spot of spots) paintSpot(pixels, view, spot);
  return pixels;
}

function texture(random: Random): Grey {
  const [base, range] = [random.between(40, 190), random.between(5, 60)];
  const data = Uint8Array.from({ length: 64 * 64 }, () => Math.max(0, Math.min(255, base + range * random.normal())));
  return { width: 64, height: 64, data };
}

function lightOf({ shade }: View, random: Random): (x: number, y: number) => number {
  const angle = random.between(0, 2 * Math.PI);
  const [across, down] = [Math.cos(angle), Math.sin(angle)];
  return (x, y) => 1 - shade * (0.5 + ((x - 0.5) * across + (y - 0.5) * down) / 1.42);
}

interface Spot {
  /** Shares of the picture. */
  x: number;
  y: number;
  across: number;
  down: number;
  /** 1 hides everything below its middle. */
  strength: number;
}

const spotsOf = (count: number, random: Random): Spot[] =>
  Array.from({ length: count }, () => ({
    x: random.between(0.1, 0.9),
    y: random.between(0.1, 0.9),
    across: random.between(0.04, 0.15),
    down: random.between(0.04, 0.15),
    strength: random.between(0.3, 1),
  }));

const fingersOf = (count: number, random: Random): Spot[] =>
  Array.from({ length: count }, () => ({
    x: random.pick([0.02, 0.98]),
    y: random.between(0.1, 0.9),
    across: random.between(0.05, 0.09),
    down: random.between(0.03, 0.05),
    strength: 4,
  }));

function paintSpot(pixels: Float32Array, { width, height }: View, spot: Spot & { brightness: number }): void {
  for (
    let y = Math.max(0, Math.floor((spot.y - spot.down) * height));
    y < Math.min(height, (spot.y + spot.down) * height);
    y += 1
  ) {
    for (
      let x = Math.max(0, Math.floor((spot.x - spot.across) * width));
      x < Math.min(width, (spot.x + spot.across) * width);
      x += 1
    ) {
      const off = ((x / width - spot.x) / spot.across) ** 2 + ((y / height - spot.y) / spot.down) ** 2;
      if (off >= 1) continue;
      const share = Math.min(1, spot.strength * (1 - off));
      const at = y * width + x;
      pixels[at] = (pixels[at] as number) * (1 - share) + spot.brightness * share;
    }
  }
}

function blurred(pixels: Float32Array, { width, height, blur }: { width: number; height: number; blur: number }): Grey {
  const reach = Math.ceil(blur * 2.5);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-((index - reach) ** 2) / (2 * blur * blur + 1e-9)),
  );
  const sum = weights.reduce((a, b) => a + b, 0);
  const across = new Float32Array(pixels.length);
  const data = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let value = 0;
      for (let step = -reach; step <= reach; step += 1)
        value +=
          (pixels[y * width + Math.min(width - 1, Math.max(0, x + step))] as number) *
          (weights[step + reach] as number);
      across[y * width + x] = value / sum;
    }
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let value = 0;
      for (let step = -reach; step <= reach; step += 1)
        value +=
          (across[Math.min(height - 1, Math.max(0, y + step)) * width + x] as number) *
          (weights[step + reach] as number);
      data[y * width + x] = Math.min(255, value / sum);
    }
  return { width, height, data };
}

function addGrain({ data }: Grey, grain: number, random: Random): void {
  if (grain === 0) return;
  for (let at = 0; at < data.length; at += 1)
    data[at] = Math.max(0, Math.min(255, Math.round((data[at] as number) + grain * random.normal())));
}
