/** Some prints have a 0 that looks like an O. Where both may stand, the check digits decide between the two. */
import { checkDigit, isChecked } from './check-digits.ts';

/** The document number, and its check digit after it. */
const NUMBER_LENGTH = 9;

export interface SecondLine {
  /** 44 characters, of which all five check digits are right. */
  text: string;
  /** False where another choice between O and 0 in the document number may as well be the passport's. */
  isNumberCertain: boolean;
}

/**
 * Decides between O and 0 in the second line: all as they were read, or each O as 0 where a digit may stand. No mixture is
 * tried: every further try is another chance that a mistake has right check digits.
 * @param clear for each character whether it is clearly ahead of its runner-up
 * @param takesDigit whether a digit may stand at a place
 * @returns null where neither has five right check digits
 */
export function chooseZeros(
  line: string,
  clear: readonly boolean[],
  takesDigit: (place: number) => boolean,
): SecondLine | null {
  const asZeros = [...line]
    .map((character, place) => (character === 'O' && takesDigit(place) ? '0' : character))
    .join('');
  const text = [line, asZeros].find(isChecked);
  if (text === undefined) return null;
  const open = [...line.slice(0, NUMBER_LENGTH)].flatMap((character, place) =>
    character === 'O' || (character === '0' && !clear[place]) ? [place] : [],
  );
  return { text, isNumberCertain: isCertain(text, open) };
}

/** Letters, then digits: the numbers of most states. */
const isUsual = (number: string) => /^[A-Z]{0,3}\d+<*$/.test(number);

/**
 * The check digit notices each single O that is a 0, but not every pair of them, such as those at the first and second place.
 * @param open places of the document number that may be O or 0
 */
function isCertain(text: string, open: readonly number[]): boolean {
  const number = text.slice(0, NUMBER_LENGTH);
  const others = choices(number, open).filter(
    (other) => other !== number && String(checkDigit(other)) === text[NUMBER_LENGTH],
  );
  return others.length === 0 || (isUsual(number) && !others.some(isUsual));
}

/** Each way to have O or 0 at these places: at most 2⁹. */
function choices(number: string, open: readonly number[]): string[] {
  return open.reduce(
    (made, place) =>
      made.flatMap((text) => ['O', '0'].map((character) => text.slice(0, place) + character + text.slice(place + 1))),
    [number],
  );
}
