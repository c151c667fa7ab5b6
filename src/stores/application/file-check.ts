/** What the file's worker does: reads a chosen file, checks it, and decodes a picture. */
import { checkFile } from '../../domain/files/check-file.ts';
import { withEndMark } from '../../domain/files/jpeg.ts';
import { pdfFile } from '../../domain/files/pdf.ts';
import type { FileIssue, FileType } from '../../domain/input/files.ts';
import type { ChosenFile } from '../device/form-values.ts';
import { inspectPicture } from './draw-picture.ts';
import { type FileResult, isPicture } from './picked-file.ts';

export interface FileCheckRequest {
  /** The file; of a large one whose first bytes name no accepted type, only the beginning. */
  file: Blob;
  name: string;
  /** The type by the first bytes. */
  found: FileType | null;
  accepted: readonly FileType[];
}

/** @returns the file in memory, independent of the device's copy; or why it can't be used */
export async function checkBlob(request: FileCheckRequest): Promise<FileResult> {
  const buffer = await request.file.arrayBuffer().catch(() => null);
  if (!buffer) return { ok: false, code: 'file_unreadable' };
  const content = new Uint8Array(buffer);
  const result = await checkBytes(content, request);
  if (result.ok || result.code !== 'file_incomplete' || request.found !== 'image/jpeg') return result;
  // No browser can tell a truncated JPEG from a complete one without its end mark: it draws both once a mark is added.
  const ended = await checkBytes(withEndMark(content), request);
  if (!ended.ok) return ended.code === 'file_damaged' ? result : ended;
  return { ...ended, change: ended.change ?? 'ended', lacksEnd: true };
}

async function checkBytes(content: Uint8Array<ArrayBuffer>, request: FileCheckRequest): Promise<FileResult> {
  const checked = checkWhole(content, request);
  if (!checked.ok) return checked;
  const { file, issue } = checked;
  if (file.type && isPicture(file.type)) return inspectPicture(file, issue);
  const change = request.found ? null : 'textRemoved';
  return { ok: true, file, change, mayBeEncrypted: pdfFile.mayBeEncrypted(content) };
}

/** `issue`: of an undamaged picture that may be redrawn. */
type CheckedFile = { ok: true; file: ChosenFile; issue: 'file_dimensions' | null } | { ok: false; code: FileIssue };

function checkWhole(content: Uint8Array<ArrayBuffer>, { name, found, accepted }: FileCheckRequest): CheckedFile {
  const checked = checkFile(content, accepted);
  if (checked.ok) {
    const { type } = checked;
    // Only text before a PDF is removed here; the host removes everything else that does not belong to a file.
    const blob = new Blob(found ? [content] : ([...checked.pieces] as BlobPart[]), { type });
    return { ok: true, file: { name, size: blob.size, type, blob }, issue: null };
  }
  if (checked.code !== 'file_dimensions' || !found) return checked;
  const blob = new Blob([content], { type: found });
  return { ok: true, file: { name, size: blob.size, type: found, blob }, issue: checked.code };
}
