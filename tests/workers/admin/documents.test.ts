/** PDFs of banks and offices: stored byte for byte, or refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { create, createApplication, shortValues } from './support/applications.ts';
import { bindings, call, migrate, readRefusal } from './support/host.ts';
import { sample } from './support/samples.ts';
import { everythingStored } from './support/storage.ts';

const contents = import.meta.glob<string>('../../fixtures/pdf/*.pdf', {
  query: '?url&inline',
  import: 'default',
  eager: true,
});

function read(name: string): Buffer {
  const url = contents[`../../fixtures/pdf/${name}`];
  if (!url) throw new Error(`there is no file ${name}`);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

const PLAIN = read('plain.pdf').toString('latin1');
const UPDATED = read('updated.pdf').toString('latin1');
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const sending = (bytes: Uint8Array) => shortValues({ file4: sample('statement.pdf', new Uint8Array(bytes)) });
const sha256 = async (bytes: Uint8Array) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');

/** The digests of the stored file: in its row, and of the downloaded bytes. */
async function storedDigests(bytes: Uint8Array): Promise<unknown[]> {
  const { id, file4 } = await createApplication({ type: 'founder', values: sending(bytes) });
  const row = await bindings.DB.prepare("SELECT sha256 FROM files WHERE applicant_id = ? AND field = 'file4'")
    .bind(id)
    .first<{ sha256: string }>();
  return [row?.sha256, await sha256(new Uint8Array(await (await call(file4)).arrayBuffer()))];
}

beforeAll(migrate);

describe('a document', () => {
  const WHOLE = [
    ...['plain.pdf', 'updated.pdf', 'linearized.pdf', 'signed.pdf', 'signed-crlf.pdf', 'signed-no-newline.pdf'],
    ...['signed-two-newlines.pdf', 'signed-blank.pdf', 'signed-nul.pdf', 'signed-comment.pdf', 'signed-glued.pdf'],
    ...['revision-2-owner.pdf', 'revision-3-owner.pdf', 'revision-4-owner.pdf', 'revision-6-owner.pdf'],
  ];
  it.each(WHOLE)('a document is stored byte for byte: %s', async (name) => {
    const digest = await sha256(read(name));
    expect(await storedDigests(read(name))).toEqual([digest, digest]);
  });

  it.each<[string, Uint8Array, string]>([
    ['padding behind it', latin1(PLAIN + '\0'.repeat(4096)), 'plain.pdf'],
    ['a page behind it', latin1(`${PLAIN}\n<!-- served by web scan 1.0 -->\n`), 'plain.pdf'],
    ['padding behind its signature', Buffer.concat([read('signed.pdf'), Buffer.alloc(512)]), 'signed.pdf'],
    ['a byte order mark before it', latin1(`\xef\xbb\xbf${PLAIN}`), 'plain.pdf'],
    ['a path before it', latin1(`C:\\web\\docs\\${PLAIN}`), 'plain.pdf'],
    ['headers before it', latin1(`--boundary\r\nContent-Type: application/pdf\r\n\r\n${PLAIN}`), 'plain.pdf'],
  ])('a document is stored without %s', async (_, bytes, name) => {
    const digest = await sha256(read(name));
    expect(await storedDigests(bytes)).toEqual([digest, digest]);
  });

  it('a PDF whose end follows a number without a gap is stored as its last revision', async () => {
    const glued = latin1(UPDATED.replace(/\n%%EOF\n$/, '%%EOF'));
    const digest = await sha256(glued);
    expect(await storedDigests(glued)).toEqual([digest, digest]);
  });

  it.each<[string, Uint8Array, string]>([
    ['has no end', latin1(PLAIN.slice(0, -6)), 'file_incomplete'],
    ['has an earlier revision with an end', latin1(UPDATED.slice(0, -3)), 'file_incomplete'],
    ['follows other bytes', latin1(`MZ\x90\0${PLAIN}`), 'file_begins_late'],
  ])('a document is refused with its own code when it %s, and nothing is stored', async (_, bytes, code) => {
    const before = await everythingStored();
    expect(await readRefusal(await create({ type: 'founder', values: sending(bytes) }))).toEqual({
      status: 422,
      code: 'validation_failed',
      errors: { file4: [code] },
    });
    expect(await everythingStored()).toEqual(before);
  });
});
