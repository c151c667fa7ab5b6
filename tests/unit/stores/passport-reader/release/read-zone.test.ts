import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type HinderedKind, hinderedPhoto } from '../../../../../functions/training/photos/hindered.ts';
import { PHOTO_DAY } from '../../../../../functions/training/photos/passports.ts';
import { generatePhoto, type PhotoKind, paintSpot } from '../../../../../functions/training/photos/photos.ts';
import { seededRandom } from '../../../../../functions/training/photos/random.ts';
import { characterNetwork } from '../../../../../src/stores/passport-reader/network.ts';
import { type Grey, greyPictures } from '../../../../../src/stores/passport-reader/pixels.ts';
import { cutOut, readZone } from '../../../../../src/stores/passport-reader/read-zone.ts';
import { WEIGHTS } from '../../../../../src/stores/passport-reader/weights.ts';

function turnRight({ width, height, data }: Grey): Grey {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) turned[x * height + (height - 1 - y)] = data[y * width + x] as number;
  return { width: height, height: width, data: turned };
}

const network = characterNetwork.unpack(WEIGHTS);
/** Differs from the benchmark's seeds. */
const SEED = 1;
const SIDE = 1300;

const read = (picture: Grey) => readZone(picture, { network, today: PHOTO_DAY });

async function opened(jpeg: Uint8Array): Promise<Grey> {
  const { data, info } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return greyPictures.of(new Uint8ClampedArray(data), info.width, info.height);
}

async function photo(kind: PhotoKind, seed: number, side = SIDE) {
  const { jpeg, passport } = await generatePhoto(kind, seed, 'sharp', side);
  return { picture: await opened(jpeg), passport };
}

async function hindered(kind: HinderedKind, seed: number) {
  const { jpeg, passport } = await hinderedPhoto(kind, seed, 'sharp');
  return { picture: await opened(jpeg), passport };
}

const values = (truth: Readonly<Record<string, string | null>> | undefined) =>
  Object.fromEntries(
    Object.entries(truth ?? {}).map(([name, value]) => [name, value === null ? { unsure: 'notGiven' } : { value }]),
  );

/** What is filled in is right; the rest may be empty. */
function expectNothingWrong(outcome: ReturnType<typeof read>, passport: { truth: object } | null): void {
  const filled = outcome.result === 'read' ? Object.entries(outcome.reading) : [];
  const values = filled.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]]));
  expect(passport?.truth).toMatchObject(Object.fromEntries(values));
}

function spotted(picture: Grey, spot: readonly [number, number], reach: number, shade: number): Grey {
  const copy = { ...picture, data: picture.data.slice() };
  paintSpot(copy, spot, reach, shade);
  return copy;
}

