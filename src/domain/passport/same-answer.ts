/** Compares an answer with the zone, which has only capitals A to Z and spaces. */
import { MISSING_NAME } from '../input/one-name.ts';
import type { ZoneField } from './reading.ts';

/** Letters that do not decompose, and their spellings in the zone (ICAO Doc 9303 part 3 §6). */
const LETTERS: Record<string, readonly [short: string, long: string]> = {
  Ä: ['A', 'AE'], Å: ['A', 'AA'], Æ: ['AE', 'AE'], Ð: ['D', 'D'], Đ: ['D', 'D'], Ħ: ['H', 'H'], İ: ['I', 'I'],
  Ł: ['L', 'L'], Ñ: ['N', 'NXX'], Ö: ['O', 'OE'], Ø: ['O', 'OE'], Œ: ['OE', 'OE'], ß: ['S', 'SS'], ẞ: ['S', 'SS'],
  Þ: ['TH', 'TH'], Ŧ: ['T', 'T'], Ü: ['U', 'UE'],
}; // biome-ignore format: a table is read by its rows

/** A name in the zone's spellings: no apostrophes, hyphens as spaces. States differ, so there are two. */
function zoneSpellings(name: string): readonly string[] {
  const capitals = name.trim().replaceAll('ß', 'ẞ').toUpperCase().normalize('NFC');
  return [0, 1].map((way) =>
    [...capitals]
      .map((letter) => LETTERS[letter]?.[way] ?? letter.normalize('NFD').replace(/\p{M}/gu, ''))
      .join('')
      .replace(/['’ʼʻ‘]/g, '')
      .replace(/[-\s]+/g, ' '),
  );
}

const bareNumber = (number: string) => number.replace(/[ -]/g, '').toUpperCase();

/** @param answers by wire name, as typed @param read the zone's value of the field */
export function matchesReading(field: ZoneField, answers: Partial<Record<string, string>>, read: string): boolean {
  const typed = answers[field] ?? '';
  if (read === MISSING_NAME) return typed === MISSING_NAME;
  if (field === 'passport_number') return bareNumber(typed) === bareNumber(read);
  if (field === 'surname') return zoneSpellings(typed).includes(read);
  if (field !== 'name') return typed === read;
  // The zone has all given names together; the form has a separate field for the middle name.
  return [typed, `${typed} ${answers.middlename ?? ''}`].some((name) => zoneSpellings(name).includes(read));
}
