/** Cyrillic names in Latin letters (ICAO Doc 9303 part 3, and states' own rules). States differ, so it is only a suggestion. */
import { isCyrillic } from './name.ts';

const LETTERS: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', е: 'e', ё: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'i', і: 'i', ї: 'i',
  й: 'i', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ў: 'u', ф: 'f', х: 'kh',
  ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: 'ie', ы: 'y', ь: '', э: 'e', ю: 'iu', я: 'ia',
  ђ: 'd', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz', ѓ: 'g', ќ: 'k', ѕ: 'dz', ѫ: 'u', ѵ: 'y',
  // Letters of Kazakh, Kyrgyz, Tajik, Mongolian, Uzbek, Tatar, Bashkir and Yakut, as these passports spell them.
  ә: 'a', ғ: 'g', қ: 'k', ң: 'n', ө: 'o', ұ: 'u', ү: 'u', һ: 'h', ҳ: 'h', ҷ: 'j', җ: 'j', ҙ: 'z', ҫ: 's', ҡ: 'k', ҥ: 'n', ҕ: 'g',
}; // biome-ignore format: a table is read by its rows

/** The exceptions of a country (ISO 3166-1 alpha-2). `^` marks the beginning of a word. */
const EXCEPTIONS: Record<string, Record<string, string>> = {
  BG: { щ: 'sht' },
  BY: { г: 'h', ё: 'io' },
  MK: { ѓ: 'gj', ќ: 'kj', х: 'h', ц: 'c', џ: 'dj' },
  MN: { е: 'ye', ё: 'yo', ж: 'j', ө: 'u', ъ: 'i', ь: 'i', ю: 'yu', я: 'ya' },
  RS: { ж: 'z', х: 'h', ц: 'c', ч: 'c', ш: 's' },
  TJ: { қ: 'q' },
  UA: { г: 'h', и: 'y', '^є': 'ye', '^ї': 'yi', '^й': 'y', '^ю': 'yu', '^я': 'ya', "'": '', '’': '', ʼ: '' },
  UZ: { ё: 'yo', ж: 'j', й: 'y', қ: 'q', ў: 'o', х: 'x', ъ: '', ю: 'yu', я: 'ya' },
};

/** Null without Cyrillic letters, or for a letter that the table lacks. @param citizenship ISO 3166-1 alpha-2 */
export function latinSpelling(name: string, citizenship = ''): string | null {
  if (!isCyrillic(name)) return null;
  const own = EXCEPTIONS[citizenship] ?? {};
  const isShouted = name === name.toUpperCase();
  let spelling = '';
  let before = '';
  for (const letter of name.normalize('NFC')) {
    const small = letter.toLowerCase();
    const [bare = ''] = small.normalize('NFD');
    const first = /[\p{L}\p{M}'’ʼ]/u.test(before) ? undefined : own[`^${small}`];
    // "Zgh", since "zh" is another letter (Ukraine's rules of 2010).
    const digraph = citizenship === 'UA' && small === 'г' && /з/i.test(before) ? 'gh' : undefined;
    const latin = first ?? digraph ?? own[small] ?? LETTERS[small] ?? LETTERS[bare];
    if (latin === undefined && isCyrillic(letter)) return null;
    const isCapital = letter !== letter.toLowerCase();
    spelling += latin === undefined ? letter : isCapital ? capital(latin, isShouted) : latin;
    before = letter;
  }
  return spelling;
}

function capital(latin: string, all: boolean): string {
  return all ? latin.toUpperCase() : latin.charAt(0).toUpperCase() + latin.slice(1);
}
