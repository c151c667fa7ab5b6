import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answersIdOf, type DraftIndex } from '../../../../src/domain/parcel/contents.ts';
import { Parcel, parcelFile } from '../../../../src/stores/parcel/parcel.ts';
import { setPorts } from '../../../fixtures/ports.ts';
import { chosenFile } from '../application/filled-forms.ts';
import {
  blobs,
  faults,
  INDEX,
  indexPath,
  openedParcel,
  requests,
  type Stored,
  settled,
  startHost,
  stored,
} from './host.ts';

beforeEach(startHost);
afterEach(async () => {
  await settled();
  setPorts({});
});

const newDraft = () => Parcel.create('draft', INDEX);
const opened = (secret: string) => openedParcel('draft', secret);
const at = (path: string): Stored => stored.get(path) ?? { revision: 0, bytes: null };
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ refusal }) => refusal.code,
  );
const count = (parcel: Parcel<'draft'>) => parcel.update((current) => ({ ...current, done: current.done + 1 }));
const paper = (text = 'a picture') => ({ path: 'file4', file: chosenFile('paper.pdf', text) });
const pathOf = (parcel: Parcel<'draft'>, id = '') => `${indexPath(parcel)}/${id}`;

/** A parcel with one file. */
async function filled(text?: string) {
  const parcel = await newDraft();
  const [file] = await parcel.upload([paper(text)]);
  if (!file) throw new Error('no file');
  await parcel.update((current) => ({ ...current, files: [file] }));
  return { parcel, file };
}

describe('a parcel', () => {
  it('a parcel is opened on another device by its secret, with unchanged contents', async () => {
    const { parcel: sent, file } = await filled();
    const parcel = await opened(sent.secret);
    expect(await parcel.read()).toEqual({ value: { ...INDEX, files: [file] }, revision: 2 });
    expect(await (await parcel.download([file])).get('file4')?.text()).toBe('a picture');
  });

  it('a parcel reveals neither secret, names nor contents to the host', async () => {
    const { parcel } = await filled();
    const seen = requests.map(({ call, headers }) => call + JSON.stringify([...headers])).join();
    const kept = [...stored.values()].map(({ bytes }) => new TextDecoder('latin1').decode(bytes ?? undefined)).join();
    for (const hidden of [parcel.secret, 'file4', 'a picture', 'founder']) expect(seen + kept).not.toContain(hidden);
  });

  it('a parcel sends its lifetime when it is created only', async () => {
    await count(await newDraft());
    const writes = requests.filter(({ call }) => call.startsWith('PUT'));
    expect(writes.map(({ headers }) => headers.get('Parcel-Lifetime'))).toEqual(['86400', null]);
    expect(writes.map(({ headers }) => headers.get('If-None-Match') ?? headers.get('If-Match'))).toEqual(['*', '"1"']);
  });

  it('a parcel of another kind is unreadable, and a truncated secret opens none', async () => {
    const { secret } = await newDraft();
    expect(await codeOf((await openedParcel('photo', secret)).read())).toBe('unreadable');
    expect(await Parcel.open('draft', 'cut-off')).toBeNull();
  });

  it.each([[], [null, null, 'request lost' as const]])(
    'two devices that update the index at once lose no change',
    async (...fates) => {
      const first = await newDraft();
      const second = await opened(first.secret);
      faults.push(...fates);
      await Promise.all([count(first), count(second)]);
      expect((await first.read()).value).toMatchObject({ done: 3 });
    },
  );

  it('a file is sent once, and a blob that the index lists no more is deleted', async () => {
    const parcel = await newDraft();
    const kept = paper();
    const send = async (answers: string) => {
      const files = await parcel.upload([parcelFile(answers), kept]);
      await parcel.update((current) => ({ ...current, files }));
      return files;
    };
    const [first, second] = [await send('{}'), await send('{"surname":"A"}')];
    expect(second[1]).toEqual(first[1]);
    expect(answersIdOf({ files: second })).not.toBe(answersIdOf({ files: first }));
    await expect.poll(() => blobs().map(([path]) => path.split('/').at(-1))).toEqual([second[1]?.id, second[0]?.id]);
  });
});

