/** One file from a file dialog, a drop or a paste: its limits, the results of reading it, its preview. */
import { type FileIssue, type FileType, PHOTO_TYPES } from '../../domain/input/files.ts';
import { acceptedTypes, type FileKind } from '../../domain/kinds/file.ts';
import type { ChosenFile } from '../device/form-values.ts';

/**
 * What was done to a file: `shrunk` for upload, `fitted` to storage limits, `converted` from HEIC, text before a PDF removed, or
 * a JPEG's missing end mark added (`ended`). `notShrunk`: the browser hides pixels. `looksEmpty` asks about a picture that shows
 * nothing (`locales/forms`, `file`).
 */
export const FILE_CHANGES = [
  'shrunk',
  'fitted',
  'converted',
  'textRemoved',
  'ended',
  'notShrunk',
  'looksEmpty',
] as const;
export type FileChange = (typeof FILE_CHANGES)[number];

/**
 * `lacksEnd`: an end mark was added to a JPEG. Before the file is used, the applicant is asked whether the picture is complete.
 * `mayBeEncrypted`: a PDF that may open only with a password.
 */
export type FileResult =
  | { ok: true; file: ChosenFile; change: FileChange | null; lacksEnd?: boolean; mayBeEncrypted?: boolean }
  | { ok: false; code: FileIssue };

/** Largest picture that is sent unchanged: a larger one takes minutes on a slow connection. */
export const MAX_PICTURE_BYTES = 4 * 1024 * 1024;
/** Largest picture that is read and redrawn. */
export const MAX_SCALED_BYTES = 100 * 1024 * 1024;

export const isPicture = (type: FileType) => PHOTO_TYPES.includes(type);

/** A file, or why none of the picked ones is taken. */
export type PickedFile = File | FileIssue;

/**
 * Call it during the event, since the entries of a drop are gone afterwards.
 * @returns null without a file, as for a text or a link
 */
export function pickedFile({ files, items }: Pick<DataTransfer, 'files'> & Partial<DataTransfer>): PickedFile | null {
  const entries = [...(items ?? [])].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry?.());
  if (Math.max(files.length, entries.length) > 1) return 'file_several';
  if (entries[0]?.isDirectory) return 'file_folder';
  return files[0] ?? null;
}

/** Browsers call a picture from the clipboard `image.png`. */
const CLIPBOARD_NAME = /^image(?=\.\w+$)/;

/** {@link pickedFile} of a paste. A picture without a name of its own is called `pasted-image.png`. */
export function pastedFile(clipboard: DataTransfer): PickedFile | null {
  const picked = pickedFile(clipboard);
  if (!(picked instanceof File) || !CLIPBOARD_NAME.test(picked.name)) return picked;
  return new File([picked], picked.name.replace(CLIPBOARD_NAME, 'pasted-image'), { type: picked.type });
}

/**
 * The `accept` attribute. Safari converts unlisted types, such as HEIC, to the first listed type that it can write: JPEG stands
 * before PDF.
 */
export function acceptOf(kind: FileKind): string {
  return [...new Set([...PHOTO_TYPES, ...acceptedTypes(kind)])].join(',');
}

const HEIC_ACCEPT = 'image/heic,image/heif,.heic,.heif';

/**
 * {@link acceptOf} in this browser. Where the browser does not convert HEIC, HEIC can be chosen, and the field converts or
 * explains it.
 */
export function acceptInThisBrowser(accept: string): string {
  return navigator.vendor.startsWith('Apple') ? accept : `${accept},${HEIC_ACCEPT}`;
}

const previews = new WeakMap<Blob, { url: string; shown: number }>();

export function hasPreview({ type }: ChosenFile): boolean {
  return type != null && isPicture(type);
}

/** An object URL of a picture, shared by all uses; each {@link releasePreview} releases one use. */
export function holdPreview(blob: Blob): string {
  const preview = previews.get(blob) ?? { url: URL.createObjectURL(blob), shown: 0 };
  preview.shown += 1;
  previews.set(blob, preview);
  return preview.url;
}

export function releasePreview(blob: Blob): void {
  const preview = previews.get(blob);
  if (!preview) return;
  preview.shown -= 1;
  if (preview.shown > 0) return;
  previews.delete(blob);
  // Revoked one at a time: many at once, as when a form unmounts, would block the page.
  setTimeout(() => URL.revokeObjectURL(preview.url));
}
