/** `npm run train:mrz` trains the passport reader's network, reproducibly. `ZONES`, `ROUNDS`, `TO` (file) shorten a trial. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { characterNetwork, SPOILT } from '../../src/stores/passport-reader/network.ts';
import { CommandLine } from '../command-line.ts';
import { freshLayers, learn, pack } from './learn.ts';
import { seededRandom } from './photos/random.ts';
import { requireFaces } from './photos/round-letters.ts';
import { samplesOf, type TrainingSample } from './samples.ts';

new CommandLine(
  'npm run train:mrz',
  "Makes the weights of the passport reader's network, and writes them into the sources.",
  {
    ZONES: 'zones to learn from; 1800 unless set',
    ROUNDS: 'of learning; 10 unless set',
    TO: 'file to write, in place of the one in the sources',
  },
).parse();

const SEED = 9303;
const ZONES = Number(process.env.ZONES ?? 1800);
const ROUNDS = Number(process.env.ROUNDS ?? 10);
/** Zones for validation only. */
const VALIDATION_ZONES = 60;
const FIRST_RATE = 0.004;

const print = (text: string) => process.stdout.write(`${text}\n`);
requireFaces('training');
const started = performance.now();
const random = seededRandom(SEED);
const samples: TrainingSample[] = [];
for (let zone = 0; zone < ZONES; zone += 1) samples.push(...(await samplesOf(random)));
const validation: TrainingSample[] = [];
for (let zone = 0; zone < VALIDATION_ZONES; zone += 1) validation.push(...(await samplesOf(random)));
const legible = validation.filter(({ character }) => character !== SPOILT);
print(`${samples.length} characters after ${seconds()}`);

const layers = freshLayers(random);
for (let round = 0; round < ROUNDS; round += 1) {
  shuffle(samples);
  const rate = FIRST_RATE * (0.5 + 0.5 * Math.cos((Math.PI * round) / ROUNDS)) + 0.0001;
  const known = samples.filter((sample) => learn(layers, sample, rate)).length;
  print(
    `round ${round + 1}: ${share(known, samples.length)} known, of others ${share(countCorrect(layers), legible.length)}, ${seconds()}`,
  );
}

const network = pack(layers);
print(`in eight bits ${share(countCorrect(characterNetwork.unpack(network)), legible.length)}`);
const file = process.env.TO ?? fileURLToPath(new URL('../../src/stores/passport-reader/weights.ts', import.meta.url));
const steps = network.steps.map((pair) => `\n    [${pair.join(', ')}],`).join('');
const lines = [
  `/** Made by \`npm run train:mrz\` from seed ${SEED}: ${ZONES} zones, ${ROUNDS} rounds. Not to be edited. */`,
  "import type { PackedNetwork } from './network.ts';",
  '',
  'export const WEIGHTS: PackedNetwork = {',
  `  steps: [${steps}`,
  '  ],',
  '  bytes:',
  `    '${network.bytes}',`,
  '};',
];
await writeFile(file, `${lines.join('\n')}\n`);

function countCorrect(network: Parameters<typeof characterNetwork.activate>[0]): number {
  return legible.filter(({ cell, character }) => {
    const logits = characterNetwork.activate(network, cell).at(-1) as Float32Array;
    return logits.indexOf(Math.max(...logits)) === character;
  }).length;
}

/** Fisher and Yates. */
function shuffle(list: TrainingSample[]): void {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = random.whole(0, last);
    [list[last], list[other]] = [list[other] as TrainingSample, list[last] as TrainingSample];
  }
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(2)} %`;
}

function seconds(): string {
  return `${((performance.now() - started) / 1000).toFixed(0)} s`;
}
