/** The result of a chosen file, and size limits of pictures. */
import type { FileProblem } from '../../domain/files/problem.ts';
import type { ChosenFile } from '../device/form-values.ts';

/**
 * `shrunk` for upload, `fitted` to storage limits, `converted` from HEIC, or text before a PDF removed; `looksEmpty` asks about a
 * picture that shows nothing (`locales/forms`, `file`).
 */
export const FILE_CHANGES = ['shrunk', 'fitted', 'converted', 'textRemoved', 'looksEmpty'] as const;
export type FileChange = (typeof FILE_CHANGES)[number];

export type FileResult = { ok: true; file: ChosenFile; change: FileChange | null } | { ok: false; code: FileProblem };

/** Largest picture that is sent unchanged: more takes minutes on a slow connection. */
export const MAX_PICTURE_BYTES = 4 * 1024 * 1024;
/** A larger picture is not read. */
export const MAX_SCALED_BYTES = 100 * 1024 * 1024;
