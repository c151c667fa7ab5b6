/** What the file's worker does: reads a chosen file whole, and checks it. */
import { checkContent, checkFile } from '../../domain/files/check-file.ts';
import type { FileProblem } from '../../domain/files/problem.ts';
import type { FileType } from '../../domain/input/files.ts';

export interface FileCheckRequest {
  /** The file, or the beginning of a large one whose first bytes name no accepted type. */
  file: Blob;
  /** The type by the first bytes. */
  found: FileType | null;
  accepted: readonly FileType[];
}

/** `blob`: in memory, independent of the device's copy. `problem` of a whole picture that may be redrawn. */
export type CheckedBlob =
  | { ok: true; type: FileType; blob: Blob; pages?: number | undefined; problem: 'file_dimensions' | null }
  | { ok: false; code: FileProblem };

export async function checkBlob({ file, found, accepted }: FileCheckRequest): Promise<CheckedBlob> {
  const buffer = await file.arrayBuffer().catch(() => null);
  if (!buffer) return { ok: false, code: 'file_unreadable' };
  const content = new Uint8Array(buffer);
  const checked = await checkFile(content, accepted);
  if (checked.ok) {
    const { type, pages } = checked;
    // Only text before a PDF is removed here; the host removes everything else that does not belong to a file.
    const blob = new Blob(found ? [content] : ([...checked.pieces] as BlobPart[]), { type });
    return { ok: true, type, blob, pages: pages ?? undefined, problem: null };
  }
  if (checked.code !== 'file_dimensions' || !found) return checked;
  const missing = await checkContent(found, content);
  if (typeof missing === 'string') return { ok: false, code: missing };
  return { ok: true, type: found, blob: new Blob([content], { type: found }), problem: checked.code };
}
