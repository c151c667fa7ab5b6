/**
 * Splits a full name. Patronymics, the endings of surnames and frequent names of the region tell which word is the surname. Where
 * they do not, the result says that it is uncertain.
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

const listOf = (words: string) => new Set(words.split(/\s+/));

const TITLES = listOf(`dr mr mrs ms mx miss prof professor sir phd mba eng janob жаноб г-н г-жа гн гжа д-р
  господин госпожа доктор профессор проф`);

/** Frequent given names, of which many end like surnames, in Latin letters. */
const GIVEN = listOf(`lev eva yakov iakov lyubov liubov lubov dev rajeev sanjeev sukhdev vasudev
  irina marina karina galina polina ekaterina katerina katarina alina albina valentina kristina christina angelina regina
  sabina madina zarina amina medina nigina mohina mokhina yasmina iasmina jasmina rubina mubina sabrina arina darina
  karolina carolina evelina elina ellina melina adelina antonina malvina kapitolina akulina ravina marta
  amin yasin iasin valentin konstantin constantin martin benjamin robin kevin justin austin alvin calvin edwin marvin
  franklin quentin collin erkin yorqin yorkin iorkin oltin shirin parvin nasrin nazanin yasmin iasmin jasmin mubin muhsin
  muksin mukhsin albin marlin ravshan genrikh fridrikh dietrikh sheikh shaikh marko mirko adrian adriian christian
  kristian khristian sebastian sebastiian julian iulian fabian damian demian marian lilian vivian gillian narayan kalyan
  samson emerson nelson mason carolyn evelyn kathryn martyn
  aleksandr alexander alexandr aleksei alexey sergei sergey andrei andrey dmitrii dmitriy dmitry ivan petr nikolai nikolay
  mikhail vladimir viktor victor oleg igor pavel roman timur ruslan rustam anvar alisher bobur jasur sardor sherzod
  akmal aziz bahrom bakhrom botir dilshod farhod farkhod jamshid kamol nodir otabek rashid shavkat umid ulugbek
  artem artyom kirill maxim maksim denis nikita ilia ilya egor yegor daniil gleb anton stanislav vadim boris leonid
  iurii yuriy yuri anastasia anastasiia daria dariia sofia sofiia viktoria viktoriia elizaveta veronika vera nadezhda
  larisa liudmila lyudmila tamara shahzoda shakhzoda behzod bekhzod elena olga natalia natalya anna maria mariia mariya svetlana tatiana tatyana oksana iuliia yulia julia ksenia
  dilnoza nilufar gulnora feruza nargiza malika shahnoza shakhnoza sevara lola munira oysha aziza barno
  john michael david james robert william thomas daniel peter paul george mark richard charles joseph mary elizabeth
  sarah emma linda susan kate jane`);

/** Endings that only given names have, such as "Nuriddin", "Otabek". */
const GIVEN_END = /\w{2}(?:ddin|jon|zhon|bek|khon|xon|bonu|gul|ulla|ulloh?|ullokh|niso|nisa)$/;

/** Surnames that stand before given names of several words. */
const EAST_ASIAN = listOf(`kim lee li pak park tsoi tsoy choi choy kan an ten nam khan khegai khegay hegai hegay iugai
  yugai yugay kogai kogay ugai ugay ogai ogay nogai nogay shin khvan hwang hvan son tian tyan nguyen tran
  wang zhang chzhan liu lyu chen yang huang zhao chzhao wu zhou xu sun zhu hu guo he lin luo gao zheng liang tang
  feng deng cao peng zeng jiang`);

const FREQUENT_SURNAMES = listOf(`singh kaur sharma gupta patel reddy rao verma mehta jain nair iyer joshi mishra pandey
  yadav chaudhary banerjee mukherjee chatterjee agarwal bose smith brown jones williams miller davis taylor clark walker`);

const STRONG_END =
  /\w{2}(?:[oe]va?|sk(?:i|ii|y|iy|oi|oy|aia|aya)|kii|kaia|enko|chuk|iuk|yuk|shvili|dze|zoda|zade|zada)$/;
const WEAK_END = /\w[^aeiou\W](?:ina?|yna?|ko)$|\w[iy]kh$|\w{3}(?:[yi]an|[tskv]o[iy]|son)$|^kumar$/;

const PATRONYMIC =
  /\w{2}(?:ovit?ch|evit?ch|ovna|evna|ichna)$|^(?:ily?i?ich|ilich|kuzmich|lukich|nikitich|fomich|savvich)$|\w{3}(?:[ou]gli|ogl[uy]|u?ulu|uly|[qk]izi|[qk]yzy)$/;
/** "son" and "daughter", written after the father's name. */
const SON_OR_DAUGHTER = /^(?:[ou]gli|ogl[uy]|u?ulu|uly|[qk]izi|[qk]yzy|kyzi|qizy|gyzy)$/;

/** Particles that begin a surname also before the first name, as in "Van Gogh Vincent"; other particles are names as well. */
const FIRST_PARTICLE = /^(?:van|von|de|del|al|el)$/;
const PARTICLE = /^(?:van|von|de[rnl]?|d[aiou]|dos|l[ae]|bin|ibn|al|el)$/;

