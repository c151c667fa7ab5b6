/** What a file dialog, a drop or a paste offers to a field that takes one file. */

import type { FileProblem } from '../../domain/files/problem.ts';
import { PHOTO_TYPES } from '../../domain/input/files.ts';
import { acceptedTypes, type FileKind } from '../../domain/kinds/file.ts';

/** A file, or why none of those that were offered is taken. */
export type OfferedFile = File | FileProblem;

/**
 * Reads what was offered; call it while the event is handled, since a drop's entries are gone afterwards.
 * @param from a file input, a drop or a paste
 * @returns null when no file is in it, such as for a text or a link
 */
export function offeredFile({ files, items }: Pick<DataTransfer, 'files'> & Partial<DataTransfer>): OfferedFile | null {
  const entries = [...(items ?? [])].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry?.());
  if (Math.max(files.length, entries.length) > 1) return 'file_several';
  if (entries[0]?.isDirectory) return 'file_folder';
  return files[0] ?? null;
}

/** Browsers call a picture from the clipboard `image.png`. */
const CLIPBOARD_NAME = /^image(?=\.\w+$)/;

/** {@link offeredFile} of a paste. A picture that has no name of its own is called `pasted-image.png`. */
export function pastedFile(clipboard: DataTransfer): OfferedFile | null {
  const offered = offeredFile(clipboard);
  if (!(offered instanceof File) || !CLIPBOARD_NAME.test(offered.name)) return offered;
  return new File([offered], offered.name.replace(CLIPBOARD_NAME, 'pasted-image'), { type: offered.type });
}

/**
 * `accept` of a field's input. JPEG comes first: Safari converts a photo of a type that is not listed, such as HEIC, to the
 * first type that it can write, and it can write PDF.
 */
export function acceptOf(kind: FileKind): string {
  return [...new Set([...PHOTO_TYPES, ...acceptedTypes(kind)])].join(',');
}

const HEIC_ACCEPT = 'image/heic,image/heif,.heic,.heif';

/**
 * {@link acceptOf} in this browser. Where the browser does not convert HEIC photos by itself, they can be chosen: the field
 * converts them or says what they are, while a file dialog would hide them without a word.
 */
export function acceptHere(accept: string): string {
  return navigator.vendor.startsWith('Apple') ? accept : `${accept},${HEIC_ACCEPT}`;
}
