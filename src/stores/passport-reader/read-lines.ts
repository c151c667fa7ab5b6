/** Reads the 88 characters of a grid. */
import { LINE_LENGTH, zoneCharacters } from '../../domain/passport/zone.ts';
import { CELL_SIZE, type CellOptions, cellsOf, spotsIn } from './cells.ts';
import type { Grid } from './grid.ts';
import { characterNetwork, type Layer, SPOILT } from './network.ts';
import type { Grey } from './pixels.ts';

/** Slightly different positions from which a character is read: a mark that only one of them shows is noise. */
const OFFSETS = [
  [0, 0],
  [-0.06, 0],
  [0.06, 0],
  [0, -0.025],
  [0, 0.025],
] as const;

/**
 * How much likelier than the next one a clear character is, tuned on photos outside training and benchmark
 * (docs/decisions/passport-reader.md).
 */
const MARGIN = 8;
/**
 * Probability from which something covers a character. A pen stroke covers few of a line's characters, a pattern of the paper
 * all. `factor`: compared with the line's upper quartile. `proven`: compared with what a tenth of line 2 exceeds, whose check
 * digits prove it legible.
 */
const MARKED = { least: 0.35, most: 0.6, factor: 4, proven: 1.6 };
/** How much more likely a character is covered beside a covered one, where the same spot or stroke may go on. */
const BESIDE = 4;
/** For a character that something certainly covers: more than any limit. */
const SURELY = 2;
/** Share of that limit from which a second look proves nothing: in a blurred picture a stroke becomes a part of the letter. */
const MAYBE_MARKED = 0.5;
/** Probability from which an unclear character may be another one. */
const LIKELY = 0.004;
/** Every third character is read for the confidence. */
const CONFIDENCE_STEP = 3;

/** Where and how to read: one grid may be read in several ways. */
export interface Look extends CellOptions {
  picture: Grey;
  grid: Grid;
}

interface CharacterRead {
  character: string;
  clear: boolean;
  /** `clear` with O and 0 counted as one. */
  clearButZeros: boolean;
  likely: string;
}

/** Line 1 and line 2. */
export type ReadLines = readonly (readonly CharacterRead[])[];

export function readLines(network: readonly Layer[], look: Look): ReadLines {
  const [names, data] = [placesOf(network, look, 0), placesOf(network, look, 1)];
  return [readPlaces(names, markLimit(names, data)), readPlaces(data, Infinity)];
}

/** Replaces unclear characters by those that a second look shows clearly, if they are likely in the first look as well. */
export const settledBy = (first: ReadLines, second: ReadLines): ReadLines =>
  first.map((characters, line) =>
    characters.map((own, place) => {
      const other = second[line]?.[place];
      const isSettled = !own.clear && other?.clear && own.likely.includes(other.character);
      return isSettled ? { ...other, likely: own.likely } : own;
    }),
  );

/** The mean probability of the likeliest characters of these lines: 1 is certain. */
export function confidenceOf(
  network: readonly Layer[],
  { picture, grid, ...options }: Look,
  lines: readonly number[],
): number {
  const shares = lines.flatMap((line) => {
    const cells = cellsOf(picture, grid, line, { ...options, step: CONFIDENCE_STEP });
    return Array.from({ length: cells.length / CELL_SIZE }, (_, index) => {
      const kind = zoneCharacters.kindAt(line, index * CONFIDENCE_STEP);
      return likeliest(sharesOf(network, cells, index, kind), zoneCharacters.patterns[kind]).share;
    });
  });
  return shares.reduce((a, b) => a + b, 0) / shares.length;
}

interface Place {
  kind: Kind;
  pattern: RegExp;
  /** The probabilities at each offset. */
  each: readonly Float32Array[];
  mean: Float32Array;
  /** Probability that something covers the character, or {@link SURELY}. */
  mark: number;
}

function placesOf(network: readonly Layer[], { picture, grid, ...options }: Look, line: number): Place[] {
  const seen = OFFSETS.map((aside) => cellsOf(picture, grid, line, { ...options, aside }));
  const spots = spotsIn(seen[0] as Float32Array);
  return Array.from({ length: LINE_LENGTH }, (_, place) => {
    const kind = zoneCharacters.kindAt(line, place);
    const each = seen.map((cells) => sharesOf(network, cells, place, kind));
    const mean = meanOf(each);
    const mark = spots[place] ? SURELY : (mean[SPOILT] as number);
    return { kind, each, mean, pattern: zoneCharacters.patterns[kind], mark };
  });
}

/** The value that at most this share of a line's places exceeds. */
const quantile = (places: readonly Place[], share: number) =>
  Float32Array.from(places, ({ mark }) => mark).sort()[Math.floor(LINE_LENGTH * share)] as number;

function markLimit(names: readonly Place[], data: readonly Place[]): number {
  const ofLine = Math.min(MARKED.most, Math.max(MARKED.least, MARKED.factor * quantile(names, 0.75)));
  return Math.max(ofLine, MARKED.proven * quantile(data, 0.9));
}

function readPlaces(places: readonly Place[], limit: number): CharacterRead[] {
  return places.map(({ kind, each, mean, pattern, mark: own }, at) => {
    const isBeside = places.slice(Math.max(0, at - 1), at + 2).some((place) => place.mark >= limit);
    const mark = (isBeside ? BESIDE : 1) * own;
    const isVisible = mark < limit;
    const merged = each.map((shares) => mergeZeros(shares, kind));
    const likely = [...zoneCharacters.all].filter((_, index) => (mean[index] as number) > LIKELY);
    return {
      character: likeliest(mean, pattern).character,
      clear: isVisible && isClear(each, pattern),
      clearButZeros: isVisible && isClear(merged, pattern),
      likely: mark < MAYBE_MARKED * limit ? likely.join('') : '',
    };
  });
}

type Kind = ReturnType<typeof zoneCharacters.kindAt>;

/** The probabilities of all characters at a place, without that of {@link SPOILT}, the last one. */
function sharesOf(network: readonly Layer[], cells: Float32Array, index: number, kind: Kind): Float32Array {
  const cell = cells.subarray(index * CELL_SIZE, (index + 1) * CELL_SIZE);
  const shares = characterNetwork.softmax(characterNetwork.activate(network, cell).at(-1) as Float32Array);
  const legible = 1 - (shares[SPOILT] as number) + Number.EPSILON;
  const alone = shares.map((share, at) => (at === SPOILT ? share : share / legible));
  return kind === 'any' ? alone : mergeZeros(alone, kind);
}

/** True if all offsets give the same character, and their mean is clear. */
function isClear(each: readonly Float32Array[], kind: RegExp): boolean {
  const { character, share, runnerUp } = likeliest(meanOf(each), kind);
  return share > MARGIN * runnerUp && each.every((shares) => likeliest(shares, kind).character === character);
}

const [ZERO, LETTER_O] = ['0', 'O'].map((character) => zoneCharacters.all.indexOf(character)) as [number, number];

/**
 * Counts O and 0 as one, since some prints hardly distinguish them: where only digits are allowed, the digit gets both shares.
 */
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