/** Lower-case letters of the region that ICAO Doc 9303 does not list, with the nearest letter that it lists. */
export const REGIONAL: Record<string, string> = {
  қ: 'к',
  ҳ: 'х',
  ң: 'н',
  ү: 'у',
  ұ: 'у',
  ө: 'о',
  ә: 'а',
  ҷ: 'ч',
  ı: 'i',
};

/** A word's letters as the tables above have them: Latin, lower case, without marks and apostrophes. */
function lettersOf(word: string): string {
  const plain = word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}'’ʼʻ‘]/gu, '');
  const known = plain.replace(/[^a-z]/g, (letter) => REGIONAL[letter] ?? letter);
  return latinSpelling(known) ?? known;
}

/** How much a word looks like a surname. @param isInCapitals whether it alone is in capitals, as in "KIM Anna" */
function likeness(word: string, isInCapitals: boolean): number {
  const letters = lettersOf(word);
  const [first = ''] = letters.split('-');
  const capitals = isInCapitals ? 2 : 0;
  if (letters.length === 1) return -2;
  if (GIVEN.has(first) || GIVEN_END.test(letters)) return capitals - 1;
  if (STRONG_END.test(letters)) return capitals + 3;
  if (EAST_ASIAN.has(letters) || FREQUENT_SURNAMES.has(letters) || PATRONYMIC.test(letters)) return capitals + 2;
  return capitals + (WEAK_END.test(letters) ? 1 : 0);
}

const isInCapitals = (word: string) => word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();

interface Split {
  surname: string[];
  names: string[];
  isCertain: boolean;
}

/** How many words the surname of "De la Cruz Juan" has; 0 without a particle in front, or without a first name. */
function leadingSurname(words: string[]): number {
  if (!FIRST_PARTICLE.test(lettersOf(words[0] ?? ''))) return 0;
  const length = words.findIndex((word) => !PARTICLE.test(lettersOf(word))) + 1;
  return length > 0 && length < words.length ? length : 0;
}

/**
 * Splits a name without a patronymic: the surname is at the end that looks more like one; if both do, it is the first word, as
 * the form asks.
 */
function splitByEnds(words: string[]): Split {
  const leading = leadingSurname(words);
  // A single particle may be a name: "Van Lei Min".
  if (leading > 0) return { surname: words.slice(0, leading), names: words.slice(leading), isCertain: leading > 2 };
  const particle = words.findIndex((word, index) => index > 0 && index < words.length - 1 && PARTICLE.test(word));
  if (particle > 0) return { surname: words.slice(particle), names: words.slice(0, particle), isCertain: true };
  const isMixed = !words.every(isInCapitals);
  const [first = 0, last = 0] = [words[0] ?? '', words.at(-1) ?? ''].map((word) =>
    likeness(word, isMixed && isInCapitals(word)),
  );
  return last > first
    ? { surname: words.slice(-1), names: words.slice(0, -1), isCertain: true }
    : { surname: words.slice(0, 1), names: words.slice(1), isCertain: first > last || words.length < 2 };
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

/** A surname follows the patronymic, or begins the name. */
function splitAround(before: string[], after: string[]): Split {
  if (after.length > 0) return { surname: after, names: before, isCertain: true };
  if (before.length > 1) return { ...splitByEnds(before), isCertain: true };
  const isSurname = likeness(before[0] ?? '', false) > 1;
  return { surname: isSurname ? before : [], names: isSurname ? [] : before, isCertain: false };
}

/** Removes titles, unless nothing else is left. */
function takeTitles(words: string[]): { words: string[]; titles: string[] } {
  const isTitle = (word: string) => TITLES.has(word.toLowerCase().replace(/[.,]/g, ''));
  const rest = words.filter((word) => !isTitle(word));
  if (rest.length === 0) return { words: words.slice(-1), titles: words.slice(0, -1) };
  return { words: rest, titles: words.filter(isTitle).map((word) => word.replace(/,$/, '')) };
}

const wordsOf = (text: string) => text.split(/ +/).filter(Boolean);

/** Splits a full name. A single word is a surname. @param fullName as typed */
export function splitFullName(fullName: string): SplitName {
  // "A.R. Karimov", "Dr.Karimov".
  const { words: named, titles } = takeTitles(wordsOf(normalizeName(fullName).replace(/\./g, '. ')));
  const words = wordsOf(cleanName(named.join(' ')).value);
  const nameOf = ({ surname, names, isCertain }: Split, middle: string[]): SplitName => ({
    surname: surname.join(' '),
    name: names.join(' '),
    middleName: middle.join(' '),
    titles,
    isCertain,
  });
  // "Smith, John"
  if (named.length > 1 && /^[^,]+,$/.test(named[0] ?? ''))
    return nameOf({ surname: words.slice(0, 1), names: words.slice(1, 2), isCertain: true }, words.slice(2));
  if (isKyrgyz(words)) return nameOf({ surname: words.slice(0, 2), names: words.slice(2), isCertain: true }, []);
  const patronymic = findPatronymic(words);
  if (patronymic) {
    const [from, to] = patronymic;
    return nameOf(splitAround(words.slice(0, from), words.slice(to)), words.slice(from, to));
  }
  const split = splitByEnds(words);
  const isWhole = EAST_ASIAN.has(lettersOf(split.surname.join(' ')));
  const names = isWhole ? split.names : split.names.slice(0, 1);
  return nameOf({ ...split, names }, split.names.slice(names.length));
}
