/** File names on the server's side: as stored, linked to and downloaded, at the host and through the gateway. */
import { FILE_TYPES, type FileType } from './files.ts';

/** Characters of a name. */
const LONGEST = 120;

/** What no file system takes, what nobody sees, and broken halves of characters. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>|:*?]/gu;

const OWN: Record<FileType, RegExp> = {
  'application/pdf': /\.pdf$/i,
  'image/jpeg': /\.jpe?g$/i,
  'image/png': /\.png$/i,
  'image/webp': /\.webp$/i,
};

/** An ending: up to ten Latin letters and digits, at least one letter; "12.05.2026" and "J. Smith" end in none. */
const ENDING = /\.(?=\d*[a-z])[a-z\d]{1,10}$/i;

const AROUND = /^[.\s]+|(?<![.\s])[.\s]+$/g;

/**
 * A name that is safe to show and to send back: no path, no hidden characters, at most {@link LONGEST} characters, and the
 * ending of the type that was found. Another ending is replaced: `passport.pdf.exe` becomes `passport.pdf`.
 * @param name as it was sent
 */
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

/**
 * The `Content-Disposition` header of a file (RFC 6266, its name in other scripts by RFC 8187).
 * @param name as it is shown, without control characters
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\/%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
