/** PDFs of banks and offices: stored byte for byte, or refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { create, shortValues } from './support/applications.ts';
import { migrate, readRefusal } from './support/host.ts';
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

beforeAll(migrate);

describe('a document', () => {
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
