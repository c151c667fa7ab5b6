import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FieldCode } from '../../../../src/domain/api/field-codes.ts';
import type { ChosenFile } from '../../../../src/stores/device/form-values.ts';
import { PhotoAskerStore } from '../../../../src/stores/parcel/photo-asker.ts';
import { PhotoSender } from '../../../../src/stores/parcel/photo-sender.ts';
import {
  blobs,
  endedLinks,
  faults,
  link,
  openedParcel,
  pass,
  reconnect,
  requests,
  settled,
  startHost,
  stored,
  until,
} from './host.ts';

function field(answers: (FieldCode | 'dropped' | null)[] = []) {
  const taken: File[] = [];
  const chooseFile = async (file: File) => {
    const issue = answers.shift() ?? null;
    if (issue === null) taken.push(file);
    return issue;
  };
  return { taken, asks: { path: 'file2', type: 'specialist' as const, chooseFile } };
}

async function ask(asks = field().asks) {
  const asker = new PhotoAskerStore();
  await asker.ask(asks);
  const { phase, secret } = asker.$view.get();
  expect(phase).toBe('waiting');
  return { asker, secret: secret ?? '' };
}

async function accepted(secret: string) {
  const page = new PhotoSender();
  await page.open(link(secret));
  expect(page.$view.get().phase).toBe('opened');
  page.accept();
  expect(page.$view.get().phase).toBe('working');
  return page;
}

const BYTES = new Uint8Array(5000).map((_, at) => at % 251);
const paper = (bytes = BYTES): ChosenFile => ({
  ...{ name: 'diploma.pdf', type: 'application/pdf', size: bytes.length },
  blob: new Blob([bytes]),
});

/** Changes a byte of what the host has stored. */
function spoil(isBlob: boolean): void {
  for (const [path, entry] of stored) {
    const { revision, bytes } = entry;
    if (path.split('/').length > 5 === isBlob && bytes)
      stored.set(path, { revision, bytes: bytes.with(20, Number(bytes[20]) ^ 1) });
  }
}

beforeEach(startHost);
afterEach(settled);

describe('a file from a phone', () => {
  it("a phone's file arrives unchanged in its field once, and is deleted from the host", async () => {
    const { taken, asks } = field();
    const { asker, secret } = await ask(asks);
    const page = await accepted(secret);
    await page.send(paper());
    expect(page.$view.get().phase).toBe('waiting');
    await until(asker, 'taken');
    expect(taken.map(({ name, type }) => ({ name, type }))).toEqual([{ name: 'diploma.pdf', type: 'application/pdf' }]);
    expect(new Uint8Array((await taken[0]?.arrayBuffer()) ?? [])).toEqual(BYTES);
    await until(page, 'taken');
    expect(endedLinks).toEqual(['taken']);
    await expect.poll(() => blobs().length).toBe(0);
    const again = new PhotoSender();
    await again.open(link(secret));
    expect(again.$view.get().phase).toBe('taken');
    await page.send(paper());
    expect(taken).toHaveLength(1);
  });

  it('opening and accepting a photo link writes nothing', async () => {
    const { secret } = await ask();
    const before = requests.length;
    await accepted(secret);
    expect(requests.slice(before).filter(({ call }) => !call.startsWith('GET'))).toEqual([]);
  });

  it('a file that the field refuses is reported on the phone, which can send another', async () => {
    const { taken, asks } = field(['file_type']);
    const { asker, secret } = await ask(asks);
    const page = await accepted(secret);
    await page.send(paper());
    await until(page, 'working');
    expect(page.$view.get().index?.issue).toBe('file_type');
    expect(asker.$view.get()).toMatchObject({ phase: 'waiting', index: { issue: 'file_type' } });
    await page.send(paper(BYTES.slice(0, 100)));
    await until(asker, 'taken');
    expect(taken.map(({ size }) => size)).toEqual([100]);
  });

  it("a phone's file is cancelled when the field needs none any more", async () => {
    const { asker, secret } = await ask(field(['dropped']).asks);
    const page = await accepted(secret);
    await page.send(paper());
    await until(page, 'cancelled');
    expect(asker.$view.get().phase).toBe('idle');
  });

  it.each(['request lost', 'response lost'] as const)(
    'sending from a phone continues after a lost connection (%s)',
    async (fate) => {
      const { asker, secret } = await ask();
      const page = await accepted(secret);
      faults.push(fate, 'request lost');
      await page.send(paper());
      expect(page.$view.get()).toMatchObject({ phase: 'stopped', refusal: { code: 'no_answer' } });
      reconnect();
      await until(page, 'taken');
      await until(asker, 'taken');
    },
  );

  it('a phone that was reloaded after sending waits for the verdict', async () => {
    const { asker, secret } = await ask();
    await (await accepted(secret)).send(paper());
    const reloaded = new PhotoSender();
    await reloaded.open(link(secret));
    expect(reloaded.$view.get().phase).toBe('waiting');
    await until(asker, 'taken');
    await until(reloaded, 'taken');
  });

  it("a phone's file altered on the host ends its link, and a retry of the field creates another", async () => {
    const { taken, asks } = field();
    const { asker, secret } = await ask(asks);
    const page = await accepted(secret);
    await page.send(paper());
    spoil(true);
    await until(asker, 'stopped');
    expect(taken).toEqual([]);
    await until(page, 'gone');
    await asker.retry();
    expect(asker.$view.get().phase).toBe('waiting');
    expect(asker.$view.get().secret).not.toBe(secret);
  });

  it('an index altered on the host stops the field, and the phone says so', async () => {
    const { asker, secret } = await ask();
    spoil(false);
    const page = new PhotoSender();
    await page.open(link(secret));
    expect(page.$view.get().phase).toBe('altered');
    await until(asker, 'stopped');
  });
});

