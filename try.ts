import sharp from 'sharp';
import { readZone } from '/tmp/w/mrz/src/stores/passport-reader/read-zone.ts';
import { unpack } from '/tmp/w/mrz/src/stores/passport-reader/network.ts';
import { WEIGHTS } from '/tmp/w/mrz/src/stores/passport-reader/weights.ts';
import { photoOf } from '/tmp/w/mrz/src/build/passport-photos/photos.ts';
import { greyOf } from '/tmp/w/mrz/src/stores/passport-reader/pixels.ts';
import { PHOTO_DAY } from '/tmp/w/mrz/src/build/passport-photos/passports.ts';
const network = unpack(WEIGHTS);
const [kinds, from, count, cut] = [process.argv[2].split(','), +process.argv[3], +process.argv[4], (process.argv[5] ?? 'sharp') as any];
for (const kind of kinds as any[]) {
  const tally: Record<string, number> = {}; let time = 0, most = 0, wrong = 0, full = 0; const bad: any[] = [];
  for (let seed = from; seed < from + count; seed++) {
    const { jpeg, passport } = await photoOf(kind, seed, cut);
    const { data, info } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const t = performance.now();
    const picture = greyOf(new Uint8ClampedArray(data), info.width, info.height);
    const out = readZone(picture, { network, today: PHOTO_DAY });
    const took = performance.now() - t; time += took; most = Math.max(most, took);
    let label: string = out.kind;
    if (out.kind === 'read') {
      const fields = Object.entries(out.reading);
      const wrongs = fields.filter(([n, v]) => v.value !== undefined && v.value !== (passport?.truth as any)?.[n]);
      const unsure = fields.filter(([n, v]) => v.value === undefined && (passport?.truth as any)?.[n] !== null);
      if (wrongs.length) { wrong++; label = 'WRONG'; bad.push([seed, wrongs, passport?.lines]); } else if (unsure.length) { label = 'partial'; bad.push([seed, unsure.map(([n, v]) => n + v.unsure).join()]); } else full++;
    } else if (kind !== 'other') bad.push([seed, out.kind, info.width + 'x' + info.height]);
    tally[label] = (tally[label] ?? 0) + 1;
  }
  console.log(kind, tally, 'mean ms', Math.round(time / count), 'max', Math.round(most)); if (process.env.BAD) console.log(JSON.stringify(bad));
}
