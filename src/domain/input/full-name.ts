/**
 * Splits a full name. A patronymic or the ending of a surname shows which word is the surname; where neither does, the words
 * are in the order of the form, and the result says that it is not certain.
 */
import { latinSpelling } from './latin-spelling.ts';
import { cleanName } from './name.ts';
import { normalizeName } from './text.ts';

export interface SplitName {
  /** Empty for a first name with a patronymic. */
  surname: string;
  name: string;
  /** Patronymic, or further given names. */
  middleName: string;
  /** Titles that do not belong to the name, as typed. */
  titles: string[];
  /** False where the surname may be another word, or is missing. */
  isCertain: boolean;
}

const TITLES = new Set(
  'dr mr mrs ms mx miss prof professor sir phd eng janob жаноб г-н г-жа д-р господин госпожа доктор профессор проф'.split(
    ' ',
  ),
);

const SURNAME = /\w{2}(?:[oe]va?|sk(?:i|ii|y|iy|oi|oy|aia|aya)|kii|kaia|enko|chuk|iuk|yuk|shvili|dze|zoda|zade|zada)$/;
const PATRONYMIC =
  /\w{2}(?:ovit?ch|evit?ch|ovna|evna|ichna)$|^(?:ily?i?ich|ilich|kuzmich|lukich|nikitich|fomich|savvich)$|\w{3}(?:[ou]gli|ogl[uy]|u?ulu|uly|[qk]izi|[qk]yzy)$/;
/** "son" and "daughter", written after the father's name. */
const SON_OR_DAUGHTER = /^(?:[ou]gli|ogl[uy]|u?ulu|uly|[qk]izi|[qk]yzy|kyzi|qizy|gyzy)$/;

/** A word's letters for the patterns above: Latin, lower case, without marks and apostrophes. */
function lettersOf(word: string): string {
  const plain = word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}'’ʼʻ‘]/gu, '')
    .replace(/ı/g, 'i');
  return latinSpelling(plain) ?? plain;
}

const isSurname = (word = '') => SURNAME.test(lettersOf(word));
const isTitle = (word: string) => TITLES.has(word.toLowerCase().replace(/[.,]/g, ''));
const wordsOf = (text: string) => text.split(/ +/).filter(Boolean);

type Split = Pick<SplitName, 'isCertain'> & Record<'surname' | 'names', string[]>;

/** Without a patronymic: the last word if it alone ends like a surname, else the first, as the form asks. */
function splitByEnds(words: string[]): Split {
  const [first, last] = [isSurname(words[0]), isSurname(words.at(-1))];
  if (words.length > 1 && last && !first)
    return { surname: words.slice(-1), names: words.slice(0, -1), isCertain: true };
  return { surname: words.slice(0, 1), names: words.slice(1), isCertain: words.length < 2 || first !== last };
}

/** "Торекул уулу Чингиз": a Kyrgyz surname is the father's name with "son" or "daughter". */
const isKyrgyz = (words: string[]) => words.length === 3 && SON_OR_DAUGHTER.test(lettersOf(words[1] ?? ''));

/** Where the patronymic begins, and the word after it; null without one. The first word of a name is never a patronymic. */
function findPatronymic(words: string[]): [from: number, to: number] | null {
  for (const [index, word] of words.entries()) {
    const letters = lettersOf(word);
    if (index > 1 && SON_OR_DAUGHTER.test(letters)) return [index - 1, index + 1];
    if (index > 0 && PATRONYMIC.test(letters)) return [index, index + 1];
  }
  return null;
}

/** A surname follows the patronymic, or is one of the words before it. */
function splitAround(before: string[], after: string[]): Split {
  if (after.length > 0) return { surname: after, names: before, isCertain: true };
  if (before.length > 1) return { ...splitByEnds(before), isCertain: true };
  const [surname, names] = isSurname(before[0]) ? [before, []] : [[], before];
  return { surname, names, isCertain: false };
}

/** Splits a full name. A single word is a surname. @param fullName as typed */
export function splitFullName(fullName: string): SplitName {
  // "A.R. Karimov", "Dr.Karimov".
  const typed = wordsOf(normalizeName(fullName).replace(/\./g, '. '));
  const named = typed.every(isTitle) ? typed.slice(-1) : typed.filter((word) => !isTitle(word));
  const titles = typed.filter((word) => !named.includes(word)).map((word) => word.replace(/,$/, ''));
  const words = wordsOf(cleanName(named.join(' ')).value);
  const nameOf = ({ surname, names, isCertain }: Split, middle: string[]): SplitName => ({
    surname: surname.join(' '),
    name: names.join(' '),
    middleName: middle.join(' '),
    titles,
    isCertain,
  });
  if (isKyrgyz(words)) return nameOf({ surname: words.slice(0, 2), names: words.slice(2), isCertain: true }, []);
  const [from, to] = findPatronymic(words) ?? [];
  if (from !== undefined) return nameOf(splitAround(words.slice(0, from), words.slice(to)), words.slice(from, to));
  const { names, ...split } = splitByEnds(words);
  return nameOf({ ...split, names: names.slice(0, 1) }, names.slice(1));
}
