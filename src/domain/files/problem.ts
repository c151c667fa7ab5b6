import { FIELD_CODES, type FieldCode } from '../api/field-codes.ts';

export type FileProblem = Extract<FieldCode, `file_${string}`>;

export const FILE_PROBLEMS: readonly FileProblem[] = FIELD_CODES.filter((code) =>
  code.startsWith('file_'),
) as FileProblem[];

/** The parts of the file to store, in order, views where possible; else the problem. */
export type Sanitized = readonly Uint8Array[] | FileProblem;
