/** A reading of a passport's machine-readable zone, by wire names (application/fields.ts). */
export const ZONE_FIELDS = [
  'passport_number',
  'passport_expire',
  'citizenship',
  'surname',
  'name',
  'gender',
  'date_birth',
] as const;
export type ZoneField = (typeof ZONE_FIELDS)[number];

/**
 * Why a field stays empty.
 * - `unclear`: a character is not clearly ahead of its runner-up, or the text makes no sense there
 * - `notGiven`: the passport leaves it open, such as its sex or a part of a date of birth
 * - `unknownCountry`: a code without a country in our list
 * - `noCitizenship`: stateless, refugee or unspecified (XXA to XXX)
 * - `specimen`: a code of sample passports (UTO)
 * - `truncated`: the names fill the zone, so that they may go on
 * - `century`: the two digits of the year of birth fit two centuries, or only the earlier one
 * - `birthAfterExpiry`: the date of birth is not before the last day
 */
export const UNSURE_REASONS = [
  'unclear',
  'notGiven',
  'unknownCountry',
  'noCitizenship',
  'specimen',
  'truncated',
  'century',
  'birthAfterExpiry',
] as const;
export type UnsureReason = (typeof UNSURE_REASONS)[number];

export const isUnsureReason = (text: string): text is UnsureReason => UNSURE_REASONS.some((reason) => reason === text);

/** Values as the wire has them: `YYYY-MM-DD`, `male`, `UZ`; numbers and names in the zone's capitals. */
export type ZoneValue =
  | { value: string; unsure?: undefined; candidates?: undefined }
  /** `candidates`: the values to choose from. */
  | { unsure: UnsureReason; candidates?: readonly string[]; value?: undefined };

export type PassportReading = Readonly<Record<ZoneField, ZoneValue>>;

/** The reading of a photo that was not read. */
export const NOTHING_READ = Object.fromEntries(ZONE_FIELDS.map((field) => [field, { unsure: 'unclear' }])) as Record<
  ZoneField,
  { unsure: 'unclear' }
>;

/** The cut-out picture of both lines: across in characters, down in distances between the lines. */
export const LINES_PICTURE = {
  width: 44 + 2,
  aside: 1,
  height: 1 + 2 * 0.6,
  above: 0.6,
} as const;
