/** File names at host and gateway: stored, linked and downloaded. */
import { FILE_TYPES, type FileType } from './files.ts';

const LONGEST = 120;

/** Characters that file systems refuse, invisible ones, lone surrogates. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>|:*?]/gu;

const OWN_ENDINGS: Record<FileType, RegExp> = {
  'application/pdf': /\.pdf$/i,
  'image/jpeg': /\.jpe?g$/i,
  'image/png': /\.png$/i,
  'image/webp': /\.webp$/i,
};

/** Up to ten Latin letters and digits, at least one letter: none in "12.05.2026" and "J. Smith". */
const ENDING = /\.(?=\d*[a-z])[a-z\d]{1,10}$/i;

const AROUND = /^[.\s]+|(?<![.\s])[.\s]+$/g;

/** Without path and hidden characters, with the type's ending: `passport.pdf.exe` becomes `passport.pdf`. */
export function safeFileName(name: string, type: FileType): string {
  const own = OWN_ENDINGS[type];
  // Bounded first: the next steps read each character several times.
  const last = (name.split(/[/\\]/).pop() ?? '').slice(0, 4 * LONGEST);
  const clean = last.replace(UNFIT, '').replace(AROUND, '') || 'file';
  const bare = own.test(clean) ? clean : clean.replace(ENDING, '').replace(AROUND, '');
  const [ending = `.${FILE_TYPES[type]}`] = own.exec(bare) ?? [];
  const stem = [...bare.replace(own, '')].slice(0, LONGEST - ending.length);
  return stem.join('') + ending;
}

/** The `Content-Disposition` header (RFC 6266, RFC 8187). @param name without control characters */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\/%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
