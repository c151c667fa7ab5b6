/**
 * Which files are accepted, decided by content and never by name or declared type (api.md "Multipart bodies").
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
 * The type of a file by how it begins; whether it goes on and ends like one is judged by the host.
 * @param head the first {@link SNIFF_BYTES} bytes, or all of a shorter file
 * @returns the type, or null for anything that is not accepted. Before a PDF's header may be white space and nothing else:
 *   readers look for the header further on (ISO 32000-1, Annex H.3), so that a program or a web page could stand before it.
 */
export function sniffFileType(head: Uint8Array): FileType | null {
  const text = String.fromCharCode(...head.subarray(0, SNIFF_BYTES));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return /^\s*%PDF-(1\.\d|2\.0)/.test(text) ? 'application/pdf' : null;
}

/** A chosen file's name as it is shown and sent, without path and hidden characters; the host makes its own of it. */
export function shownFileName(name: string): string {
  const last = name.split(/[/\\]/).pop() ?? '';
  return last.replace(/\p{C}/gu, '').trim() || 'file';
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

/**
 * A file's size in words.
 * @param bytes size
 * @param t words of the namespace `forms`; they hold the decimal sign too (see i18n/dates.ts on `Intl`)
 */
export function fileSizeText(bytes: number, t: (key: string, values?: Record<string, unknown>) => string): string {
  const number = (value: number, digits: number) =>
    String(Number(value.toFixed(digits))).replace('.', t('file.decimal'));
  if (bytes < 1024) return t('file.bytes', { size: number(bytes, 0) });
  if (bytes < 1024 * 1024) return t('file.kilobytes', { size: number(bytes / 1024, 0) });
  return t('file.megabytes', { size: number(bytes / 1024 / 1024, 1) });
}
