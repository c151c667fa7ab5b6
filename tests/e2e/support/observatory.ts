/**
 * Scans each given URL with MDN's HTTP Observatory and prints JSON lines. It is a separate process, since Node reads
 * NODE_EXTRA_CA_CERTS when it starts.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// The package downloads the HSTS preload list when it is installed, which is disabled here; no host of a test is in it.
const home = join(createRequire(import.meta.url).resolve('@mdn/mdn-http-observatory'), '../..');
const preloaded = join(home, 'conf/hsts-preload.json');
if (!existsSync(preloaded)) writeFileSync(preloaded, '{}');

/** The used part of a scan; the package has no types. */
interface Scan {
  scan: { score: number };
  tests: Record<string, { result: string; scoreModifier: number }>;
}
const NAME: string = '@mdn/mdn-http-observatory';
const { scan }: { scan(address: string): Promise<Scan> } = await import(NAME);

for (const address of process.argv.slice(2)) {
  const { scan: total, tests } = await scan(address);
  const found = Object.values(tests).map(({ result, scoreModifier }) => `${scoreModifier} ${result}`);
  process.stdout.write(`${JSON.stringify({ address, score: total.score, found })}\n`);
}
