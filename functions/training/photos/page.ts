/** Flat pages, as a scanner would see them. */
import sharp from 'sharp';
import { LINE_LENGTH } from '../../../src/domain/passport/zone.ts';
import type { Grey } from '../../../src/stores/passport-reader/pixels.ts';
import { type Lettering, lettersSvg } from './font.ts';
import type { Random } from './random.ts';

/** Millimetres of a passport's page (ISO/IEC 7810, ID-3). */
export const PAGE = { width: 125, height: 88 };
export const ZONE_LEFT = 6;
export const PITCH = 2.54;
/** Middles of both lines from the top, in millimetres. */
export const LINE_1 = 72;
export const LINES_APART = 6.35;

export interface Page {
  picture: Grey;
  /** Pixels of a millimetre. */
  scale: number;
  /** Where the zone's cells are on the page, in millimetres: `place` from 0 to 44, `line` 0 and 1. */
  place: (place: number, line: number) => [x: number, y: number];
}

export interface PageOptions {
  scale: number;
  lettering: Omit<Lettering, 'pitch'>;
}

/** A passport's page with printing all over it, a portrait, and text above the zone. */
export async function passportPage(lines: readonly string[], options: PageOptions, random: Random): Promise<Page> {
  const left = ZONE_LEFT + random.between(-1, 1);
  const top = LINE_1 + random.between(-1, 1);
  const zone = lines.map((line, index) =>
    lettersSvg(line, left, top + index * LINES_APART, {
      ...options.lettering,
      pitch: PITCH,
    }),
  );
  const picture = await draw(
    [
      waves(random),
      portrait(random),
      texts(options, random),
      ...zone.map((line) => `<g opacity="${random.between(0.75, 1).toFixed(2)}">${line}</g>`),
    ],
    options.scale,
  );
  return {
    picture,
    scale: options.scale,
    place: (place, line) => [left + place * PITCH, top + line * LINES_APART],
  };
}

/** @param marks SVG of what lies over the zone @returns the page, and its picture without the marks */
export async function zonePage(
  lines: readonly string[],
  options: PageOptions,
  random: Random,
  marks: (place: Page['place']) => string[],
): Promise<Page & { clean: Grey }> {
  const apart = LINES_APART * random.between(0.95, 1.05);
  const zone = lines.map((line, index) =>
    lettersSvg(line, 4, 6 + index * apart, {
      ...options.lettering,
      pitch: PITCH,
    }),
  );
  const size = { width: LINE_LENGTH * PITCH + 8, height: 12 + apart };
  const place: Page['place'] = (at, line) => [4 + at * PITCH, 6 + line * apart];
  const parts = [waves(random), ...zone];
  const clean = await draw(parts, options.scale, size);
  const over = marks(place);
  const picture = over.length > 0 ? await draw([...parts, ...over], options.scale, size) : clean;
  return { picture, clean, scale: options.scale, place };
}

/** A page of text in lines of any length: a letter, a card, a bill. */
export async function otherPage(options: PageOptions, random: Random): Promise<Page> {
  const pitch = random.between(1.2, 3);
  const count = random.whole(2, Math.floor(80 / (pitch * 2.2)));
  const rows = Array.from({ length: count }, (_, index) => {
    const length = random.whole(5, Math.min(60, Math.floor(115 / pitch)));
    return lettersSvg(randomText(random, length), 5, 5 + index * pitch * 2.2, {
      ...options.lettering,
      pitch,
    });
  });
  const picture = await draw([waves(random), ...rows, random.chance(0.5) ? portrait(random) : ''], options.scale);
  return { picture, scale: options.scale, place: () => [0, 0] };
}

export const grey = (shade: number) => `rgb(${shade},${shade},${shade})`;

/** A pen stroke. Lengths in millimetres, @param angle in radians @param shade 0 to 255 */
export function penStroke(
  [x, y]: readonly [number, number],
  { length, angle, width, shade }: { length: number; angle: number; width: number; shade: number },
): string {
  const [across, down] = [(Math.cos(angle) * length) / 2, (Math.sin(angle) * length) / 2];
  return `<path d="M${x - across} ${y - down}L${x + across} ${y + down}" stroke="${grey(shade)}" stroke-width="${width}" stroke-linecap="round"/>`;
}

/** Upright, slanted or level, in radians. */
export const penAngle = (random: Random) =>
  (Math.PI / 180) *
  random.pick([
    () => random.between(80, 100),
    () => random.pick([-1, 1]) * random.between(20, 70),
    () => random.between(-8, 8),
  ])();

/** Dark, or a grey of half the contrast. */
export const penShade = (random: Random) => (random.chance(0.5) ? random.whole(0, 60) : random.whole(90, 150));

const TEXT = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,-/<<  ';

export const randomText = (random: Random, length: number) =>
  Array.from({ length }, () => random.pick(TEXT))
    .join('')
    .trim();

/** Fields above the zone, smaller and larger than it. */
function texts({ lettering }: PageOptions, random: Random): string {
  return Array.from({ length: 9 }, (_, row) => {
    const pitch = row % 2 ? random.between(1.8, 2.6) : random.between(1, 1.4);
    return lettersSvg(randomText(random, random.whole(6, 24)), 45, 8 + row * 6, { ...lettering, pitch });
  }).join('');
}

export function portrait(random: Random): string {
  const shade = () => Math.round(random.between(60, 200));
  return `<rect x="6" y="12" width="32" height="42" fill="${grey(shade())}"/><ellipse cx="22" cy="30" rx="9" ry="12" fill="${grey(shade())}"/><rect x="10" y="44" width="24" height="10" fill="${grey(shade())}"/>`;
}

/** Fine printing against forgery: waves of a light grey. */
export function waves(random: Random): string {
  const shade = Math.round(random.between(195, 240));
  const height = random.between(1, 4);
  const apart = random.between(1.2, 3);
  const lines = Array.from({ length: Math.ceil(PAGE.height / apart) }, (_, row) => {
    const y = row * apart;
    return `M0 ${y.toFixed(2)}${`q8 ${height.toFixed(2)} 16 0t16 0`.repeat(4)}`;
  });
  return `<path d="${lines.join('')}" fill="none" stroke="rgb(${shade},${shade},${shade})" stroke-width="0.3"/>`;
}

/** @param size in millimetres */
export async function draw(parts: readonly string[], scale: number, size = PAGE): Promise<Grey> {
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${size.width} ${size.height}"><rect width="100%" height="100%" fill="#fff"/>${parts.join('')}</svg>`;
  const { data } = await sharp(Buffer.from(svg), { unlimited: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width, height, data: new Uint8Array(data) };
}
