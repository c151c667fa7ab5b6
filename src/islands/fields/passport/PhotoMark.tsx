/** Shows a field as it stands in the photographed lines of the passport. */
import type { CSSProperties } from 'react';
import { MISSING_ANSWER } from '../../../domain/input/missing-answers.ts';
import { LINES_PICTURE, type PassportReading, type ZoneField } from '../../../domain/passport/reading.ts';
import type { ScanResult } from '../../../stores/application/scan-result.ts';
import { useText } from '../../ui/hooks.ts';
import { usePreview } from '../use-preview.ts';

/** Distance of the lines in characters: 6.35 / 2.54 mm. */
const LINES_APART = 2.5;
/** Visible margin on both sides, in characters. */
const BESIDE = 0.2;
/** Visible height of a line, in line distances. */
const LINE_SHOWN = 0.9;
/** Line and columns of each field of the second line. */
const COLUMNS: Partial<Record<ZoneField, readonly [from: number, count: number]>> = {
  passport_number: [0, 9],
  citizenship: [10, 3],
  date_birth: [13, 6],
  gender: [20, 1],
  passport_expire: [21, 6],
};

/** Position of a field in the picture of both lines; names follow each other after the first five characters. */
function placeOf(field: ZoneField, { surname, name }: PassportReading): { line: number; from: number; count: number } {
  const [from, count] = COLUMNS[field] ?? [0, 0];
  if (count > 0) return { line: 1, from, count };
  const lengthOf = ({ value = '' }: PassportReading['name']) => (value === MISSING_ANSWER ? 0 : value.length);
  return field === 'surname'
    ? { line: 0, from: 5, count: lengthOf(surname) }
    : { line: 0, from: 5 + lengthOf(surname) + 2, count: lengthOf(name) };
}

export function PhotoMark({ field, photo }: { field: ZoneField; photo: ScanResult }) {
  const url = usePreview(photo.lines ?? null);
  const { line, from, count } = placeOf(field, photo.reading);
  const shown = count + 2 * BESIDE;
  const place = {
    width: `min(100%, ${shown}em)`,
    aspectRatio: shown / (LINE_SHOWN * LINES_APART),
    backgroundImage: url && `url("${url}")`,
    backgroundSize: `${(LINES_PICTURE.width / shown) * 100}% auto`,
    backgroundPosition: `${((from + LINES_PICTURE.aside - BESIDE) / (LINES_PICTURE.width - shown)) * 100}% ${((line + LINES_PICTURE.above - LINE_SHOWN / 2) / (LINES_PICTURE.height - LINE_SHOWN)) * 100}%`,
  } satisfies CSSProperties;
  return (
    <span className="photo-mark">
      <strong className="asked-mark">{useText('passport')('mark')}</strong>
      <span style={place} aria-hidden="true" />
    </span>
  );
}
