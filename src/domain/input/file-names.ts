/** File names at the host and in the gateway: stored, linked to and downloaded. */
import { FILE_TYPES, type FileType } from './files.ts';

const LONGEST = 120;

/** What file systems refuse, invisible characters, lone surrogates. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>|:*?]/gu;

const OWN: Record<FileType, RegExp> = {
  'application/pdf': /\.pdf$/i,
  'image/jpeg': /\.jpe?g$/i,
  'image/png': /\.png$/i,
  'image/webp': /\.webp$/i,
};

/** Up to ten Latin letters and digits, at least one letter: none in "12.05.2026" and "J. Smith". */
const ENDING = /\.(?=\d*[a-z])[a-z\d]{1,10}$/i;

const AROUND = /^[.\s]+|(?<![.\s])[.\s]+$/g;

/** No path, no hidden characters, the ending of the type that was found: `passport.pdf.exe` becomes `passport.pdf`. */
export function keptName(name: string, type: FileType): string {
  const own = OWN[type];
  // Bounded first: what follows looks at each character several times.
  const last = (name.split(/[/\\]/).pop() ?? '').slice(0, 4 * LONGEST);
  const clean = last.replace(UNFIT, '').replace(AROUND, '') || 'file';
  const bare = own.test(clean) ? clean : clean.replace(ENDING, '').replace(AROUND, '');
  const [ending = `.${FILE_TYPES[type]}`] = own.exec(bare) ?? [];
  const stem = [...bare.replace(own, '')].slice(0, LONGEST - ending.length);
  return stem.join('') + ending;
}

/** The `Content-Disposition` header (RFC 6266, other scripts by RFC 8187). @param name without control characters */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\/%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
