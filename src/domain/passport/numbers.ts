/** Shapes of passport numbers, for questions, never for refusals: A letter, 9 digit, X either. */
import { compactNumber } from '../input/text.ts';

/** By citizenship: numbers of passports for travel, as printed on their covers and in states' public samples. */
const SHAPES: Record<string, string> = {
  AM: 'AA9999999', AU: 'A9999999 AA9999999', AZ: 'A99999999', BD: 'AA9999999 A99999999', BY: 'AA9999999',
  CA: 'AA999999 A999999AA', CN: 'A99999999 AA9999999', DE: 'XXXXXXXXX', ES: 'AAA999999', FR: '99AA99999',
  GB: '999999999', GE: '99AA99999', ID: 'A9999999 AA9999999 AA999999', IL: '9999999 99999999 999999999', IN: 'A9999999',
  IR: 'A99999999', IT: 'AA9999999', JP: 'AA9999999', KG: 'AA9999999', KR: 'A99999999 A999A9999 AA9999999',
  KZ: 'A99999999 A9999999', LV: 'AA9999999', MN: 'A9999999 A99999999', NP: '9999999 99999999 AA9999999',
  PK: 'AA9999999', PL: 'AA9999999', RU: '999999999', TJ: '999999999 A99999999', TR: 'A99999999', UA: 'AA999999',
  US: '999999999 A99999999', UZ: 'AA9999999', VN: 'A9999999 A99999999',
}; // biome-ignore format: a table is read by its rows

/** Numbers of documents for inside the country, and of persons. */
const INTERNAL: Record<string, string> = {
  AZ: 'XXXXXXX AA9999999', BY: '9999999A999AA9', CN: '99999999999999999X', IN: '999999999999 AAAAA9999A', KG: '99999999999999',
  KR: '9999999999999', KZ: '999999999 999999999999', PK: '9999999999999', RU: '9999999999', TR: '99999999999 A99A99999',
  UA: '999999999 9999999999', UZ: '99999999999999',
}; // biome-ignore format: a table is read by its rows

const LETTER_CLASSES: Record<string, string> = { A: '[A-Z]', 9: '\\d', X: '[A-Z\\d]' };

const hasShape = (number: string, shapes: string) =>
  shapes
    .split(' ')
    .some((shape) => new RegExp(`^${shape.replace(/./g, (place) => LETTER_CLASSES[place] ?? place)}$`).test(number));

interface NumberDoubt {
  code: 'number_internal' | 'number_shape';
  /** A number as the country's passports have it: `A1234567`. */
  example: string;
}

const exampleOf = (shapes: string) => {
  let digit = 0;
  const [first = ''] = shapes.split(' ');
  return first
    .replace(/X/g, '9')
    .replace(/9/g, () => String(++digit % 10))
    .replace(/A/g, (_, at: number) => 'ABC'.charAt(at % 3));
};

/** What is odd about a number; null for a usual one, and for a country without an entry. @param citizenship ISO 3166-1 alpha-2 */
export function numberDoubt(typed: string, citizenship: string): NumberDoubt | null {
  const number = compactNumber(typed).toUpperCase();
  const [shapes, internal] = [SHAPES[citizenship], INTERNAL[citizenship]];
  if (number === '' || !shapes || hasShape(number, shapes)) return null;
  const code = internal && hasShape(number, internal) ? 'number_internal' : 'number_shape';
  return { code, example: exampleOf(shapes) };
}
