/**
 * Which files are accepted, decided by their first bytes and never by name or declared type (api.md "Multipart bodies").
 */

export const FILE_TYPES = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
} as const;
export type FileType = keyof typeof FILE_TYPES;

/** The photo may be a picture only. */
export const PHOTO_TYPES: readonly FileType[] = ['image/jpeg', 'image/png', 'image/webp'];
export const DOCUMENT_TYPES = Object.keys(FILE_TYPES) as FileType[];

/** 10 MiB a file (api.md). */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** How many leading bytes {@link sniffFileType} needs. */
export const SNIFF_BYTES = 1024;

/**
 * The type of a file by its content.
 * @param head the first {@link SNIFF_BYTES} bytes, or all of a shorter file
 * @returns the type, or null for anything that is not accepted. A PDF's header may follow up to 1024 bytes of other
 *   content (ISO 32000-1, Annex H.3), which some scanners write.
 */
export function sniffFileType(head: Uint8Array): FileType | null {
  const text = String.fromCharCode(...head.subarray(0, SNIFF_BYTES));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (text.includes('%PDF-')) return 'application/pdf';
  return null;
}

/**
 * A file name that is safe to show and to send back: no path, no control characters, at most 120 characters with its
 * ending kept.
 */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).pop() ?? '';
  const clean = last
    .replace(/[\p{Cc}\p{Cf}"<>|:*?]/gu, '')
    .replace(/^\.+/, '')
    .trim();
  if (clean === '') return 'file';
  if (clean.length <= 120) return clean;
  const dot = clean.lastIndexOf('.');
  const ending = dot > 0 && clean.length - dot <= 10 ? clean.slice(dot) : '';
  return clean.slice(0, 120 - ending.length) + ending;
}

/** The file name in a link: its last path segment, decoded (specification §3, "Reference data"). */
export function fileNameOf(path: string): string {
  const last = (path.split(/[?#]/)[0] ?? '').split('/').pop() ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
