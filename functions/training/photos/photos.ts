/** Photos of made-up passports and of other pages, from seeds. */
import sharp from 'sharp';
import type { Grey } from '../../../src/stores/passport-reader/pixels.ts';
import { type Photo, photograph, type View } from './camera.ts';
import type { Cut } from './font.ts';
import { otherPage, PAGE, passportPage } from './page.ts';
import { generatePassport, type Passport, plainNumberOf, zeroNumberOf } from './passports.ts';
import { type Random, seededRandom } from './random.ts';
import { type FaceSet, roundLettersOf } from './round-letters.ts';

export const PHOTO_KINDS = ['clear', 'phone', 'poor', 'other', 'zeros', 'small', 'slant', 'aside', 'spoilt'] as const;
/** `phone`: hand-held. `poor`: may be unreadable. `zeros`: `phone` with other 0 and O. `small`: `clear` below 12 px. `slant`: `phone` turned by
 * 15° to 45°. `aside`: `phone` from the side. `spoilt`: `clear` with spots on the line of names, which has no check digit. */
export type PhotoKind = (typeof PHOTO_KINDS)[number];

export interface GeneratedPhoto {
  jpeg: Uint8Array<ArrayBuffer>;
  /** Null if the picture has no passport. */
  passport: Passport | null;
}

/** Added to four times the seed: no two photos share random numbers. */
const SEEDS: Record<PhotoKind, number> = {
  clear: 0,
  phone: 1,
  poor: 2,
  other: 3,
  zeros: 2e8,
  small: 4e8,
  slant: 6e8,
  aside: 8e8,
  spoilt: 10e8,
};

/** The same arguments give the same photo. @param side longer side in pixels @param faces whose 0 and O the kind `zeros` has */
export async function generatePhoto(
  condition: PhotoKind,
  seed: number,
  cut: Cut,
  side?: number,
  faces: FaceSet = 'tests',
): Promise<GeneratedPhoto> {
  const random = seededRandom(seed * 4 + SEEDS[condition]);
  const view = viewOf(condition, random, side);
  const weight = random.between(-14, 22);
  // The page has the same resolution as in the photo.
  const round = condition === 'zeros' ? roundLettersOf(faces, random) : undefined;
  const options = { scale: (view.fill * view.width) / PAGE.width, lettering: { cut, weight, round } };
  const passport =
    condition === 'other' ? null : generatePassport(random, condition === 'zeros' ? zeroNumberOf : plainNumberOf);
  const page = passport ? await passportPage(passport.lines, options, random) : await otherPage(options, random);
  const { picture, grid } = photograph(page, view, random);
  if (condition === 'spoilt') spoilNames(picture, grid, random);
  return { jpeg: await jpegOf(picture, random.whole(LIKE_SCANS.includes(condition) ? 75 : 60, 90), random), passport };
}

const LIKE_SCANS: readonly PhotoKind[] = ['clear', 'small', 'spoilt'];

/** Paints up to five spots over parts of letters in the line of names: light as glare, or dark as ink. */
function spoilNames(picture: Grey, grid: Photo['grid'], random: Random): void {
  for (let left = random.whole(1, 5); left > 0; left -= 1) {
    const place = random.between(5, 30);
    const [[x, y], [nextX, nextY]] = [grid(place, random.between(-0.1, 0.1)), grid(place + 1, 0)];
    const [reach, shade] = [Math.hypot(nextX - x, nextY - y) * random.between(0.2, 0.6), random.pick([40, 120, 235])];
    paintSpot(picture, [x, y], reach, shade);
  }
}

/** Paints a round spot. @param reach in pixels @param shade 0 to 255 */
export function paintSpot(
  { width, data }: Grey,
  [x, y]: readonly [number, number],
  reach: number,
  shade: number,
): void {
  for (let down = Math.ceil(-reach); down <= reach; down += 1)
    for (let across = Math.ceil(-reach); across <= reach; across += 1)
      if (Math.hypot(across, down) <= reach) data[Math.round(y + down) * width + Math.round(x + across)] = shade;
}

