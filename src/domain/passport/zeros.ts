/** Some prints have a 0 that looks like an O. Where both are possible, the check digits decide. */
import { checkDigit, isChecked } from './check-digits.ts';

/** The document number, followed by its check digit. */
const NUMBER_LENGTH = 9;

export interface SecondLine {
  /** 44 characters with five right check digits. */
  text: string;
  /** False where another choice of O and 0 in the document number is as likely. */
  isNumberCertain: boolean;
}

/**
 * Decides between O and 0 in the second line: all as read, or each O as 0 where a digit is possible. No mixture: each further
 * try may match the check digits by chance.
 * @param clear whether each character is clearly ahead of its runner-up
 * @param takesDigit whether a place may have a digit
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
  return { text, isNumberCertain: isZeroChoiceCertain(text, open) };
}

/** Letters, then digits: the numbers of most states. */
const isUsualNumber = (number: string) => /^[A-Z]{0,3}\d+<*$/.test(number);

/** The check digit detects a single O for 0, but not every pair. @param open places that may be O or 0 */
function isZeroChoiceCertain(text: string, open: readonly number[]): boolean {
  const number = text.slice(0, NUMBER_LENGTH);
  const others = zeroChoices(number, open).filter(
    (other) => other !== number && String(checkDigit(other)) === text[NUMBER_LENGTH],
  );
  return others.length === 0 || (isUsualNumber(number) && !others.some(isUsualNumber));
}

/** Each choice of O or 0 at these places: at most 2⁹. */
function zeroChoices(number: string, open: readonly number[]): string[] {
  return open.reduce(
    (made, place) =>
      made.flatMap((text) => ['O', '0'].map((character) => text.slice(0, place) + character + text.slice(place + 1))),
    [number],
  );
}