describe('the passport reader', () => {
  it.each([SEED, SEED + 1, SEED + 2])('the passport reader reads a clear photo, %i', async (seed) => {
    const { picture, passport } = await photo('clear', seed);
    expect(read(picture)).toMatchObject({ result: 'read', reading: values(passport?.truth) });
  });

  it('the passport reader reads a photo in any turn, and cuts out both lines upright', async () => {
    const { picture, passport } = await photo('clear', SEED);
    const pictures = [picture];
    for (let turns = 1; turns < 4; turns += 1) pictures.push(turnRight(pictures[turns - 1] as Grey));
    const cuts = pictures.map((turned) => {
      const outcome = read(turned);
      expect(outcome).toMatchObject({ result: 'read', reading: values(passport?.truth) });
      return outcome.result === 'read' ? cutOut(turned, outcome.grid) : null;
    });
    for (const cut of cuts) {
      expect(cut).toMatchObject({ width: 920, height: 110 });
      const difference = cut?.data.reduce((sum, value, at) => sum + Math.abs(value - (cuts[0]?.data[at] ?? 0)), 0);
      expect(difference).toBeLessThan(12 * 920 * 110);
    }
  });

  it('the passport reader fills in nothing wrong from phone photos and poor ones', async () => {
    for (const kind of ['phone', 'poor'] as const) {
      const { picture, passport } = await photo(kind, SEED);
      expectNothingWrong(read(picture), passport);
    }
  });

  it('the passport reader doubts a name of which a letter is under a spot of ink or light', async () => {
    const { picture, passport } = await photo('clear', SEED);
    const outcome = read(picture);
    if (outcome.result !== 'read' || !passport) throw new Error('The photo is one that is read');
    const end = passport.lines[0].replace(/<+$/, '').length;
    for (let place = 5; place < end; place += 1)
      for (const [aside, shade] of [
        [0.3, 235],
        [0.7, 40],
        [0.5, 120],
      ] as const) {
        const spot = outcome.grid(place + aside, 0.05);
        expectNothingWrong(read(spotted(picture, spot, 8, shade)), passport);
      }
  });

  it('the passport reader reads a zone in a picture six times as high as wide', async () => {
    const { jpeg, passport } = await generatePhoto('clear', SEED, 'sharp');
    const { width = 0, height = 0 } = await sharp(jpeg).metadata();
    const tall = sharp(jpeg).extend({ bottom: 6 * width - height, background: 'white' });
    expect(read(await opened(await tall.jpeg().toBuffer()))).toMatchObject({
      result: 'read',
      reading: values(passport?.truth),
    });
  });

  it.each([70_033, 70_081, 70_140])(
    'the passport reader doubts a name of which a spot or light hides a part that makes another letter, %i',
    async (seed) => {
      const { jpeg, passport } = await generatePhoto('spoilt', seed, 'sharp');
      expectNothingWrong(read(await opened(jpeg)), passport);
    },
  );

  it.each([70_037, 70_096])('the passport reader counts no place for a mark between two letters, %i', async (seed) => {
    const { picture, passport } = await hindered('strokes', seed);
    const outcome = read(picture);
    expectNothingWrong(outcome, passport);
    // The name beside the mark may stay empty.
    const { name, ...others } = values(passport?.truth);
    expect(outcome).toMatchObject({ result: 'read', reading: others });
  });

  it('the passport reader doubts a name with a pen stroke over or beside a letter', async () => {
    for (let seed = 0; seed < 12; seed += 1) {
      const { picture, passport } = await hindered('strokes', seed);
      expectNothingWrong(read(picture), passport);
    }
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'the passport reader reads line 2 where line 1 is under ink or cut off, %i',
    async (seed) => {
      const { picture, passport } = await hindered('line', seed);
      const outcome = read(picture);
      expectNothingWrong(outcome, passport);
      const { date_birth, passport_expire } = values(passport?.truth);
      expect(outcome).toMatchObject({ result: 'read', reading: { date_birth, passport_expire } });
    },
  );

  it('the passport reader reads names and dates where the last characters are covered or cut off', async () => {
    const { picture, passport } = await hindered('finger', 0);
    const outcome = read(picture);
    expectNothingWrong(outcome, passport);
    const { surname, name, passport_number } = values(passport?.truth);
    expect(outcome).toMatchObject({ result: 'read', reading: { surname, name, passport_number } });
  });

  it.each(['dense', 'narrow'] as const)('the passport reader reads a zone of the kind %s', async (kind) => {
    const { picture, passport } = await hindered(kind, 0);
    expect(read(picture)).toMatchObject({ result: 'read', reading: values(passport?.truth) });
  });

  it.each([0, 1, 2])('the passport reader refuses two passports in one picture, %i', async (seed) => {
    const { picture } = await hindered('two', seed);
    expect(read(picture)).toEqual({ result: 'several' });
  });

  it('the passport reader reads nothing where there is no passport', async () => {
    const { picture } = await photo('other', SEED);
    expect(read(picture).result).not.toBe('read');
  });

  it.each([SEED + 5, SEED + 6])('the passport reader straightens a slanted photo, %i', async (seed) => {
    const { picture, passport } = await photo('slant', seed, 2400);
    expect(read(picture)).toMatchObject({ result: 'read', reading: values(passport?.truth) });
  });

  it.each([620, 520])('the passport reader enlarges a small picture: %i pixels', async (side) => {
    const { picture, passport } = await photo('clear', SEED, side);
    const outcome = read(picture);
    expect(outcome).toMatchObject({ result: 'read', reading: values(passport?.truth) });
    // The grid refers to the given picture, from which both lines are cut.
    const [x, y] = outcome.result === 'read' ? outcome.grid(22, 0.5) : [0, 0];
    expect([x > 0 && x < picture.width, y > 0 && y < picture.height]).toEqual([true, true]);
  });

  it('the passport reader asks to come closer when the characters are too small', async () => {
    const { picture } = await photo('clear', SEED, 1300);
    // A page far away: 300 pixels wide in a large picture.
    const page = greyPictures.shrink(picture, 4);
    const data = new Uint8Array(2400 * 1800).fill(120);
    for (let y = 0; y < page.height; y += 1)
      data.set(page.data.subarray(y * page.width, (y + 1) * page.width), (y + 300) * 2400 + 500);
    expect(read({ width: 2400, height: 1800, data })).toEqual({ result: 'comeCloser' });
  });

  it('the passport reader leaves only the field of a covered check digit empty', async () => {
    const { picture, passport } = await photo('clear', SEED);
    const outcome = read(picture);
    if (outcome.result !== 'read') throw new Error('The photo is one that is read');
    const [x, y] = outcome.grid(9.5, 1);
    const data = picture.data.map((value, at) => {
      const off = [(at % picture.width) - x, Math.floor(at / picture.width) - y];
      return off.every((distance) => Math.abs(distance) < 9) ? 30 : value;
    });
    const reading = { ...values(passport?.truth), passport_number: { unsure: 'unclear' } };
    expect(read({ ...picture, data })).toMatchObject({ result: 'read', reading });
  });

  it.each([SEED, SEED + 1, SEED + 2, SEED + 3])(
    'the passport reader reads nothing wrong where 0 and O look alike, %i',
    async (seed) => {
      const { picture, passport } = await photo('zeros', seed);
      expectNothingWrong(read(picture), passport);
    },
  );

  it('the passport reader finds no zone in 500 random pictures', () => {
    const random = seededRandom(SEED);
    const kinds = new Set(Array.from({ length: 500 }, () => read(randomPicture(random)).result));
    expect([...kinds].filter((kind) => kind === 'read')).toEqual([]);
  });
});

/** Returns noise, stripes, flat areas or blocks, from one pixel up. */
function randomPicture(random: ReturnType<typeof seededRandom>): Grey {
  const [width, height] = [random.whole(1, 160), random.whole(1, 160)];
  const period = random.whole(1, 24);
  const kind = random.whole(0, 3);
  const at = [
    () => random.whole(0, 255),
    (x: number) => (x % period < period / 2 ? 30 : 220),
    () => period,
    (x: number, y: number) => ((x % period) + (y % (2 * period)) < period ? random.whole(0, 90) : 230),
  ][kind];
  const data = Uint8Array.from({ length: width * height }, (_, index) =>
    at ? at(index % width, Math.floor(index / width)) : 0,
  );
  return { width, height, data };
}
