import { beforeEach, describe, expect, it } from 'vitest';
import type { FieldCode } from '../../../../src/domain/api/errors.ts';
import type { PhotoIndex } from '../../../../src/domain/parcel/contents.ts';
import { ports } from '../../../../src/stores/browser/ports.ts';
import { setTransferPorts } from '../../../../src/stores/browser/transfer-ports.ts';
import type { ChosenFile } from '../../../../src/stores/device/form-values.ts';
import { type AskingPhoto, createPhotoAsker } from '../../../../src/stores/parcel/ask-photo.ts';
import { createParcel } from '../../../../src/stores/parcel/parcel.ts';
import { createPhotoSender, type SendingPhoto } from '../../../../src/stores/parcel/send-photo.ts';
import { watchIndex } from '../../../../src/stores/parcel/watch.ts';
import { faults, requests, startHost, stored } from './host.ts';

/** Timers that have not fired. */
let timers: { ms: number; action: () => void }[] = [];
let openers = 0;

const until = (store: { get: () => AskingPhoto | SendingPhoto }, phase: string) =>
  expect.poll(() => store.get().phase).toBe(phase);
/** Fires the timers of watching pages, and not those that end a parcel. */
const tick = () => {
  const due = timers.filter(({ ms }) => ms <= 10_000);
  timers = timers.filter((timer) => !due.includes(timer));
  for (const { action } of due) action();
};
const untilPhaseAfterPolls = (store: { get: () => AskingPhoto | SendingPhoto }, phase: string) =>
  expect
    .poll(() => {
      tick();
      return store.get().phase;
    })
    .toBe(phase);

const phone = (watch = watchIndex<'photo'>) => createPhotoSender({ watch, newOpener: () => String(++openers) });

const secretOf = ({ parcel }: AskingPhoto) => parcel?.secret ?? '';

function field(answers: (FieldCode | 'dropped' | null)[] = []) {
  const taken: File[] = [];
  const chooseFile = async (file: File) => {
    const problem = answers.shift() ?? null;
    if (problem === null) taken.push(file);
    return problem;
  };
  return { taken, asks: { path: 'file2', type: 'specialist' as const, chooseFile } };
}

async function ask(asks = field().asks, create = createParcel<'photo'>) {
  const asker = createPhotoAsker({ create });
  await asker.ask(asks);
  const state = asker.$asking.get();
  if (state.phase !== 'waiting') throw new Error(state.phase);
  return { asker, secret: secretOf(state) };
}

async function accepted(secret: string, page = phone()) {
  await page.open(secret);
  await page.claim();
  expect(page.$sending.get().phase).toBe('working');
  return page;
}

const BYTES = new Uint8Array(5000).map((_, at) => at % 251);
const paper = (bytes = BYTES): ChosenFile => ({
  name: 'diploma.pdf',
  type: 'application/pdf',
  size: bytes.length,
  blob: new Blob([bytes]),
});
/** The blobs of parcels at the host. */
const blobs = () => [...stored.entries()].filter(([path, { bytes }]) => path.split('/').length > 5 && bytes);

beforeEach(() => {
  timers = [];
  openers = 0;
  startHost();
  usePorts();
});

