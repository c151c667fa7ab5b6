/**
 * The scan of MDN's HTTP Observatory for each address given, written as JSON lines. A process of its own: which certificates
 * Node trusts is settled when it starts (NODE_EXTRA_CA_CERTS).
 */
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// The package fetches the preload list of HSTS while it is installed, which is not done here; no host of a test is in it.
const home = join(createRequire(import.meta.url).resolve('@mdn/mdn-http-observatory'), '../..');
const preloaded = join(home, 'conf/hsts-preload.json');
if (!existsSync(preloaded)) writeFileSync(preloaded, '{}');

/** What is read of a scan; the package has no types. */
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
