/** What came of a chosen file, and up to how many bytes a picture is read and sent. */
import type { FileProblem } from '../../domain/files/problem.ts';
import type { ChosenFile } from '../device/form-values.ts';

/**
 * What was done to a file: a picture was `shrunk` to be sent faster, `fitted` into what can be stored, or `converted` from
 * HEIC; what stood before a PDF was removed. Words are in `locales/forms`, `file`.
 */
export const FILE_CHANGES = ['shrunk', 'fitted', 'converted', 'textRemoved'] as const;
export type FileChange = (typeof FILE_CHANGES)[number];

export type TakenFile = { ok: true; file: ChosenFile; change: FileChange | null } | { ok: false; code: FileProblem };

/** Up to which a picture is sent as chosen: more takes minutes on a slow line. */
export const MAX_PICTURE_BYTES = 4 * 1024 * 1024;
/** A larger picture is not read. */
export const MAX_SCALED_BYTES = 100 * 1024 * 1024;
