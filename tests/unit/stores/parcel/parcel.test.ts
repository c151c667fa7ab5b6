import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setPorts } from '../../../../src/stores/browser/ports.ts';
import { createParcel, openParcel } from '../../../../src/stores/parcel/parcel.ts';
import {
  blobPath,
  faults,
  INDEX,
  indexPath,
  newDraft,
  requests,
  type Stored,
  startHost,
  stored,
  text,
} from './host.ts';

beforeEach(startHost);
afterEach(() => setPorts({}));

const refusedWith = (code: string) => ({ ok: false, error: expect.objectContaining({ code }) });
const at = (path: string): Stored => stored.get(path) ?? { revision: 0, bytes: null };
async function opened(secret: string) {
  const parcel = await openParcel('draft', secret);
  if (!parcel) throw new Error('not a secret');
  return parcel;
}

describe('a parcel', () => {
  it('a parcel is opened on another device by its secret, with unchanged contents', async () => {
    const sent = await newDraft();
    expect(await sent.writeBlob('file1', 0, text('a picture'))).toMatchObject({
      ok: true,
      revision: 1,
      secondsLeft: 100,
    });
    expect(await sent.writeIndex({ ...INDEX, state: 'ready' })).toMatchObject({ ok: true, revision: 2 });
    const parcel = await opened(sent.secret);
    expect(await parcel.readIndex()).toEqual({
      ok: true,
      value: { ...INDEX, state: 'ready' },
      revision: 2,
      secondsLeft: 90,
    });
    const blob = await parcel.readBlob('file1', 1);
    expect(blob.ok && new TextDecoder().decode(blob.value)).toBe('a picture');
  });

  it('a parcel reveals neither secret, names nor contents to the host', async () => {
    const parcel = await newDraft();
    await parcel.writeBlob('file1', 0, text('a picture'));
    const seen = requests.map(({ call, headers }) => call + JSON.stringify([...headers])).join();
    const kept = [...stored.values()].map(({ bytes }) => new TextDecoder('latin1').decode(bytes ?? undefined)).join();
    for (const hidden of [parcel.secret, 'file1', 'a picture', 'founder']) expect(seen + kept).not.toContain(hidden);
  });

  it('a parcel sends its lifetime when it is created only', async () => {
    const parcel = await newDraft();
    await parcel.writeIndex(INDEX);
    expect(requests.map(({ headers }) => headers.get('Parcel-Lifetime'))).toEqual(['86400', null]);
    expect(requests.map(({ headers }) => headers.get('If-None-Match') ?? headers.get('If-Match'))).toEqual([
      '*',
      '"1"',
    ]);
  });

  it('a parcel of another kind is unreadable, and a truncated secret opens none', async () => {
    const { secret } = await newDraft();
    const other = await openParcel('photo', secret);
    expect(await other?.readIndex()).toEqual(refusedWith('unreadable'));
    expect(await openParcel('draft', 'cut-off')).toBeNull();
  });

  it("writing a parcel's index that another device changed is parcel_changed", async () => {
    const first = await newDraft();
    const second = await opened(first.secret);
    await second.readIndex();
    await second.writeIndex({ ...INDEX, state: 'opening' });
    expect(await first.writeIndex(INDEX)).toEqual(refusedWith('parcel_changed'));
    await first.readIndex();
    expect(await first.writeIndex(INDEX)).toMatchObject({ ok: true, revision: 3 });
  });

  it('reading a deleted blob or parcel is parcel_gone', async () => {
    const parcel = await newDraft();
    await parcel.writeBlob('file1', 0, text('a'));
    expect(await parcel.deleteBlob('file1')).toMatchObject({ ok: true });
    expect(await parcel.readBlob('file1', 1)).toEqual(refusedWith('parcel_gone'));
    expect(await parcel.deleteParcel()).toMatchObject({ ok: true });
    expect(await parcel.readIndex()).toEqual(refusedWith('parcel_gone'));
  });

  it('a blob that was deleted and created again is sealed under a higher revision', async () => {
    const parcel = await newDraft();
    await parcel.writeBlob('file1', 0, text('old'));
    await parcel.deleteBlob('file1');
    expect(await parcel.writeBlob('file1', 0, text('new'))).toMatchObject({ ok: true, revision: 3 });
    expect(await parcel.readBlob('file1', 3)).toMatchObject({ ok: true });
  });
});

