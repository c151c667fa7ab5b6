/**
 * `npm run bench:mrz`: the passport reader in its worker, at a quarter of the processor, on made-up photos of each kind from
 * fixed seeds, and on PDF scans of such. They use another cut of OCR-B than the training, and the 0 and O of the kind `zeros`
 * other typefaces. Whole: all fields of the passport were filled in. Partly: some, and none wrong. Wrong: any field differs.
 * The kinds of functions/training/photos/hindered.ts are read too; of two passports in one picture none may be read.
 * Ends with 1 if a field was read wrong. `FONTS` is a folder with unpacked font packages that replaces the installed ones.
 * `IN=node` reads pictures without a browser, and prints milliseconds of the processor, which do not depend on other programs.
 * `FOLDER` is a folder of other pictures, such as the specimens that PassportEye and ultimateMRZ-SDK publish, or your own
 * photos. Their truths are in one file, by kind and file name. Nothing of the pictures is stored or printed.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright';
import sharp from 'sharp';
import { CommandLine } from '../../functions/command-line.ts';
import { HINDERED_KINDS, type HinderedKind, hinderedPhoto } from '../../functions/training/photos/hindered.ts';
import { type Passport, PHOTO_DAY } from '../../functions/training/photos/passports.ts';
import { generatePhoto, PHOTO_KINDS, type PhotoKind } from '../../functions/training/photos/photos.ts';
import { requireFaces } from '../../functions/training/photos/round-letters.ts';
import { type PassportReading, ZONE_FIELDS } from '../../src/domain/passport/reading.ts';
import { characterNetwork } from '../../src/stores/passport-reader/network.ts';
import { greyPictures } from '../../src/stores/passport-reader/pixels.ts';
import { readZone } from '../../src/stores/passport-reader/read-zone.ts';
import { WEIGHTS } from '../../src/stores/passport-reader/weights.ts';
import { PDF_SCANS } from '../fixtures/pdf-scans.ts';
import { openReaderPage } from '../fixtures/reader-page.ts';
import { BROWSER, printTable, renderers } from './portal.ts';

new CommandLine('npm run bench:mrz', 'How many made-up photos the passport reader reads, and how fast.', {
  COUNT: 'photos of each kind; 60 unless set',
  KINDS: 'the kinds to read, such as zeros,pdf; all unless set',
  FROM: 'the first seed',
  FOLDER: 'reads the pictures there, and stores nothing of them',
  TRUTHS: 'the passports in FOLDER; tests/bench/specimens.json unless set',
  IN: 'node reads pictures without a browser',
  EACH: 'prints the result of each picture',
}).parse();

const COUNT = Number(process.env.COUNT ?? 60);
/** Differs from the seeds of the unit tests (1) and of the tuning (1000 to 64000). */
const FROM = Number(process.env.FROM ?? 70_000);
const KINDS = ([...PHOTO_KINDS, ...HINDERED_KINDS, 'pdf'] as const).filter(
  (kind) => process.env.KINDS?.split(',').includes(kind) ?? true,
);
const TRUTHS = process.env.TRUTHS ?? join(import.meta.dirname, 'specimens.json');
const CUT = 'sharp';
const FACES = 'benchmark';
/**
 * The browser's process runs for some milliseconds and is then stopped for three times as long: a quarter of the processor.
 */
const RUNS = 10;
const SLOW_CPU = 4;
const LOOP =
  'const start = performance.now(); let sum = 0; for (let i = 0; i < 3e8; i++) sum += i % 7; postMessage(performance.now() - start + sum * 0)';

const samples = process.env.FOLDER ? await samplesOf(process.env.FOLDER) : madeUpSamples();
if (process.env.IN === 'node') await readKinds(nodeReader(), samples);
else {
  const browser = await chromium.launch(BROWSER);
  try {
    await readKinds(await openReader(browser), samples);
  } finally {
    await browser.close();
  }
}

interface Read {
  kind: string;
  reading: PassportReading | null;
  time: number;
}

interface Reader {
  read(bytes: Uint8Array, today: string): Promise<Read>;
  /** How many times as long the processor takes as without being held. */
  slowdown(): Promise<number>;
}

/** `time` is the processor's, without decoding the picture. */
function nodeReader(): Reader {
  const network = characterNetwork.unpack(WEIGHTS);
  return {
    async read(bytes, today) {
      const picture = sharp(bytes)
        .autoOrient()
        .resize({ width: 3000, height: 3000, fit: 'inside', withoutEnlargement: true });
      const { data, info } = await picture
        .toColourspace('srgb')
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const before = process.cpuUsage();
      const grey = greyPictures.of(new Uint8ClampedArray(data), info.width, info.height);
      const outcome = readZone(grey, { network, today });
      const time = process.cpuUsage(before).user / 1000;
      return { kind: outcome.result, reading: 'reading' in outcome ? outcome.reading : null, time };
    },
    slowdown: async () => 1,
  };
}

/** A page on a slow processor with the reader's workers. */

async function openReader(browser: Browser): Promise<Reader> {
  const page = await browser.newPage();
  const read = await openReaderPage(page);
  const processes = await renderers(browser);
  return {
    read: async (bytes, today) => {
      const outcome = await slowed(processes, () => read(bytes, today));
      return {
        kind: outcome.result,
        reading: 'reading' in outcome ? (outcome.reading as PassportReading) : null,
        time: outcome.time,
      };
    },
    slowdown: async () => {
      const time = await page.evaluate(loopInWorker, LOOP);
      return (await slowed(processes, () => page.evaluate(loopInWorker, LOOP))) / time;
    },
  };
}

/**
 * Stops and continues the page's process while `work` runs, since DevTools' throttling slows a page's own thread but hardly
 * its workers. Linux and macOS.
 */
