/**
 * What an application holds, in browser and host: one value per field, dates `YYYY-MM-DD`, `''` and null for nothing.
 */
import type { FileProblem } from '../files/problem.ts';
import type { FileType } from '../input/files.ts';
import type {
  FIELDS,
  FieldKind,
  FieldName,
  LAST_TRIP_FIELDS,
  PREVIOUS_TRIP_FIELDS,
  RELATIVE_FIELDS,
} from './fields.ts';

/** An address in Uzbekistan; region and district are ids of the reference tables, as text. */
export interface Address {
  region: string;
  district: string;
  street: string;
  flat: string;
}

/** A file that was chosen now; `size` in bytes, `type` by its first bytes, null for one that is not accepted. */
export interface NewFile {
  name: string;
  size: number;
  type: FileType | null;
  /** Why it is refused, where its content was checked (domain/files/check-file.ts). */
  problem?: FileProblem | null;
}

/** A file that the admin host already has; it is not sent again. */
export interface StoredFile {
  path: string;
}

export type FileValue = NewFile | StoredFile;

export type Flag = 'yes' | 'no';

type ItemValues<Fields extends Record<string, { kind: FieldKind }>> = {
  [Name in keyof Fields]: ValueOf<Fields[Name]['kind']>;
};

export type Relative = ItemValues<typeof RELATIVE_FIELDS>;
export type PreviousTrip = ItemValues<typeof PREVIOUS_TRIP_FIELDS>;
export type LastTrip = ItemValues<typeof LAST_TRIP_FIELDS>;

export type ValueOf<K extends FieldKind> = K extends 'address'
  ? Address
  : K extends 'file' | 'photo'
    ? FileValue | null
    : K extends 'flag' | 'consent'
      ? Flag
      : K extends 'relatives'
        ? Relative[]
        : K extends 'previousTrips'
          ? PreviousTrip[]
          : K extends 'lastTrips'
            ? LastTrip[]
            : string;

/** Every field of every type; a form of one type uses those that {@link fieldsOf} lists. */
export type ApplicationValues = { [Name in FieldName]: ValueOf<(typeof FIELDS)[Name]['kind']> };

export function isNewFile(file: FileValue): file is NewFile {
  return 'size' in file;
}

export function emptyValue(kind: FieldKind): unknown {
  switch (kind) {
    case 'address':
      return { region: '', district: '', street: '', flat: '' } satisfies Address;
    case 'file':
    case 'photo':
      return null;
    case 'flag':
    case 'consent':
      return 'no' satisfies Flag;
    case 'relatives':
    case 'previousTrips':
    case 'lastTrips':
      return [];
    default:
      return '';
  }
}

export function emptyValues(fields: Record<string, { kind: FieldKind }>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, emptyValue(kind)]));
}