describe('the end of a parcel', () => {
  it('the first end of a parcel stays, and nothing but it is left', async () => {
    const { parcel } = await filled();
    const other = await opened(parcel.secret);
    expect(await parcel.end('cancelled', () => false)).toMatchObject({ state: 'made' });
    expect(await parcel.end('cancelled')).toMatchObject({ state: 'ended', end: 'cancelled' });
    expect(await other.end('taken')).toMatchObject({ end: 'cancelled' });
    expect(await count(parcel)).toMatchObject({ state: 'ended', end: 'cancelled' });
    expect(blobs()).toEqual([]);
  });

  it('ending is completed after a lost connection, for a file that no index lists too', async () => {
    const { parcel } = await filled();
    await parcel.upload([paper('not listed')]);
    faults.push(null, null, 'request lost');
    expect(await codeOf(parcel.end('cancelled'))).toBe('no_answer');
    await parcel.end('cancelled');
    expect(blobs()).toEqual([]);
  });

  it('an index that is altered can be cancelled, and one that is gone has ended', async () => {
    const { parcel } = await filled();
    stored.set(indexPath(parcel), { revision: 3, bytes: new Uint8Array(60).fill(1) });
    expect(await codeOf(parcel.end('taken'))).toBe('parcel_altered');
    expect(await parcel.end('cancelled')).toMatchObject({ end: 'cancelled' });
    expect(await codeOf(parcel.read())).toBe('parcel_gone');
    expect(await parcel.end('taken')).toMatchObject({ end: 'taken' });
    await parcel.delete();
  });
});

describe('a host that returns wrong data', () => {
  it('a blob swapped with another is parcel_altered', async () => {
    const { parcel, file } = await filled();
    const [other] = await parcel.upload([paper('another')]);
    stored.set(pathOf(parcel, file.id), at(pathOf(parcel, other?.id)));
    expect(await codeOf(parcel.download([file]))).toBe('parcel_altered');
  });

  it('an older index is parcel_altered for a device that has seen a newer one', async () => {
    const parcel = await newDraft();
    const old = at(indexPath(parcel));
    await count(parcel);
    stored.set(indexPath(parcel), old);
    expect(await codeOf(parcel.read())).toBe('parcel_altered');
  });

  it('an index of another device that the host had hidden is parcel_altered', async () => {
    const parcel = await newDraft();
    const other = await opened(parcel.secret);
    const before = at(indexPath(parcel));
    await other.update((current): DraftIndex => ({ ...current, state: 'answered' }));
    const others = at(indexPath(parcel));
    stored.set(indexPath(parcel), before);
    await count(parcel);
    stored.set(indexPath(parcel), others);
    expect(await codeOf(parcel.read())).toBe('parcel_altered');
  });
});

describe('a write without a response', () => {
  it.each(['response lost', 'request lost'] as const)('an index and a blob are written once (%s)', async (fault) => {
    const parcel = await newDraft();
    faults.push(null, fault);
    await parcel.update((current) => ({ ...current, started: 2 }));
    const file = paper();
    faults.push(fault);
    expect(await codeOf(parcel.upload([file]))).toBe('no_answer');
    const files = await parcel.upload([file]);
    expect(blobs()).toHaveLength(1);
    expect(await (await parcel.download(files)).get('file4')?.text()).toBe('a picture');
    expect((await parcel.read()).value).toMatchObject({ started: 2 });
  });

  it('a parcel write is no_answer when the next read has no response either', async () => {
    const parcel = await newDraft();
    faults.push(null, 'request lost', 'request lost');
    expect(await codeOf(count(parcel))).toBe('no_answer');
  });
});
