import { FIELD_CODES, type FieldCode } from '../api/field-codes.ts';

export type FileProblem = Extract<FieldCode, `file_${string}`>;

export const FILE_PROBLEMS: readonly FileProblem[] = FIELD_CODES.filter((code) =>
  code.startsWith('file_'),
) as FileProblem[];

/** The bytes to store, the given array if nothing was removed; else the problem. */
export type Sanitized = Uint8Array | FileProblem;
