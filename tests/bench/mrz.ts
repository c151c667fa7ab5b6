/**
 * `npm run bench:mrz`: the passport reader in its worker, at a quarter of the processor, on made-up photos of six kinds from
 * fixed seeds. They use another cut of OCR-B than the training, and the 0 and O of the kind `zeros` other typefaces.
 * `COUNT=10` of each kind for a quick look; `KINDS=zeros,small` for some of them; `FROM` is the first seed. Ends with 1 if a
 * field was read wrong. `FONTS` is a folder with unpacked font packages that replaces the installed ones. `FOLDER=/path`
 * reads the pictures there instead, such as photos of real passports, and prints how many passed; nothing of them is stored
 * or printed.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium } from 'playwright';
import { CommandLine } from '../../functions/command-line.ts';
import { type PassportReading, ZONE_FIELDS } from '../../src/domain/passport/reading.ts';
import { openReaderPage } from '../fixtures/reader-page.ts';
import { type Passport, PHOTO_DAY } from '../training/photos/passports.ts';
import { generatePhoto, PHOTO_KINDS } from '../training/photos/photos.ts';
import { requireFaces } from '../training/photos/round-letters.ts';
import { BROWSER, printTable } from './portal.ts';

new CommandLine('npm run bench:mrz', 'How many made-up photos the passport reader reads, and how fast.', {
  COUNT: 'photos of each kind; 60 unless set',
  FROM: 'the first seed',
  FOLDER: 'reads the pictures there, and stores nothing of them',
}).parse();

const COUNT = Number(process.env.COUNT ?? 60);
/** Differs from the seeds of the unit tests (1) and of the tuning (1000 to 64000). */
const FROM = Number(process.env.FROM ?? 70_000);
const KINDS = PHOTO_KINDS.filter((kind) => !process.env.KINDS || process.env.KINDS.split(',').includes(kind));
const CUT = 'sharp';
const FACES = 'benchmark';
/**
 * The browser's process runs for some milliseconds and is then stopped for three times as long: a quarter of the processor.
 */
const RUNS = 10;
const SLOW_CPU = 4;
const LOOP =
  'const start = performance.now(); let sum = 0; for (let i = 0; i < 3e8; i++) sum += i % 7; postMessage(performance.now() - start + sum * 0)';

const browser = await chromium.launch(BROWSER);
try {
  const page = await openReader();
  if (process.env.FOLDER) await readFolder(page, process.env.FOLDER);
  else await readKinds(page);
} finally {
  await browser.close();
}

interface Read {
  kind: string;
  reading: PassportReading | null;
  time: number;
}

/** A page on a slow processor with the reader's workers. */
interface Reader {
  read(bytes: Uint8Array, today: string): Promise<Read>;
  slowdown(): Promise<number>;
}

async function openReader(): Promise<Reader> {
  const page = await browser.newPage();
  const read = await openReaderPage(page);
  const processes = await renderers();
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

async function renderers(): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
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

/** The results for the photos of one kind. */
interface Tally {
  accepted: number;
  partly: number;
  wrong: number;
  refused: Record<string, number>;
  times: number[];
}

async function readKinds(reader: Reader): Promise<void> {
  requireFaces(FACES);
  const rows: string[][] = [];
  for (const kind of KINDS) {
    const tally: Tally = { accepted: 0, partly: 0, wrong: 0, refused: {}, times: [] };
    for (let seed = FROM; seed < FROM + COUNT; seed += 1) {
      const { jpeg, passport } = await generatePhoto(kind, seed, CUT, undefined, FACES);
      judge(tally, await reader.read(jpeg, PHOTO_DAY), passport?.truth);
    }
    rows.push(rowOf(kind, tally));
    if (tally.wrong > 0) process.exitCode = 1;
  }
  printTable([['photos', 'accepted', 'partly', 'wrong', 'refused', 'median', 'slowest'], ...rows]);
  console.log(
    `A loop in the worker takes ${(await reader.slowdown()).toFixed(1)} times as long as without being held.`,
  );
}

/**
 * Accepted: all fields of the passport were filled in. Partly: some, and none wrong. Wrong: any field differs from the
 * passport.
 */
function judge(tally: Tally, { kind, reading, time }: Read, truth: Passport['truth'] | undefined): void {
  tally.times.push(time);
  if (!reading) {
    tally.refused[kind] = (tally.refused[kind] ?? 0) + 1;
    return;
  }
  const fields = ZONE_FIELDS.map((name) => [name, reading[name]] as const);
  if (fields.some(([name, { value }]) => value !== undefined && value !== truth?.[name])) tally.wrong += 1;
  else if (fields.some(([name, { value }]) => value === undefined && truth?.[name] !== null)) tally.partly += 1;
  else tally.accepted += 1;
}

function rowOf(kind: string, { accepted, partly, wrong, refused, times }: Tally): string[] {
  const sorted = times.sort((a, b) => a - b);
  const reasons = Object.entries(refused).map(([reason, count]) => `${reason} ${count}`);
  return [
    `${kind} (${times.length})`,
    `${accepted} (${((100 * accepted) / times.length).toFixed(1)} %)`,
    String(partly),
    String(wrong),
    reasons.join(', ') || '–',
    `${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms`,
    `${sorted.at(-1)?.toFixed(0)} ms`,
  ];
}

/** Real pictures: passed if all check digits match and all fields are filled in or not given. */
async function readFolder(reader: Reader, folder: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const tally = { pass: 0, fail: 0 };
  for (const name of (await readdir(folder)).filter((file) => /\.(?:jpe?g|png|webp|pdf)$/i.test(file))) {
    const { reading } = await reader.read(await readFile(join(folder, name)), today);
    const isPass = reading !== null && Object.values(reading).every(({ unsure }) => !unsure || unsure === 'notGiven');
    tally[isPass ? 'pass' : 'fail'] += 1;
  }
  console.log(`pass ${tally.pass}, fail ${tally.fail}`);
}
