/** Reads the 88 characters of a grid. */
import { LINE_LENGTH, type parseZone, zoneCharacters } from '../../domain/passport/zone.ts';
import { CELL_SIZE, cellsOf, spotsIn } from './cells.ts';
import type { Grid } from './grid.ts';
import { characterNetwork, type Layer } from './network.ts';
import type { Grey } from './pixels.ts';

/** With the mean probability of the chosen characters: 1 is certain. */
type ReadLines = Parameters<typeof parseZone>[0] & { confidence: number };

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

/** @param offsets positions from which each character is read, up to five */
export function readLines(
  picture: Grey,
  grid: Grid,
  network: readonly Layer[],
  offsets: number = OFFSETS.length,
): ReadLines {
  const read = [0, 1].map((line) => readLine(picture, grid, line, network, offsets));
  const [first, second] = read as [LineRead, LineRead];
  return {
    lines: [first.text, second.text],
    clear: [first.clear, second.clear],
    clearButZeros: second.clearButZeros,
    confidence: (first.confidence + second.confidence) / 2,
  };
}

interface LineRead {
  text: string;
  clear: boolean[];
  clearButZeros: boolean[];
  confidence: number;
}

function readLine(picture: Grey, grid: Grid, line: number, network: readonly Layer[], offsets: number): LineRead {
  const seen = OFFSETS.slice(0, offsets).map((aside) => cellsOf(picture, grid, line, aside));
  // The names have no check digit.
  const spots = line === 0 ? spotsIn(seen[0] as Float32Array) : [];
  const read: LineRead = { text: '', clear: [], clearButZeros: [], confidence: 0 };
  for (let place = 0; place < LINE_LENGTH; place += 1) {
    const allowed = zoneCharacters.kindAt(line, place);
    const each = seen.map((cells) => {
      const cell = cells.subarray(place * CELL_SIZE, (place + 1) * CELL_SIZE);
      const shares = characterNetwork.softmax(characterNetwork.activate(network, cell).at(-1) as Float32Array);
      return allowed === 'any' ? shares : mergeZeros(shares, allowed);
    });
    const { character, share } = likeliest(meanOf(each), zoneCharacters.patterns[allowed]);
    read.text += character;
    const isVisible = !spots[place];
    const merged = each.map((shares) => mergeZeros(shares, allowed));
    read.clear.push(isVisible && isClear(each, zoneCharacters.patterns[allowed]));
    read.clearButZeros.push(isVisible && isClear(merged, zoneCharacters.patterns[allowed]));
    read.confidence += share / LINE_LENGTH;
  }
  return read;
}

/** Whether all offsets give the same character, and their mean gives it clearly. */
function isClear(each: readonly Float32Array[], kind: RegExp): boolean {
  const { character, share, runnerUp } = likeliest(meanOf(each), kind);
  return share > MARGIN * runnerUp && each.every((shares) => likeliest(shares, kind).character === character);
}

const [ZERO, LETTER_O] = ['0', 'O'].map((character) => zoneCharacters.all.indexOf(character)) as [number, number];

/** Counts O and 0 as one, which some prints hardly distinguish: the digit gets both shares where only digits are allowed. */
function mergeZeros(shares: Float32Array, allowed: ReturnType<typeof zoneCharacters.kindAt>): Float32Array {
  const [kept, left] = allowed === 'digit' ? [ZERO, LETTER_O] : [LETTER_O, ZERO];
  const both = (shares[ZERO] as number) + (shares[LETTER_O] as number);
  return shares.map((share, index) => (index === kept ? both : index === left ? 0 : share));
}

function meanOf(each: readonly Float32Array[]): Float32Array {
  return Float32Array.from(zoneCharacters.all, (_, index) =>
    each.reduce((sum, shares) => sum + (shares[index] as number) / each.length, 0),
  );
}

function likeliest(shares: Float32Array, kind: RegExp): { character: string; share: number; runnerUp: number } {
  let [character, share, runnerUp] = [zoneCharacters.FILLER, -1, 0];
  [...zoneCharacters.all].forEach((candidate, index) => {
    const own = shares[index] as number;
    if (!kind.test(candidate)) return;
    if (own > share) [character, share, runnerUp] = [candidate, own, Math.max(share, 0)];
    else runnerUp = Math.max(runnerUp, own);
  });
  return { character, share, runnerUp };
}