describe('a host that returns wrong data', () => {
  it('a blob swapped with another is parcel_altered', async () => {
    const parcel = await newDraft();
    await parcel.writeBlob('file1', 0, text('a'));
    await parcel.writeBlob('file2', 0, text('b'));
    stored.set(await blobPath(parcel, 'file1'), at(await blobPath(parcel, 'file2')));
    expect(await parcel.readBlob('file1', 1)).toEqual(refusedWith('parcel_altered'));
  });

  it.each(['under its old number', 'under the new number'])('an older blob %s is parcel_altered', async (number) => {
    const parcel = await newDraft();
    const path = await blobPath(parcel, 'file1');
    await parcel.writeBlob('file1', 0, text('old'));
    const old = at(path);
    await parcel.writeBlob('file1', 1, text('new'));
    stored.set(path, number === 'under its old number' ? old : { ...old, revision: 2 });
    expect(await parcel.readBlob('file1', 2)).toEqual(refusedWith('parcel_altered'));
  });

  it('an older index is parcel_altered for a device that has seen a newer one', async () => {
    const parcel = await newDraft();
    const old = at(indexPath(parcel));
    await parcel.writeIndex({ ...INDEX, state: 'ready' });
    stored.set(indexPath(parcel), old);
    expect(await parcel.readIndex()).toEqual(refusedWith('parcel_altered'));
  });

  it('an index of another device that the host had hidden is parcel_altered', async () => {
    const parcel = await newDraft();
    const other = await opened(parcel.secret);
    await other.readIndex();
    const before = at(indexPath(parcel));
    await other.writeIndex({ ...INDEX, state: 'opening' });
    const others = at(indexPath(parcel));
    stored.set(indexPath(parcel), before);
    await parcel.writeIndex({ ...INDEX, state: 'ready' });
    stored.set(indexPath(parcel), others);
    expect(await parcel.readIndex()).toEqual(refusedWith('parcel_altered'));
  });
});

describe('a write without a response', () => {
  it('a parcel write whose response was lost is done', async () => {
    const parcel = await newDraft();
    faults.push('response lost');
    expect(await parcel.writeBlob('file1', 0, text('a'))).toMatchObject({ ok: true, revision: 1 });
    faults.push('response lost');
    expect(await parcel.writeIndex({ ...INDEX, state: 'ready' })).toMatchObject({ ok: true, revision: 2 });
    expect(await parcel.writeIndex(INDEX)).toMatchObject({ ok: true, revision: 3 });
    faults.push('response lost');
    expect(await createParcel('draft', INDEX)).toMatchObject({ ok: true });
  });

  it('a parcel write that did not arrive is repeated', async () => {
    const parcel = await newDraft();
    faults.push('request lost');
    expect(await parcel.writeIndex({ ...INDEX, state: 'ready' })).toMatchObject({ ok: true, revision: 2 });
    faults.push('request lost');
    expect(await parcel.writeBlob('file1', 0, text('a'))).toMatchObject({ ok: true, revision: 1 });
  });

  it('a lost parcel write is parcel_changed when another device wrote meanwhile', async () => {
    const parcel = await newDraft();
    const other = await opened(parcel.secret);
    await other.readIndex();
    await other.writeIndex({ ...INDEX, state: 'opening' });
    faults.push('request lost');
    expect(await parcel.writeIndex({ ...INDEX, state: 'ready' })).toEqual(refusedWith('parcel_changed'));
  });

  it('a parcel write is no_answer when the check has no response either', async () => {
    const parcel = await newDraft();
    faults.push('request lost', 'request lost');
    expect(await parcel.writeIndex(INDEX)).toEqual(refusedWith('no_answer'));
  });
});