function viewOf(condition: PhotoKind, random: Random, side?: number): View {
  const long =
    side ?? (condition === 'small' ? random.whole(460, 720) : random.whole(condition === 'clear' ? 1200 : 1000, 3000));
  const isUpright = random.chance(0.5);
  const [width, height] = isUpright ? [Math.round(long * 0.75), long] : [long, Math.round(long * 0.75)];
  const quarter = random.whole(0, 3);
  const across = quarter % 2 === 0 ? width : height;
  const [least, most] = condition === 'poor' ? [0.5, 0.9] : LIKE_SCANS.includes(condition) ? [0.8, 0.92] : [0.68, 0.92];
  const size = condition === 'slant' ? [0.5, 0.6] : [least, most];
  // At least 13 pixels per character (except poor and small photos), and the whole page in the picture.
  const smallest = condition === 'poor' || condition === 'small' ? 0 : (13 * 50) / across;
  const tilt = { clear: 3, phone: 8, poor: 10, other: 10, zeros: 8, small: 3, slant: 0, aside: 8, spoilt: 3 }[
    condition
  ];
  const fitting = Math.min(
    random.between(size[0] as number, size[1] as number),
    (0.98 * (quarter % 2 ? width : height) * PAGE.width) / (PAGE.height * across),
  );
  return {
    width,
    height,
    fill: (Math.min(0.95, Math.max(fitting, smallest)) * across) / width,
    turn:
      quarter * 90 +
      (condition === 'slant' ? random.pick([-1, 1]) * random.between(15, 45) : random.between(-tilt, tilt)),
    ...DEGREES[condition](random, across),
    ink: random.between(20, 70),
    paper: random.between(190, 245),
  };
}

type Degrees = Pick<View, 'perspective' | 'blur' | 'grain' | 'shade' | 'glare' | 'fingers'>;

/** How far each kind of photo departs from a scan. Blur grows with the picture, as a phone's lens has a fixed sharpness. */
const DEGREES: Record<PhotoKind, (random: Random, across: number) => Degrees> = {
  clear: (random, across) => ({
    perspective: random.between(0, 0.02),
    blur: random.between(0.3, 0.9) * Math.max(1, across / 1600),
    grain: random.between(0, 5),
    shade: random.between(0, 0.2),
    glare: 0,
    fingers: 0,
  }),
  phone: (random, across) => ({
    perspective: random.between(0.01, 0.07),
    blur: random.between(0.5, 1.4) * Math.max(1, across / 1600),
    grain: random.between(2, 10),
    shade: random.between(0.1, 0.5),
    glare: random.chance(0.04) ? 1 : 0,
    fingers: random.whole(0, 2),
  }),
  poor: (random, across) => ({
    perspective: random.between(0.03, 0.12),
    blur: random.between(1, 3) * Math.max(1, across / 1600),
    grain: random.between(5, 22),
    shade: random.between(0.2, 0.7),
    glare: random.whole(0, 3),
    fingers: random.whole(0, 3),
  }),
  other: (random, across) => DEGREES.phone(random, across),
  zeros: (random, across) => DEGREES.phone(random, across),
  small: (random, across) => DEGREES.clear(random, across),
  slant: (random, across) => DEGREES.phone(random, across),
  aside: (random, across) => ({ ...DEGREES.phone(random, across), perspective: random.between(0.08, 0.16) }),
  spoilt: (random, across) => DEGREES.clear(random, across),
};

/** JPEG in warm or cold light. */
export async function jpegOf(
  { width, height, data }: Grey,
  quality: number,
  random: Random,
): Promise<Uint8Array<ArrayBuffer>> {
  const tint = [random.between(0.9, 1), random.between(0.93, 1), random.between(0.85, 1)];
  const rgb = new Uint8Array(data.length * 3);
  for (let at = 0; at < rgb.length; at += 1) rgb[at] = (data[Math.floor(at / 3)] as number) * (tint[at % 3] as number);
  const file = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
  return new Uint8Array(file);
}
