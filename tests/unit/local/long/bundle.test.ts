/** The bundles of the workers follow their sources, and are shared. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bundle } from '../../../../functions/local/bundle.ts';

const root = mkdtempSync(join(tmpdir(), 'it-visa-bundle-'));
afterAll(() => rmSync(root, { recursive: true }));
for (const folder of ['functions', 'src', 'locales']) mkdirSync(join(root, folder));
writeFileSync(join(root, 'package-lock.json'), '{}');
const source = join(root, 'functions/worker.ts');
const config = { name: 'worker', main: source, compatibility_date: '2026-11-01' };
/** Writes the worker with an old time, as an archive restores it. */
function write(answer: string) {
  writeFileSync(source, `export default { fetch: () => new Response('${answer}') };`);
  utimesSync(source, new Date(0), new Date(0));
}
const made = async () => String((await bundle('worker', config, root)).main);

it('a bundle has what its sources have, also after a change that keeps the time of the file', async () => {
  write('one');
  const first = await made();
  expect(readFileSync(first, 'utf8')).toContain('one');
  write('two');
  expect(readFileSync(await made(), 'utf8')).toContain('two');
  // What a portal that still runs has, stays.
  expect(readFileSync(first, 'utf8')).toContain('one');
});

it('a bundle that has lost its script is made again', async () => {
  write('one');
  const main = await made();
  rmSync(main);
  expect(await made()).toBe(main);
  expect(readFileSync(main, 'utf8')).toContain('one');
});

it('two starts at once share a bundle, and leave neither a configuration nor a rest', async () => {
  write('three');
  const [one, other] = await Promise.all([made(), made()]);
  expect(one).toBe(other);
  const names = readdirSync(join(root, 'dist/workers'), { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => /next-|wrangler\.json/.test(name))).toEqual([]);
});

it('a bundle that is used stays when another one is made a week later, and an unused one goes', async () => {
  write('four');
  const unused = await made();
  write('five');
  const used = await made();
  for (const main of [unused, used]) utimesSync(dirname(main), new Date(0), new Date(0));
  expect(await made()).toBe(used);
  expect(statSync(dirname(used)).mtimeMs).toBeGreaterThan(0);
  await bundle('another', config, root);
  expect([used, unused].map((main) => existsSync(main))).toEqual([true, false]);
});
