/**
 * Whether a PDF opens without a password or a certificate (ISO 32000-2 §7.6; up to revision 4 ISO 32000-1 §7.6.3). Rule: closed
 * only where its own check rejects the empty user password, or where it names recipients; undecidable counts as open.
 */
import { cbc } from '@noble/ciphers/aes.js';
import { md5 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { concat, findLastText, findText, isAt, latin1, sameBytes } from './bytes.ts';
import {
  isReference,
  lastStartxref,
  type PdfDictionary,
  type PdfValue,
  type Reference,
  readDictionary,
} from './pdf-objects.ts';

export function needsPassword(bytes: Uint8Array): boolean {
  if (findText(bytes, '/Encrypt') < 0) return false;
  const trailer = readTrailer(bytes);
  const entry = trailer?.get('/Encrypt');
  const dictionaries = entry instanceof Map ? [entry] : isReference(entry) ? readObjects(bytes, entry) : [];
  const ids = trailer?.get('/ID');
  const [id] = Array.isArray(ids) ? ids : [];
  const opens = dictionaries.map((dictionary) => opensFreely(dictionary, bytesOf(id)));
  return opens.includes(false) && !opens.includes(true);
}

function readTrailer(bytes: Uint8Array): PdfDictionary | null {
  const offset = lastStartxref(bytes) ?? -1;
  const stream = offset < 0 ? null : /^\s*\d{1,10}\s+\d{1,5}\s+obj/.exec(latin1(bytes.subarray(offset, offset + 64)));
  if (stream) return readDictionary(bytes, offset + stream[0].length);
  const table = isAt(bytes, 'xref', offset) ? findText(bytes, 'trailer', offset) : -1;
  // As readers do for a wrong offset.
  const word = table >= 0 ? table : findLastText(bytes, 'trailer');
  return word < 0 ? null : readDictionary(bytes, word + 'trailer'.length);
}

/** Objects of one number to read, from the last on. */
const MAX_OBJECTS = 20;

/** Dictionaries with this number; an embedded file may have its own. */
function readObjects(bytes: Uint8Array, { object, generation }: Reference): PdfDictionary[] {
  const head = `${object} ${generation} obj`;
  const found: PdfDictionary[] = [];
  let at = findLastText(bytes, head);
  for (let count = 0; at >= 0 && count < MAX_OBJECTS; count += 1, at = findLastText(bytes, head, at - 1)) {
    const isWhole = at === 0 || !/\d/.test(latin1(bytes.subarray(at - 1, at)));
    const dictionary = isWhole ? readDictionary(bytes, at + head.length) : null;
    if (dictionary) found.push(dictionary);
  }
  return found;
}

/** True where the empty user password is right; null where that is undecidable. */
function opensFreely(dictionary: PdfDictionary, id: Uint8Array): boolean | null {
  const get = (name: string) => dictionary.get(name);
  const [revision, version, permissions] = [get('/R'), get('/V'), get('/P')];
  const [owner, user] = [bytesOf(get('/O')), bytesOf(get('/U'))];
  const handler = get('/Filter');
  if ((handler !== '/Standard' && handler !== '/Adobe.PubSec') || typeof version !== 'number') return null;
  // Only embedded files are encrypted.
  if (version >= 4 && [get('/StmF'), get('/StrF')].every((name) => (name ?? '/Identity') === '/Identity')) return true;
  // Public-key security (§7.6.5): only the recipients' private keys open it.
  if (handler === '/Adobe.PubSec') return false;
  if (revision === 5 || revision === 6) return user.length < 48 ? null : isEmptyPassword(user, revision);
  const isOld = revision === 2 || revision === 3 || revision === 4;
  if (!isOld || typeof permissions !== 'number' || owner.length < 32 || user.length < 32) return null;
  // Writers differ in where they store the key length; only the right one matches.
  const lengths = revision === 2 ? [5] : [16, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
  return lengths.some((length) =>
    [true, false].some((hidesMetadata) => {
      const key = keyOfEmpty({ owner, permissions, id, revision, length, hidesMetadata });
      return sameBytes(checkValue(key, id, revision), user.subarray(0, revision === 2 ? 32 : 16));
    }),
  );
}

const bytesOf = (value: PdfValue | undefined) => (value instanceof Uint8Array ? value : new Uint8Array(0));

/** Padding of an empty password (ISO 32000-1 §7.6.3.3, algorithm 2). */
const PADDING = Uint8Array.of(
  ...[0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08],
  ...[0x2e, 0x2e, 0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a],
);

interface OldEncryption {
  owner: Uint8Array;
  permissions: number;
  id: Uint8Array;
  revision: number;
  length: number;
  hidesMetadata: boolean;
}

function keyOfEmpty({ owner, permissions, id, revision, length, hidesMetadata }: OldEncryption): Uint8Array {
  const bits = Uint8Array.of(permissions, permissions >> 8, permissions >> 16, permissions >> 24);
  const metadata = hidesMetadata || revision < 4 ? [] : [0xff, 0xff, 0xff, 0xff];
  let hash = md5(concat([PADDING, owner.subarray(0, 32), bits, id, Uint8Array.from(metadata)]));
  if (revision > 2) for (let round = 0; round < 50; round += 1) hash = md5(hash.subarray(0, length));
  return hash.subarray(0, length);
}

/** Algorithms 4 and 5: the beginning of `/U` for the right key. */
function checkValue(key: Uint8Array, id: Uint8Array, revision: number): Uint8Array {
  if (revision === 2) return rc4(key, PADDING);
  let value: Uint8Array = md5(concat([PADDING, id]));
  for (let round = 0; round < 20; round += 1)
    value = rc4(
      key.map((byte) => byte ^ round),
      value,
    );
  return value;
}

/** The stream cipher that browsers and libraries have dropped. */
function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 0xff] ?? 0;
  const swap = (a: number, b: number) => {
    const kept = at(a);
    state[a] = at(b);
    state[b] = kept;
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 0xff;
    swap(i, j);
  }
  let j = 0;
  return data.map((byte, index) => {
    const i = (index + 1) & 0xff;
    j = (j + at(i)) & 0xff;
    swap(i, j);
    return byte ^ at(at(i) + at(j));
  });
}

/** Algorithm 11: `/U` begins with the hash of the empty password and the validation salt. */
function isEmptyPassword(user: Uint8Array, revision: 5 | 6): boolean {
  const first = sha256(user.subarray(32, 40));
  return sameBytes(revision === 5 ? first : hardenedHash(first), user.subarray(0, 32));
}

/** Algorithm 2.B for the empty password. */
function hardenedHash(first: Uint8Array): Uint8Array {
  let key: Uint8Array = first;
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const block = concat(Array.from({ length: 64 }, () => key));
    const coded = cbc(key.subarray(0, 16), key.subarray(16, 32), { disablePadding: true }).encrypt(block);
    const sum = coded.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    key = ([sha256, sha384, sha512][sum % 3] ?? sha256)(coded);
    last = coded.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}
