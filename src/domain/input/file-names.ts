/** File names at host and gateway: of stored, linked and downloaded files. */
import { FILE_TYPES, type FileType } from './files.ts';

const LONGEST = 120;

/** Characters that file systems refuse, invisible characters, lone surrogates. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>|:*?]/gu;

const OWN_ENDINGS: Record<FileType, RegExp> = {
  'application/pdf': /\.pdf$/i,
  'image/jpeg': /\.jpe?g$/i,
  'image/png': /\.png$/i,
  'image/webp': /\.webp$/i,
};

/**
 * A file ending: up to ten Latin letters and digits, at least one of them a letter, so that "12.05.2026" and "J. Smith" have
 * none.
 */
const ENDING = /\.(?=\d*[a-z])[a-z\d]{1,10}$/i;

const AROUND = /^[.\s]+|(?<![.\s])[.\s]+$/g;

/**
 * The name without path and hidden characters, with the ending of the type: `passport.pdf.exe` becomes `passport.pdf`.
 * @param type null for an unknown one, of which the name keeps its ending
 */
export function safeFileName(name: string, type: FileType | null): string {
  // Shortened first: the next steps read each character several times.
  const last = (name.split(/[/\\]/).pop() ?? '').slice(0, 4 * LONGEST);
  const clean = last.replace(UNFIT, '').replace(AROUND, '') || 'file';
  const own = type ? OWN_ENDINGS[type] : ENDING;
  const bare = own.test(clean) ? clean : clean.replace(ENDING, '').replace(AROUND, '');
  const [ending = type ? `.${FILE_TYPES[type]}` : ''] = own.exec(bare) ?? [];
  const stem = [...bare.replace(own, '')].slice(0, LONGEST - ending.length);
  return (stem.join('') + ending).replace(AROUND, '');
}

/** `passport of Jan Lee.jpg`: a title with the file's ending; the file's own name without a title. */
export function titledFileName(title: string, name: string, type: FileType | null): string {
  const own = safeFileName(name, type);
  const [ending = ''] = ENDING.exec(own) ?? [];
  return title ? safeFileName(`${title}${ending}`, type) : own;
}

/** Longest file name of ext4 and APFS in UTF-8; NTFS allows more. */
const MAX_NAME_BYTES = 255;

/** Names of devices on Windows with any ending (Microsoft, "Naming Files, Paths, and Namespaces"), and final dots and spaces. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)\d)\s*(?:\.|$)/i;
const FINAL = /(?<![.\s])[.\s]+$/;

/** The name that a download proposes: `_CON.pdf` for `CON.pdf`, as in Chromium. */
export function downloadName(name: string): string {
  const ended = name.replace(FINAL, '') || 'file';
  return DEVICE.test(ended.normalize('NFKD')) ? `_${ended}` : ended;
}

/** A file's name in a folder, such as `01-passport of Jan Lee.jpg`; the prefix makes it unique. @param name of {@link safeFileName} */
export function prefixedFileName(prefix: string, name: string): string {
  const [ending = ''] = ENDING.exec(name) ?? [];
  const letters = [...name.slice(0, name.length - ending.length)];
  const whole = () => `${prefix}-${letters.join('')}${ending}`;
  while (utf8Length(whole()) > MAX_NAME_BYTES) letters.pop();
  return whole();
}

/** @param text without lone surrogates */
const utf8Length = (text: string) => encodeURIComponent(text).replace(/%../g, '_').length;

/** The `Content-Disposition` header (RFC 6266, RFC 8187). @param storedName without control characters */
export function contentDisposition(kind: 'inline' | 'attachment', storedName: string): string {
  const name = downloadName(storedName);
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\/%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
