/** Cyrillic names in Latin letters (ICAO Doc 9303 part 3 §6). States differ, so it is only a suggestion. */
import { isCyrillic } from './name.ts';

const LETTERS: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', е: 'e', ё: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'i', і: 'i', ї: 'i',
  й: 'i', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ў: 'u', ф: 'f', х: 'kh',
  ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: 'ie', ы: 'y', ь: '', э: 'e', ю: 'iu', я: 'ia',
  ђ: 'd', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz', ѓ: 'g', ќ: 'k', ѕ: 'dz', ғ: 'g', һ: 'c', ѫ: 'u', ѵ: 'y',
}; // biome-ignore format: a table is read by its rows

/** The table's exceptions, by the country that uses them (ISO 3166-1 alpha-2). */
const EXCEPTIONS: Record<string, Record<string, string>> = {
  BG: { щ: 'sht' },
  BY: { г: 'h', ё: 'io' },
  MK: { ѓ: 'gj', ќ: 'kj', х: 'h', ц: 'c', џ: 'dj' },
  RS: { ж: 'z', х: 'h', ц: 'c', ч: 'c', ш: 's' },
  UA: { г: 'h', и: 'y' },
};

/** Null without Cyrillic letters, or for a letter outside the table. @param citizenship ISO 3166-1 alpha-2 */
export function latinSpelling(name: string, citizenship = ''): string | null {
  if (!isCyrillic(name)) return null;
  const own = EXCEPTIONS[citizenship] ?? {};
  const isShouted = name === name.toUpperCase();
  let spelling = '';
  for (const letter of name) {
    const small = letter.toLowerCase();
    const latin = own[small] ?? LETTERS[small];
    if (latin === undefined && isCyrillic(letter)) return null;
    const isCapital = letter !== letter.toLowerCase();
    spelling += latin === undefined ? letter : isCapital ? capital(latin, isShouted) : latin;
  }
  return spelling;
}

function capital(latin: string, all: boolean): string {
  return all ? latin.toUpperCase() : latin.charAt(0).toUpperCase() + latin.slice(1);
}