async function slowed<Result>(processes: readonly number[], work: () => Promise<Result>): Promise<Result> {
  const signal = (name: NodeJS.Signals) => {
    for (const id of processes) process.kill(id, name);
  };
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  try {
    while (!isDone) {
      const released = performance.now();
      await setTimeout(RUNS);
      if (isDone) break;
      signal('SIGSTOP');
      await setTimeout((SLOW_CPU - 1) * (performance.now() - released));
      signal('SIGCONT');
    }
  } finally {
    signal('SIGCONT');
  }
  return done;
}

/** Runs in the page. @returns the milliseconds of a loop in a worker */
async function loopInWorker(script: string): Promise<number> {
  const worker = new Worker(URL.createObjectURL(new Blob([script])));
  const time = await new Promise<number>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
  });
  worker.terminate();
  return time;
}

interface Sample {
  /** Seed or file name. */
  name: string;
  bytes: Uint8Array;
  /** The expected fields; null if the passport leaves one open, absent without a passport. */
  truth: Passport['truth'] | undefined;
}

type Kinds = readonly (readonly [kind: string, today: string, samples: readonly (() => Promise<Sample>)[]])[];

function madeUpSamples(): Kinds {
  requireFaces(FACES);
  const seeds = Array.from({ length: COUNT }, (_, at) => FROM + at);
  return KINDS.map((kind) => [
    kind,
    PHOTO_DAY,
    seeds.map((seed) => () => (kind === 'pdf' ? pdfOf(seed) : photoOf(kind, seed))),
  ]);
}

async function photoOf(kind: PhotoKind | HinderedKind, seed: number): Promise<Sample> {
  const isHindered = (HINDERED_KINDS as readonly string[]).includes(kind);
  const { jpeg, passport } = isHindered
    ? await hinderedPhoto(kind as HinderedKind, seed, CUT)
    : await generatePhoto(kind as PhotoKind, seed, CUT, undefined, FACES);
  return { name: `seed ${seed}`, bytes: jpeg, truth: kind === 'two' ? undefined : passport?.truth };
}

/** A photo in a PDF, in turns as each scanner writes it. */
async function pdfOf(seed: number): Promise<Sample> {
  const { name, bytes, truth } = await photoOf('clear', seed);
  const ways = Object.values(PDF_SCANS);
  const scan = ways[seed % ways.length] as (typeof ways)[number];
  return { name, bytes: await scan(sharp(bytes)), truth };
}

async function samplesOf(folder: string): Promise<Kinds> {
  const truths: Record<string, Record<string, Passport['truth']>> = JSON.parse(await readFile(TRUTHS, 'utf8'));
  const [today, there] = [new Date().toISOString().slice(0, 10), new Set(await readdir(folder))];
  return Object.entries(truths).map(([kind, files]) => [
    kind,
    today,
    Object.entries(files)
      .filter(([name]) => there.has(name))
      .map(([name, truth]) => async () => ({ name, bytes: await readFile(join(folder, name)), truth })),
  ]);
}

/** The results for the photos of one kind. */
interface Tally {
  whole: number;
  partly: number;
  wrong: number;
  refused: Record<string, number>;
  times: number[];
}

async function readKinds(reader: Reader, kinds: Kinds): Promise<void> {
  const rows: string[][] = [];
  for (const [kind, today, samples] of kinds.filter((one) => one[2].length > 0)) {
    const tally: Tally = { whole: 0, partly: 0, wrong: 0, refused: {}, times: [] };
    for (const make of samples) {
      const sample = await make();
      const read = await reader.read(sample.bytes, today);
      const verdict = judge(tally, read, sample.truth);
      if (process.env.EACH) console.log([kind, sample.name, verdict].join('  '));
      else if (verdict.startsWith('wrong')) console.log([kind, sample.name, verdict].join('  '));
    }
    rows.push(rowOf(kind, tally));
    if (tally.wrong > 0) process.exitCode = 1;
  }
  printTable([['photos', 'whole', 'partly', 'not', 'wrong', 'why not', 'median', 'slowest'], ...rows]);
  console.log(
    `A loop in the worker takes ${(await reader.slowdown()).toFixed(1)} times as long as without being held.`,
  );
}

/** @returns the result, with the names of fields that were read wrong or not at all */
function judge(tally: Tally, { kind, reading, time }: Read, truth: Sample['truth']): string {
  tally.times.push(time);
  if (!reading) {
    tally.refused[kind] = (tally.refused[kind] ?? 0) + 1;
    return `not: ${kind}`;
  }
  const namesOf = (isMeant: (value: string | undefined, right: string | null | undefined) => boolean) =>
    ZONE_FIELDS.filter((name) => isMeant(reading[name].value, truth?.[name])).join(', ');
  const wrong = namesOf((value, right) => value !== undefined && value !== right);
  const empty = namesOf((value, right) => value === undefined && right !== null);
  if (wrong) tally.wrong += 1;
  else if (empty) tally.partly += 1;
  else tally.whole += 1;
  if (wrong) return `wrong: ${wrong}`;
  return empty ? `partly: without ${empty}` : 'whole';
}

function rowOf(kind: string, { whole, partly, wrong, refused, times }: Tally): string[] {
  const sorted = times.sort((a, b) => a - b);
  const reasons = Object.entries(refused).map(([reason, count]) => `${reason} ${count}`);
  return [
    `${kind} (${times.length})`,
    `${whole} (${((100 * whole) / times.length).toFixed(1)} %)`,
    String(partly),
    String(times.length - whole - partly - wrong),
    String(wrong),
    reasons.join(', ') || '–',
    `${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms`,
    `${sorted.at(-1)?.toFixed(0)} ms`,
  ];
}
