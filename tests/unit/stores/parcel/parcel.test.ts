import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setPorts } from '../../../../src/stores/browser/ports.ts';
import { newUpload, Parcel } from '../../../../src/stores/parcel/parcel.ts';
import { parcelKeys } from '../../../../src/stores/parcel/sealing.ts';
import { faults, INDEX, indexPath, openedParcel, requests, type Stored, startHost, stored } from './host.ts';

beforeEach(startHost);
afterEach(() => setPorts({}));

const newDraft = () => Parcel.create('draft', INDEX);
const opened = (secret: string) => openedParcel('draft', secret);
const at = (path: string): Stored => stored.get(path) ?? { revision: 0, bytes: null };
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ error }) => error.code,
  );
const blobPath = async (parcel: Parcel<'draft'>, name: string) =>
  `${indexPath(parcel)}/${await (await parcelKeys(parcel.secret))?.blobId(name)}`;

/** Uploads a blob. @returns its revision */
async function put(parcel: Parcel<'draft'>, name: string, text: string, revision = 0): Promise<number> {
  const upload = { ...newUpload(name, new Blob([text])), revision };
  await parcel.upload([upload]);
  return upload.revision;
}
const ready = () => ({ ...INDEX, answers: 1 });

describe('a parcel', () => {
  it('a parcel is opened on another device by its secret, with unchanged contents', async () => {
    const sent = await newDraft();
    expect(await put(sent, 'file1', 'a picture')).toBe(1);
    await sent.update(ready);
    const parcel = await opened(sent.secret);
    expect(await parcel.read()).toEqual({ value: ready(), revision: 2, secondsLeft: 90 });
    expect(new TextDecoder().decode(await parcel.readBlob('file1', 1))).toBe('a picture');
  });

  it('a parcel reveals neither secret, names nor contents to the host', async () => {
    const parcel = await newDraft();
    await put(parcel, 'file1', 'a picture');
    const seen = requests.map(({ call, headers }) => call + JSON.stringify([...headers])).join();
    const kept = [...stored.values()].map(({ bytes }) => new TextDecoder('latin1').decode(bytes ?? undefined)).join();
    for (const hidden of [parcel.secret, 'file1', 'a picture', 'founder']) expect(seen + kept).not.toContain(hidden);
  });

  it('a parcel sends its lifetime when it is created only', async () => {
    const parcel = await newDraft();
    await parcel.update(ready);
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
      const count = (parcel: Parcel<'draft'>) => parcel.update((current) => ({ ...current, done: current.done + 1 }));
      await Promise.all([count(first), count(second)]);
      expect((await first.read()).value.done).toBe(3);
    },
  );

  it('reading a deleted blob or parcel is parcel_gone, and deleting it again is done', async () => {
    const parcel = await newDraft();
    await put(parcel, 'file1', 'a');
    await parcel.deleteBlobs(['file1', 'file1']);
    expect(await codeOf(parcel.readBlob('file1', 1))).toBe('parcel_gone');
    await parcel.delete();
    await parcel.delete();
    expect(await codeOf(parcel.read())).toBe('parcel_gone');
  });

  it('a blob that was deleted and created again is sealed under a higher revision', async () => {
    const parcel = await newDraft();
    await put(parcel, 'file1', 'old');
    await parcel.deleteBlobs(['file1']);
    expect(await put(parcel, 'file1', 'new')).toBe(3);
    expect(await codeOf(parcel.readBlob('file1', 3))).toBeNull();
  });
});

describe('a host that returns wrong data', () => {
  it('a blob swapped with another is parcel_altered', async () => {
    const parcel = await newDraft();
    await put(parcel, 'file1', 'a');
    await put(parcel, 'file2', 'b');
    stored.set(await blobPath(parcel, 'file1'), at(await blobPath(parcel, 'file2')));
    expect(await codeOf(parcel.readBlob('file1', 1))).toBe('parcel_altered');
  });

  it.each(['under its old number', 'under the new number'])('an older blob %s is parcel_altered', async (number) => {
    const parcel = await newDraft();
    const path = await blobPath(parcel, 'file1');
    await put(parcel, 'file1', 'old');
    const old = at(path);
    await put(parcel, 'file1', 'new', 1);
    stored.set(path, number === 'under its old number' ? old : { ...old, revision: 2 });
    expect(await codeOf(parcel.readBlob('file1', 2))).toBe('parcel_altered');
  });

  it('an older index is parcel_altered for a device that has seen a newer one', async () => {
    const parcel = await newDraft();
    const old = at(indexPath(parcel));
    await parcel.update(ready);
    stored.set(indexPath(parcel), old);
    expect(await codeOf(parcel.read())).toBe('parcel_altered');
  });

  it('an index of another device that the host had hidden is parcel_altered', async () => {
    const parcel = await newDraft();
    const other = await opened(parcel.secret);
    const before = at(indexPath(parcel));
    await other.update((current) => ({ ...current, state: 'opened' }));
    const others = at(indexPath(parcel));
    stored.set(indexPath(parcel), before);
    await parcel.update(ready);
    stored.set(indexPath(parcel), others);
    expect(await codeOf(parcel.read())).toBe('parcel_altered');
  });
});

describe('a write without a response', () => {
  it('a parcel write whose response was lost is done, and one that did not arrive is repeated', async () => {
    const parcel = await newDraft();
    for (const fault of ['response lost', 'request lost'] as const) {
      faults.push(fault);
      expect(await put(parcel, fault, 'a')).toBe(1);
      faults.push(null, fault);
      await parcel.update((current) => ({ ...current, done: current.done + 1 }));
    }
    expect((await parcel.read()).value.done).toBe(3);
    faults.push('response lost');
    expect(await codeOf(newDraft())).toBeNull();
  });

  it('a parcel write is no_answer when the check has no response either', async () => {
    const parcel = await newDraft();
    faults.push(null, 'request lost', 'request lost');
    expect(await codeOf(parcel.update(ready))).toBe('no_answer');
  });
});