function usePorts(): void {
  setTransferPorts({ isShown: () => true });
  Object.assign(ports, {
    whenShown: () => () => undefined,
    whenOnline: () => () => undefined,
    after: (ms: number, action: () => void) => {
      const timer = { ms, action };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  });
}

describe('a file from a phone', () => {
  it("a phone's file arrives unchanged in its field, and is deleted from the host", async () => {
    const { taken, asks } = field();
    const { asker, secret } = await ask(asks);
    const page = await accepted(secret);
    await page.send(paper());
    expect(page.$sending.get().phase).toBe('waiting');
    expect(blobs()).toHaveLength(1);
    await untilPhaseAfterPolls(asker.$asking, 'received');
    expect(taken.map(({ name, type }) => ({ name, type }))).toEqual([{ name: 'diploma.pdf', type: 'application/pdf' }]);
    expect(new Uint8Array((await taken[0]?.arrayBuffer()) ?? [])).toEqual(BYTES);
    await untilPhaseAfterPolls(page.$sending, 'received');
    await expect.poll(() => blobs()).toEqual([]);
  });

  it('a photo link accepts one file only', async () => {
    const { taken, asks } = field();
    const { asker, secret } = await ask(asks);
    const page = await accepted(secret);
    await page.send(paper());
    await untilPhaseAfterPolls(asker.$asking, 'received');
    const again = phone();
    await untilPhaseAfterPolls(page.$sending, 'received');
    await again.open(secret);
    expect(again.$sending.get().phase).toBe('received');
    await page.send(paper());
    expect(taken).toHaveLength(1);
  });

  it('a file that the field refuses is reported on the phone, which can send another', async () => {
    const { taken, asks } = field(['file_type']);
    const { asker, secret } = await ask(asks);
    const page = await accepted(secret);
    await page.send(paper());
    await untilPhaseAfterPolls(page.$sending, 'working');
    expect(page.$sending.get()).toMatchObject({ index: { problem: 'file_type' } });
    expect(asker.$asking.get()).toMatchObject({ phase: 'waiting', index: { problem: 'file_type' } });
    await page.send(paper(new Uint8Array([1, 2, 3])));
    await untilPhaseAfterPolls(asker.$asking, 'received');
    expect(taken.map(({ size }) => size)).toEqual([3]);
  });

  it("a phone's file is cancelled when another was chosen at the field", async () => {
    const { taken, asks } = field(['dropped']);
    const { asker, secret } = await ask(asks);
    const page = await accepted(secret);
    await page.send(paper());
    await untilPhaseAfterPolls(page.$sending, 'cancelled');
    expect(asker.$asking.get().phase).toBe('idle');
    expect(taken).toEqual([]);
    await expect.poll(() => blobs()).toEqual([]);
  });

  it('sending from a phone continues after a lost connection and a lost response', async () => {
    const { taken, asks } = field();
    const { asker, secret } = await ask(asks);
    const page = await accepted(secret);
    faults.push('request lost', 'request lost', 'request lost', 'request lost');
    await page.send(paper());
    expect(page.$sending.get().phase).toBe('stopped');
    faults.length = 0;
    faults.push('response lost');
    await page.retry();
    expect(page.$sending.get().phase).toBe('waiting');
    await untilPhaseAfterPolls(asker.$asking, 'received');
    expect(taken).toHaveLength(1);
  });

  it("a phone's file that was altered on the host does not reach the field", async () => {
    const { taken, asks } = field();
    const { asker, secret } = await ask(asks);
    const page = await accepted(secret);
    await page.send(paper());
    for (const [, entry] of blobs()) if (entry.bytes) entry.bytes[100] = (entry.bytes[100] ?? 0) ^ 1;
    await untilPhaseAfterPolls(asker.$asking, 'stopped');
    expect(asker.$asking.get()).toMatchObject({ error: { code: 'parcel_altered' } });
    expect(taken).toEqual([]);
  });
});

/**
 * Returns a `createParcel` whose parcels let another device write first, once, before a blob is read or a state is written.
 */
function overtaken(at: 'readBlob' | PhotoIndex['state'], other: { acts: () => unknown }): typeof createParcel<'photo'> {
  return async (kind, index) => {
    const made = await createParcel(kind, index);
    if (!made.ok) return made;
    const { readBlob, writeIndex } = made.parcel;
    let done = false;
    const first = async (call: string) => {
      if (call !== at || done) return;
      done = true;
      await other.acts();
    };
    const parcel: typeof made.parcel = {
      ...made.parcel,
      readBlob: async (...call) => {
        await first('readBlob');
        return readBlob(...call);
      },
      writeIndex: async (next) => {
        await first(next.state);
        return writeIndex(next);
      },
    };
    return { ...made, parcel };
  };
}

describe('asking side and phone when something interferes', () => {
  it("cancelling at the field while the phone sends ends the phone's link and deletes the file", async () => {
    const other: { acts: () => unknown } = { acts: () => {} };
    const { asker, secret } = await ask(field().asks, overtaken('cancelled', other));
    const page = await accepted(secret);
    other.acts = () => page.send(paper());
    await asker.cancel();
    await untilPhaseAfterPolls(page.$sending, 'cancelled');
    await expect.poll(() => blobs()).toEqual([]);
  });

  it('the phone is cancelled after a lost connection while the field cancels', async () => {
    const { asker, secret } = await ask();
    const page = await accepted(secret);
    faults.push(...Array<'request lost'>(4).fill('request lost'));
    await asker.cancel();
    expect(asker.$asking.get().phase).toBe('idle');
    faults.length = 0;
    await untilPhaseAfterPolls(page.$sending, 'cancelled');
  });

  it('the field is cancelled after a lost connection while the phone cancels', async () => {
    const { asker, secret } = await ask();
    const page = await accepted(secret);
    faults.push(...Array<'request lost'>(4).fill('request lost'));
    await page.cancel();
    expect(page.$sending.get().phase).toBe('cancelled');
    faults.length = 0;
    await untilPhaseAfterPolls(asker.$asking, 'cancelled');
  });

  it.each([
    ['leave', 'gone'],
    ['cancel', 'received'],
  ] as const)(
    "after a lost connection before the phone's receipt, then %s, the phone shows %s",
    async (close, phase) => {
      const cut = { acts: () => faults.push(...Array<'request lost'>(6).fill('request lost')) };
      const { asker, secret } = await ask(field().asks, overtaken('received', cut));
      const page = await accepted(secret);
      await page.send(paper());
      await untilPhaseAfterPolls(asker.$asking, 'received');
      // The field waits for its next attempt.
      await expect.poll(() => timers.map(({ ms }) => ms)).toContain(3000);
      faults.length = 0;
      await asker[close]();
      // A closing page makes no further attempt.
      if (close === 'leave') await expect.poll(() => requests.at(-1)?.call).toMatch(/^DELETE /);
      await untilPhaseAfterPolls(page.$sending, phase);
    },
  );

  it("a phone's file altered on the host ends its link, and a retry of the field creates another", async () => {
    const { taken, asks } = field();
    const { asker, secret } = await ask(asks);
    const page = await accepted(secret);
    await page.send(paper());
    for (const [, entry] of blobs()) if (entry.bytes) entry.bytes[100] = (entry.bytes[100] ?? 0) ^ 1;
    await untilPhaseAfterPolls(asker.$asking, 'stopped');
    await untilPhaseAfterPolls(page.$sending, 'gone');
    await asker.retry();
    const state = asker.$asking.get();
    expect(state.phase).toBe('waiting');
    const again = await accepted(secretOf(state));
    await again.send(paper());
    await untilPhaseAfterPolls(asker.$asking, 'received');
    expect(taken).toHaveLength(1);
  });

  it('an index altered on the host stops the field, and a retry creates another link', async () => {
    const { asker } = await ask();
    for (const [, entry] of stored) if (entry.bytes) entry.bytes[20] = (entry.bytes[20] ?? 0) ^ 1;
    await untilPhaseAfterPolls(asker.$asking, 'stopped');
    await asker.retry();
    expect(asker.$asking.get().phase).toBe('waiting');
  });

  it('a phone that takes over while the file of another phone is refused can send its own', async () => {
    const { taken, asks } = field(['file_type']);
    const other: { acts: () => unknown } = { acts: () => {} };
    const { asker, secret } = await ask(asks, overtaken('refused', other));
    const first = await accepted(secret);
    const second = phone();
    await second.open(secret);
    other.acts = async () => {
      await second.reload();
      await second.claim();
    };
    await first.send(paper());
    await untilPhaseAfterPolls(first.$sending, 'offered');
    for (let asking = 0; asking < 5; asking++) {
      tick();
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(second.$sending.get().phase).toBe('working');
    await second.send(paper());
    await untilPhaseAfterPolls(asker.$asking, 'received');
    expect(taken).toHaveLength(1);
  });

  it('a file that another phone replaces while the field fetches it is replaced in the field', async () => {
    const { taken, asks } = field();
    const other: { acts: () => unknown } = { acts: () => {} };
    const { asker, secret } = await ask(asks, overtaken('readBlob', other));
    const first = await accepted(secret);
    other.acts = async () => {
      const second = await accepted(secret);
      await second.send(paper(new Uint8Array([4, 5, 6])));
    };
    await first.send(paper());
    await untilPhaseAfterPolls(asker.$asking, 'received');
    expect(taken.map(({ size }) => size)).toEqual([3]);
  });

  it('a phone that cancels without knowing that its file was taken, or that another took over, changes nothing', async () => {
    const unaware = () => phone(() => () => undefined);
    const { taken, asks } = field();
    const { asker, secret } = await ask(asks);
    const first = await accepted(secret, unaware());
    const second = await accepted(secret, unaware());
    await first.cancel();
    await second.send(paper());
    await untilPhaseAfterPolls(asker.$asking, 'received');
    await expect.poll(() => blobs()).toEqual([]);
    await second.cancel();
    expect(second.$sending.get().phase).toBe('received');
    expect(taken).toHaveLength(1);
  });
});

describe('a photo link cancelled while it is being created', () => {
  /** Holds the host's responses until `come` is called. */
  function heldLink() {
    const gate = Promise.withResolvers<void>();
    const create: typeof createParcel<'photo'> = async (kind, index) => {
      const made = await createParcel(kind, index);
      await gate.promise;
      return made;
    };
    return { create, come: gate.resolve };
  }
  const left = () => [...stored.values()].filter(({ bytes }) => bytes);

  it('a photo link cancelled at once is not shown, and is deleted', async () => {
    const asker = createPhotoAsker();
    const asking = asker.ask(field().asks);
    expect(asker.$asking.get().phase).toBe('sending');
    await asker.cancel();
    await asking;
    expect(asker.$asking.get().phase).toBe('idle');
    await expect.poll(() => left()).toEqual([]);
  });

  it('a cancelled photo link is deleted once created, and does not replace a later one', async () => {
    const first = heldLink();
    let create = first.create;
    const asker = createPhotoAsker({
      create: (...call: Parameters<typeof createParcel<'photo'>>) => create(...call),
    });
    const asking = asker.ask(field().asks);
    await expect.poll(() => left()).toHaveLength(1);
    await asker.cancel();
    create = createParcel;
    await asker.ask(field().asks);
    const shown = asker.$asking.get();
    first.come();
    await asking;
    await expect.poll(() => left()).toHaveLength(1);
    expect(asker.$asking.get()).toEqual(shown);
    const page = await accepted(secretOf(shown));
    expect(page.$sending.get().phase).toBe('working');
  });
});

describe('notices between field and phone', () => {
  it('the field shows that a phone has opened its link, and that the phone has cancelled', async () => {
    const { asker, secret } = await ask();
    const page = await accepted(secret);
    await expect
      .poll(() => {
        tick();
        return asker.$asking.get();
      })
      .toMatchObject({ phase: 'waiting', index: { opener: '1' } });
    await page.cancel();
    await untilPhaseAfterPolls(asker.$asking, 'cancelled');
  });

  it("the phone's link ends when the field cancels", async () => {
    const { asker, secret } = await ask();
    const page = await accepted(secret);
    await asker.cancel();
    await untilPhaseAfterPolls(page.$sending, 'cancelled');
    expect(asker.$asking.get().phase).toBe('idle');
  });

  it("the phone's link is gone when the asking page is closed", async () => {
    const { asker, secret } = await ask();
    const page = await accepted(secret);
    asker.leave();
    await untilPhaseAfterPolls(page.$sending, 'gone');
  });

  it('field and phone end when the host has deleted the parcel', async () => {
    const { asker, secret } = await ask();
    const page = await accepted(secret);
    for (const [path, entry] of stored) stored.set(path, { ...entry, bytes: null });
    await untilPhaseAfterPolls(asker.$asking, 'ended');
    await untilPhaseAfterPolls(page.$sending, 'gone');
  });

  it('a phone is offered its link again when another phone took over', async () => {
    const { secret } = await ask();
    const first = await accepted(secret);
    const second = phone();
    await second.open(secret);
    expect(second.$sending.get()).toMatchObject({ phase: 'offered', index: { opener: '1' } });
    await second.claim();
    expect(second.$sending.get().phase).toBe('working');
    await untilPhaseAfterPolls(first.$sending, 'offered');
    expect(first.$sending.get()).toMatchObject({ index: { opener: '2' } });
  });
});

it('opening a photo link writes nothing', async () => {
  const { secret } = await ask();
  requests.length = 0;
  const page = phone();
  await page.open(secret);
  await until(page.$sending, 'offered');
  expect(requests.map(({ call }) => call.split(' ')[0]).filter((method) => method !== 'GET')).toEqual([]);
});

it('a truncated photo link sends no request', async () => {
  const page = phone();
  await page.open(null);
  expect(page.$sending.get()).toMatchObject({ phase: 'noLink' });
  await page.open('abc');
  expect(page.$sending.get()).toMatchObject({ phase: 'noLink' });
  expect(requests).toEqual([]);
});
