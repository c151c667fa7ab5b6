import sharp from 'sharp';
import { gridsOf, pairsOf } from './src/stores/passport-reader/grid.ts';
import { blotsOf, inkOf } from './src/stores/passport-reader/ink.ts';
import { rowsOf } from './src/stores/passport-reader/rows.ts';
import { unpack } from './src/stores/passport-reader/network.ts';
import { WEIGHTS } from './src/stores/passport-reader/weights.ts';
import { photoOf } from './src/build/passport-photos/photos.ts';
import { greyOf, shrink } from './src/stores/passport-reader/pixels.ts';
import { readLines } from './src/stores/passport-reader/read-lines.ts';
const network = unpack(WEIGHTS);
const { jpeg, passport } = await photoOf(process.argv[2] as any, +process.argv[3], (process.argv[4] ?? 'round') as any);
const { data, info } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
const picture = greyOf(new Uint8ClampedArray(data), info.width, info.height);
const f = Math.max(1, Math.round(Math.max(info.width, info.height) / 1600));
for (const factor of f === 1 ? [1] : [f, 1]) {
  const p = shrink(picture, factor);
  const blots = blotsOf(inkOf(p), p.width, p.height);
  console.log('factor', factor, p.width, p.height, 'blots', blots.length, passport?.lines);
  for (const q of [0, 1]) {
    const rows = rowsOf(q ? blots.map(({ x, y, width, height }) => ({ x: y, y: -x, width: height, height: width })) : blots);
    console.log('q', q, rows.slice(0, 5).map((r) => [r.blots.length, r.pitch, r.height.toFixed(1), r.slope.toFixed(3), r.blots[0]!.x, r.blots.at(-1)!.x].join(' ')));
    for (const pair of pairsOf(rows).slice(0, 3)) {
      const grids = gridsOf(...pair);
      console.log('pair', pair.map((r) => r.blots.length), 'grids', grids.length);
      for (const g of grids) for (const turned of [false, true]) {
        const grid = (place: number, line: number) => { const [x, y] = turned ? g(44 - place, 1 - line) : g(place, line); const [X, Y] = q ? [-y, x] : [x, y]; return [X, Y] as [number, number]; };
        const r = readLines(p, grid, network); 
        if (r.confidence > 0.5) console.log(r.confidence.toFixed(3), r.lines, r.clear.map((c) => c.map((v) => (v ? '.' : '!')).join('')));
      }
    }
  }
}
