/** File names at host and gateway: of stored, linked and downloaded files. */
import { FILE_TYPES, type FileType } from './files.ts';

/** Characters; with a prefix at most 255 bytes in UTF-8, the longest name of ext4 and APFS, for letters of any living script. */
const LONGEST = 80;

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
  const last = (name.split(/[/\\]/).pop() ?? '').slice(0, 8 * LONGEST);
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

/** The `Content-Disposition` header (RFC 6266, RFC 8187). @param name of {@link safeFileName} */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\/%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
