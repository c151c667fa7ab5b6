/**
 * Sends files of `tests/fixtures/deceptive` to the host: a refused file leaves nothing, an accepted one is stored as its
 * verdict says. This suite has one file of each format; tests/unit/domain/files/deceptive-files.test.ts checks all.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { fileNameOf } from '../../../src/domain/input/files.ts';
import verdicts from '../../fixtures/deceptive/verdicts.json' with { type: 'json' };
import { create, createApplication, formOf, shortValues, tokenOf } from './support/applications.ts';
import { bindings, call, migrate, readRefusal } from './support/host.ts';
import { SAMPLES, sample } from './support/samples.ts';
import { everythingStored } from './support/storage.ts';

const REFUSED = ['program', 'half-with-an-end.pdf', 'no-end.jpg', 'breaks-off.webp'];
const STORED = ['named-exe.pdf', 'program-behind.jpg', 'program-behind.png', 'program-in-own-chunk.webp'];

const contents = import.meta.glob<string>('../../fixtures/deceptive/*.bin', {
  query: '?url&inline',
  import: 'default',
  eager: true,
});

function read(file: string): Uint8Array {
  const url = contents[`../../fixtures/deceptive/${file}`] ?? '';
  return new Uint8Array(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
}

function verdictOf(name: string) {
  const verdict = verdicts.find(({ file }) => file === `${name}.bin`);
  if (!verdict) throw new Error(`there is no file ${name}`);
  return verdict;
}

beforeAll(migrate);

const sending = (sentAs: string, bytes: Uint8Array) => shortValues({ file4: sample(sentAs, bytes) });

describe('a deceptive file', () => {
  it.each(REFUSED.map(verdictOf))('a deceptive file is refused: $file', async ({ file, sentAs, refused }) => {
    const before = await everythingStored();
    const response = await create({ type: 'founder', values: sending(sentAs, read(file)) });
    expect(await readRefusal(response)).toEqual({
      status: 422,
      code: 'validation_failed',
      errors: { file4: [refused] },
    });
    expect(await everythingStored()).toEqual(before);
  });

  it.each(STORED.map(verdictOf))('a harmless file is stored as $like: $file', async (verdict) => {
    const { file, sentAs, found, storedAs = '', like = '' } = verdict;
    const { file4 } = await createApplication({ type: 'founder', values: sending(sentAs, read(file)) });
    expect(fileNameOf(file4)).toBe(storedAs);
    const response = await call(file4);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(read(like));
    expect(response.headers.get('Content-Type')).toBe(found);
    const saved = `passport of Anna-Maria Sample${storedAs.slice(storedAs.lastIndexOf('.'))}`;
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="${saved}"; filename*=UTF-8''${encodeURIComponent(saved)}`,
    );
  });
});

describe('the photo', () => {
  it('an animated photo is refused, and any other is stored with the extension of its type', async () => {
    const photo = (name: string, file: string) => shortValues({ file5: sample(name, read(file)) });
    const moving = await create({ type: 'founder', values: photo('me.webp', 'moves.webp.bin') });
    expect((await readRefusal(moving)).errors).toEqual({ file5: ['file_animated'] });
    const { file5 } = await createApplication({ type: 'founder', values: photo('me.png.hta', 'plain.png.bin') });
    expect(fileNameOf(file5)).toBe('me.png');
    const response = await call(file5);
    expect(response.headers.get('Content-Disposition')).toMatch(/^inline; filename="photo of [^"]+\.png"/);
    await response.body?.cancel();
  });
});

it('an update checks its files like a creation', async () => {
  const { id } = await createApplication({ type: 'founder' });
  const values = sending('cv.hta', read('page-before.pdf.bin'));
  const body = formOf('founder', { ...values, file5: SAMPLES.photo });
  const before = await everythingStored();
  const token = await tokenOf(id);
  await bindings.DB.prepare("UPDATE applicants SET status = 'changes_requested' WHERE id = ?").bind(id).run();
  const response = await call(`/founders/${id}`, { token, body });
  expect(await readRefusal(response)).toMatchObject({ status: 422, errors: { file4: ['file_begins_late'] } });
  expect((await everythingStored()).files).toEqual(before.files);
});
