/** The accepted files, by content, never by name or declared type. */
import { FIELD_CODES, type FieldCode } from '../api/field-codes.ts';

export const FILE_TYPES = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
} as const;
export type FileType = keyof typeof FILE_TYPES;

export const PHOTO_TYPES: readonly FileType[] = ['image/jpeg', 'image/png', 'image/webp'];
export const DOCUMENT_TYPES = Object.keys(FILE_TYPES) as FileType[];

export const MAX_FILE_BYTES = 10 * 1024 * 1024;

export const SNIFF_BYTES = 1024;

/**
 * The type by the first {@link SNIFF_BYTES} bytes; null for any other file. Only white space may precede a PDF's header: readers
 * search further (ISO 32000-1 Annex H.3), which would admit a program.
 */
export function sniffFileType(head: Uint8Array): FileType | null {
  const text = String.fromCharCode(...head.subarray(0, SNIFF_BYTES));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return /^\s*%PDF-(1\.\d|2\.0)/.test(text) ? 'application/pdf' : null;
}

export function isFileType(value: unknown): value is FileType {
  return typeof value === 'string' && Object.hasOwn(FILE_TYPES, value);
}

const SHOWN_START = 90;
const SHOWN_END = 29;

/** The name to show: without path and hidden characters, shortened. The host makes a name of its own. */
export function shownFileName(name: string): string {
  // Shortened first: a name from elsewhere may have a megabyte.
  const last = name.slice(-1000).split(/[/\\]/).pop() ?? '';
  const clean = last.replace(/\p{C}/gu, '').trim() || 'file';
  const characters = [...clean];
  if (characters.length <= SHOWN_START + 1 + SHOWN_END) return clean;
  return `${characters.slice(0, SHOWN_START).join('')}…${characters.slice(-SHOWN_END).join('')}`;
}

/** The name in a link: its last path segment, decoded (requirements: files). */
export function fileNameOf(path: string): string {
  const last = (path.split(/[?#]/)[0] ?? '').split('/').pop() ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** @param t words of the namespace `forms`, with the decimal sign (no `Intl`) */
export function fileSizeText(bytes: number, t: (key: string, values?: Record<string, unknown>) => string): string {
  const number = (value: number, digits: number) =>
    String(Number(value.toFixed(digits))).replace('.', t('file.decimal'));
  if (bytes < 1024) return t('file.bytes', { size: number(bytes, 0) });
  if (bytes < 1024 * 1024) return t('file.kilobytes', { size: number(bytes / 1024, 0) });
  return t('file.megabytes', { size: number(bytes / 1024 / 1024, 1) });
}

export type FileIssue = Extract<FieldCode, `file_${string}`>;

export const FILE_ISSUES = FIELD_CODES.filter((code): code is FileIssue => code.startsWith('file_'));

/** The pieces of the file to store, in order, without copies where possible; else the issue. */
export type Sanitized = readonly Uint8Array[] | FileIssue;