describe('cancelling a file from a phone', () => {
  it('cancelling at the field ends the link of the phone and deletes its file', async () => {
    const { asker, secret } = await ask();
    const page = await accepted(secret);
    await page.send(paper());
    await asker.cancel();
    expect(asker.$view.get().phase).toBe('idle');
    await until(page, 'cancelled');
    await expect.poll(() => blobs().length).toBe(0);
  });

  it.each(['field', 'phone'] as const)('the other side learns of it after a lost connection (%s)', async (side) => {
    const { asker, secret } = await ask();
    const page = await accepted(secret);
    faults.push('request lost');
    await (side === 'field' ? asker : page).cancel();
    await until(side === 'field' ? page : asker, 'cancelled');
  });

  it('a phone that cancels after its file was taken shows that it was received', async () => {
    const { asker, secret } = await ask();
    const page = await accepted(secret);
    await page.send(paper());
    await (await openedParcel('photo', secret)).end('taken');
    await page.cancel();
    expect(page.$view.get().phase).toBe('taken');
    pass();
    expect(asker.$view.get().phase).not.toBe('idle');
  });

  it('a photo link cancelled while it is created is deleted, and does not replace a later one', async () => {
    const asker = new PhotoAskerStore();
    const { asks } = field();
    const first = asker.ask(asks);
    const second = asker.ask(asks);
    await Promise.all([first, second]);
    expect(asker.$view.get().phase).toBe('waiting');
    await expect.poll(() => [...stored.values()].filter(({ bytes }) => bytes)).toHaveLength(1);
  });

  it('closing the asking page deletes the parcel', async () => {
    const { asker, secret } = await ask();
    asker.leave();
    const page = new PhotoSender();
    await page.open(link(secret));
    expect(page.$view.get().phase).toBe('gone');
    await until(asker, 'ended');
  });

  it('a photo link without its key shows noLink, and its end after a reload', async () => {
    const page = new PhotoSender();
    await page.open(link('cut'));
    expect(page.$view.get().phase).toBe('noLink');
    await page.open({ key: null, ended: 'taken' });
    expect(page.$view.get().phase).toBe('taken');
  });
});
