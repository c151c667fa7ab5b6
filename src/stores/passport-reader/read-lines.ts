/** Reads the 88 characters of a grid. */
import { LINE_LENGTH, type parseZone, zoneCharacters } from '../../domain/passport/zone.ts';
import { CELL_SIZE, type CellOptions, cellsOf } from './cells.ts';
import type { Grid } from './grid.ts';
import { characterNetwork, type Layer, SPOILT } from './network.ts';
import type { Grey } from './pixels.ts';

type ReadLines = Required<Parameters<typeof parseZone>[0]> & { lines: readonly [string, string] };

/** Slightly different positions to read a character from: a mark that only one of them shows is noise. */
const OFFSETS = [
  [0, 0],
  [-0.06, 0],
  [0.06, 0],
  [0, -0.025],
  [0, 0.025],
] as const;

/** Required ratio to the runner-up, tuned on photos outside training and benchmark (docs/decisions/passport-reader.md). */
const MARGIN = 8;
/**
 * Probability from which a character has a mark over it: a pen stroke is on few of a line's characters, a pattern of the paper on
 * all. `factor`: of the line's upper quartile.
 */
const MARKED = { least: 0.35, most: 0.9, factor: 5 };
/** Share of that limit from which a further look settles nothing: blurred, a stroke becomes a part of the letter. */
const MAYBE_MARKED = 0.5;
/** Probability from which an unclear character may be another one. */
const LIKELY = 0.004;
/** Each such character is read for the confidence. */
const CONFIDENCE_STEP = 3;

/** Where and how to read: the same grid may be read in several ways. */
export interface Look extends CellOptions {
  picture: Grey;
  grid: Grid;
}

/** @param looks further ones settle what is unclear in the first */
export function readLines(network: readonly Layer[], looks: readonly Look[]): ReadLines {
  const [first, second] = [0, 1].map((line) =>
    looks.map((look) => readLine(network, look, line)).reduce(settledBy),
  ) as [LineRead, LineRead];
  return {
    lines: [first.text, second.text],
    clear: [first.clear, second.clear],
    clearButZeros: second.clearButZeros,
    likely: second.likely,
  };
}

/** The mean probability of the likeliest characters of each line: 1 is certain. */
export function confidencesOf(network: readonly Layer[], { picture, grid, ...options }: Look): [number, number] {
  const confidences = [0, 1].map((line) => {
    const cells = cellsOf(picture, grid, line, { ...options, step: CONFIDENCE_STEP });
    const count = cells.length / CELL_SIZE;
    let sum = 0;
    for (let index = 0; index < count; index += 1) {
      const kind = zoneCharacters.kindAt(line, index * CONFIDENCE_STEP);
      sum += likeliest(sharesOf(network, cells, index, kind), zoneCharacters.patterns[kind]).share;
    }
    return sum / count;
  });
  return confidences as [number, number];
}

interface LineRead {
  text: string;
  clear: boolean[];
  clearButZeros: boolean[];
  likely: string[];
}

/** Replaces unclear characters by those that the second look shows clearly, if they are likely in the first one too. */
function settledBy(first: LineRead, second: LineRead): LineRead {
  const isSettled = [...second.text].map(
    (character, place) =>
      !first.clear[place] && second.clear[place] === true && (first.likely[place] ?? '').includes(character),
  );
  return {
    text: [...first.text].map((own, place) => (isSettled[place] ? second.text[place] : own)).join(''),
    clear: first.clear.map((isClear, place) => isClear || isSettled[place] === true),
    clearButZeros: first.clearButZeros.map((isClear, place) => isClear || isSettled[place] === true),
    likely: first.likely,
  };
}

function readLine(network: readonly Layer[], { picture, grid, ...options }: Look, line: number): LineRead {
  const seen = OFFSETS.map((aside) => cellsOf(picture, grid, line, { ...options, aside }));
  const places = Array.from({ length: LINE_LENGTH }, (_, place) => {
    const kind = zoneCharacters.kindAt(line, place);
    const each = seen.map((cells) => sharesOf(network, cells, place, kind));
    return { kind, each, mean: meanOf(each), pattern: zoneCharacters.patterns[kind] };
  });
  const marks = Float32Array.from(places, ({ mean }) => mean[SPOILT] as number).sort();
  const limit = Math.min(MARKED.most, Math.max(MARKED.least, MARKED.factor * (marks[LINE_LENGTH * 0.75] as number)));
  const read: LineRead = { text: '', clear: [], clearButZeros: [], likely: [] };
  for (const { kind, each, mean, pattern } of places) {
    // The names have no check digit.
    const mark = line === 0 ? (mean[SPOILT] as number) : 0;
    const isVisible = mark < limit;
    const merged = each.map((shares) => mergeZeros(shares, kind));
    const likely = [...zoneCharacters.all].filter((_, index) => (mean[index] as number) > LIKELY);
    read.text += likeliest(mean, pattern).character;
    read.clear.push(isVisible && isClear(each, pattern));
    read.clearButZeros.push(isVisible && isClear(merged, pattern));
    read.likely.push(mark < MAYBE_MARKED * limit ? likely.join('') : '');
  }
  return read;
}

type Kind = ReturnType<typeof zoneCharacters.kindAt>;

/** The probabilities of all characters at a place, without that of {@link SPOILT}, which is the last. */
function sharesOf(network: readonly Layer[], cells: Float32Array, index: number, kind: Kind): Float32Array {
  const cell = cells.subarray(index * CELL_SIZE, (index + 1) * CELL_SIZE);
  const shares = characterNetwork.softmax(characterNetwork.activate(network, cell).at(-1) as Float32Array);
  const legible = 1 - (shares[SPOILT] as number) + Number.EPSILON;
  const alone = shares.map((share, at) => (at === SPOILT ? share : share / legible));
  return kind === 'any' ? alone : mergeZeros(alone, kind);
}

/** Whether all offsets give the same character, and their mean gives it clearly. */
function isClear(each: readonly Float32Array[], kind: RegExp): boolean {
  const { character, share, runnerUp } = likeliest(meanOf(each), kind);
  return share > MARGIN * runnerUp && each.every((shares) => likeliest(shares, kind).character === character);
}

const [ZERO, LETTER_O] = ['0', 'O'].map((character) => zoneCharacters.all.indexOf(character)) as [number, number];

/** Counts O and 0 as one, which some prints hardly distinguish: the digit gets both shares where only digits are allowed. */
function mergeZeros(shares: Float32Array, kind: Kind): Float32Array {
  const [kept, left] = kind === 'digit' ? [ZERO, LETTER_O] : [LETTER_O, ZERO];
  const both = (shares[ZERO] as number) + (shares[LETTER_O] as number);
  return shares.map((share, index) => (index === kept ? both : index === left ? 0 : share));
}

const meanOf = (each: readonly Float32Array[]) =>
  (each[0] as Float32Array).map((_, index) =>
    each.reduce((sum, shares) => sum + (shares[index] ?? 0) / each.length, 0),
  );

function likeliest(shares: Float32Array, kind: RegExp): { character: string; share: number; runnerUp: number } {
  let [character, share, runnerUp] = [zoneCharacters.FILLER, -1, 0];
  [...zoneCharacters.all].forEach((candidate, index) => {
    const own = shares[index] as number;
    if (!kind.test(candidate)) return;
    if (own > share) [character, share, runnerUp] = [candidate, own, Math.max(runnerUp, share)];
    else runnerUp = Math.max(runnerUp, own);
  });
  return { character, share, runnerUp };
}
