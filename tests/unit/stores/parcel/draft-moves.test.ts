import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ANSWERS_BLOB, type DraftIndex } from '../../../../src/domain/parcel/contents.ts';
import type { ApiError } from '../../../../src/stores/api/request.ts';
import type { DraftContent } from '../../../../src/stores/application/draft-record.ts';
import type { ParcelHandle, ParcelResult } from '../../../../src/stores/parcel/parcel.ts';
import { createDraftReceiver } from '../../../../src/stores/parcel/receive-draft.ts';
import { createDraftSender } from '../../../../src/stores/parcel/send-draft.ts';
import { chosenFile, saveParts } from '../application/filled-forms.ts';
import { createDevice, type Device, type Tab } from '../application/one-device.ts';

type Handle = ParcelHandle<'draft'>;
const SECRET = 'A'.repeat(22);

/** A parcel at a host in memory, with handles for several devices, whose calls can fail once. */
function oneHost() {
  let index: { value: DraftIndex; revision: number } | null = null;
  const blobs = new Map<string, ArrayBuffer>();
  const calls: string[] = [];
  const watchers: { handle: Handle; onIndex: (index: DraftIndex) => void; onEnd: (error: ApiError) => void }[] = [];
  const fails: { before?: string; after?: string; with?: ApiError['code'] } = {};
  const gone = { ok: false, error: { code: 'parcel_gone' } } as const;
  const ok = <Value>(value: Value, revision = 1): ParcelResult<Value> => ({
    ok: true,
    value,
    revision,
    secondsLeft: 60,
  });
  /** @returns the requested failure */
  const failing = (when: 'before' | 'after', call: string) => {
    if (fails[when] !== call) return null;
    delete fails[when];
    return { ok: false, error: { code: fails.with ?? 'no_answer' } } as const;
  };
  const around = async <Value>(call: string, act: () => ParcelResult<Value>): Promise<ParcelResult<Value>> => {
    calls.push(call);
    const early = failing('before', call);
    if (early) return early;
    const got = index ? act() : gone;
    return failing('after', call) ?? got;
  };
  const handle = (): Handle => {
    let seen = index?.revision ?? 0;
    return {
      secret: SECRET,
      keys: {} as Handle['keys'],
      endsAt: () => null,
      readIndex: () =>
        around('readIndex', () => {
          if (!index) return gone;
          seen = index.revision;
          return ok(index.value, index.revision);
        }),
      writeIndex: (value) =>
        around(`writeIndex ${value.state}`, () => {
          if (index?.revision !== seen) return { ok: false, error: { code: 'parcel_changed' } };
          index = { value, revision: seen + 1 };
          seen += 1;
          return ok(null, seen);
        }),
      readBlob: (name) =>
        around(`readBlob ${name}`, () => {
          const bytes = blobs.get(name);
          return bytes ? ok(bytes) : gone;
        }),
      writeBlob: (name, _from, bytes) =>
        around(`writeBlob ${name}`, () => {
          if (blobs.has(name)) return { ok: false, error: { code: 'parcel_changed' } };
          blobs.set(name, bytes as ArrayBuffer);
          return ok(null);
        }),
      deleteBlob: (name) => around(`deleteBlob ${name}`, () => (blobs.delete(name) ? ok(null) : gone)),
      deleteParcel: () =>
        around('deleteParcel', () => {
          blobs.clear();
          index = null;
          return ok(null);
        }),
    };
  };
  return {
    blobs,
    calls,
    fails,
    handle,
    index: () => index?.value,
    create: async (_kind: 'draft', value: DraftIndex) => {
      index = { value, revision: 1 };
      return { ok: true, parcel: handle() } as const;
    },
    open: async (_kind: 'draft', secret: string) => (secret === SECRET ? handle() : null),
    watch: (
      of: Handle,
      { onIndex, onEnd }: { onIndex: (index: DraftIndex) => void; onEnd: (error: ApiError) => void },
    ) => {
      const watcher = { handle: of, onIndex, onEnd };
      watchers.push(watcher);
      return () => void watchers.splice(watchers.indexOf(watcher), watchers.includes(watcher) ? 1 : 0);
    },
    /** Lets every device read the index. */
    async ask() {
      for (const { handle: of, onIndex, onEnd } of [...watchers]) {
        const got = await of.readIndex();
        if (got.ok) onIndex(got.value);
        else onEnd(got.error);
      }
    },
  };
}

let host: ReturnType<typeof oneHost>;
let laptop: Tab;
let online: (() => void)[];
const whenOnline = (action: () => void) => {
  online.push(action);
  return () => void online.splice(online.indexOf(action), online.includes(action) ? 1 : 0);
};

const senderOn = (tab: Tab, create: unknown = host.create) =>
  createDraftSender({
    onArrived: () => undefined,
    content: () => tab.readDraftContent(),
    countDone: () => tab.$draft.get().saved.length,
    create: create as never,
    watch: host.watch as never,
    whenOnline,
  });
const receiverOn = (replace: (content: DraftContent) => Promise<boolean>, opener = 'phone') =>
  createDraftReceiver({
    open: host.open as never,
    watch: host.watch as never,
    replace,
    newOpener: () => opener,
    whenOnline,
    after: (_ms, action) => {
      queueMicrotask(action);
      return () => {};
    },
  });

async function tabOf(device: Device): Promise<Tab> {
  const tab = device.tab();
  await tab.openDraft();
  return tab;
}

beforeEach(async () => {
  host = oneHost();
  online = [];
  laptop = await tabOf(createDevice());
  laptop.chooseType('specialist');
  saveParts(laptop, 'specialist');
  await laptop.flushDraft();
});

describe('a draft sent to another device', () => {
  it('a sent draft arrives with answers and files unchanged, and the host keeps only the index', async () => {
    const sender = senderOn(laptop);
    await sender.send();
    expect(sender.$sending.get()).toMatchObject({
      phase: 'waiting',
      parcel: { secret: SECRET },
      index: { state: 'ready' },
    });
    const phone = await tabOf(createDevice());
    const receiver = receiverOn((content) => phone.replaceDraft(content));
    await receiver.open(SECRET);
    expect(receiver.$receiving.get()).toMatchObject({ phase: 'offered', index: { opener: null } });
    expect(host.calls.some((call) => call.startsWith('readBlob'))).toBe(false);
    await receiver.start();
    expect(receiver.$receiving.get().phase).toBe('arrived');
    const [there, here] = [await phone.readDraftContent(), await laptop.readDraftContent()];
    expect({ ...there, changedAt: '' }).toEqual({ ...here, changedAt: '' });
    const scan = (of: DraftContent | null) => (of?.step1Data.file4 as { blob: Blob } | undefined)?.blob.text();
    expect(await scan(there)).toBe(await scan(here));
    expect(host.blobs.size).toBe(0);
    expect(host.index()).toMatchObject({ state: 'arrived', type: null, files: [] });
    await host.ask();
    expect(sender.$sending.get().phase).toBe('arrived');
    expect(laptop.$draft.get().type).toBe('specialist');
  });

  it.each(['before', 'after'] as const)(
    'sending a draft resumes with missing blobs after a connection lost %s the host stored one',
    async (when) => {
      const sender = senderOn(laptop);
      host.fails[when] = 'writeBlob file4';
      await sender.send();
      expect(sender.$sending.get()).toMatchObject({ phase: 'stopped', error: { code: 'no_answer' } });
      await sender.retry();
      expect(sender.$sending.get().phase).toBe('waiting');
      expect(host.calls.filter((call) => call === `writeBlob ${ANSWERS_BLOB}`)).toHaveLength(1);
      expect(host.index()?.files.every(({ revision }) => revision === 1)).toBe(true);
    },
  );

  it('receiving a draft resumes with missing blobs when the network is back', async () => {
    await senderOn(laptop).send();
    const phone = await tabOf(createDevice());
    const receiver = receiverOn((content) => phone.replaceDraft(content));
    await receiver.open(SECRET);
    host.fails.before = 'readBlob file4';
    await receiver.start();
    expect(receiver.$receiving.get().phase).toBe('stopped');
    for (const action of [...online]) action();
    await expect.poll(() => receiver.$receiving.get().phase).toBe('arrived');
    expect(host.calls.filter((call) => call === `readBlob ${ANSWERS_BLOB}`)).toHaveLength(1);
  });

  it('a draft can be claimed again after the response to the claim was lost', async () => {
    await senderOn(laptop).send();
    const phone = await tabOf(createDevice());
    const receiver = receiverOn((content) => phone.replaceDraft(content));
    await receiver.open(SECRET);
    host.fails.after = 'writeIndex opening';
    await receiver.start();
    await receiver.start();
    expect(receiver.$receiving.get().phase).toBe('arrived');
  });

  it('the arrival of a draft is reported again until the host has it', async () => {
    const sender = senderOn(laptop);
    await sender.send();
    const phone = await tabOf(createDevice());
    const receiver = receiverOn((content) => phone.replaceDraft(content));
    await receiver.open(SECRET);
    host.fails.before = 'writeIndex arrived';
    await receiver.start();
    await expect.poll(() => host.blobs.size).toBe(0);
    expect(host.index()?.state).toBe('arrived');
  });
});

describe('the company link of a sent draft', () => {
  const COMPANY = 'C'.repeat(22);

  it('a sent draft takes its company link along, and hasTransferred reports it before the sender knew', async () => {
    await laptop.storeCompany({ secret: COMPANY, parts: ['employer'] });
    const sender = senderOn(laptop);
    await sender.send();
    expect(await sender.hasTransferred(COMPANY)).toBe(false);
    const phone = await tabOf(createDevice());
    const receiver = receiverOn((content) => phone.replaceDraft(content));
    await receiver.open(SECRET);
    await receiver.start();
    expect(phone.$draft.get().company).toMatchObject({ secret: COMPANY });
    expect(await sender.hasTransferred(COMPANY)).toBe(true);
    expect(sender.$sending.get().phase).toBe('arrived');
    // A later link belongs to this device.
    expect(await sender.hasTransferred('D'.repeat(22))).toBe(false);
  });
});

describe('sending a draft when something interferes', () => {
  it('a second device sees that another has begun to receive the draft, and can take over', async () => {
    await senderOn(laptop).send();
    const first = receiverOn(async () => true, 'first');
    await first.open(SECRET);
    host.fails.before = 'readBlob file4';
    await first.start();
    const phone = await tabOf(createDevice());
    const second = receiverOn((content) => phone.replaceDraft(content), 'second');
    await second.open(SECRET);
    expect(second.$receiving.get()).toMatchObject({ phase: 'offered', index: { opener: 'first' } });
    host.fails.before = 'readBlob file4';
    await second.start();
    await host.ask();
    expect(first.$receiving.get()).toMatchObject({ phase: 'offered', index: { opener: 'second' } });
    await second.start();
    await host.ask();
    expect(second.$receiving.get().phase).toBe('arrived');
    expect(first.$receiving.get().phase).toBe('used');
  });

  it('cancelling a sent draft deletes its blobs and is shown on both devices', async () => {
    const sender = senderOn(laptop);
    await sender.send();
    const receiver = receiverOn(async () => true);
    await receiver.open(SECRET);
    await sender.cancel();
    await host.ask();
    expect(sender.$sending.get().phase).toBe('cancelled');
    expect(receiver.$receiving.get().phase).toBe('cancelled');
    expect(host.blobs.size).toBe(0);
  });

  it('cancelling a sent draft is completed after a lost connection', async () => {
    const sender = senderOn(laptop);
    await sender.send();
    host.fails.before = 'deleteBlob file4';
    await sender.cancel();
    expect(sender.$sending.get()).toMatchObject({ phase: 'closeFailed', error: { code: 'no_answer' } });
    for (const action of [...online]) action();
    await expect.poll(() => sender.$sending.get().phase).toBe('cancelled');
    expect(host.blobs.size).toBe(0);
    expect(host.index()?.state).toBe('cancelled');
  });

  it('cancelling a sent draft succeeds although the other device writes at the same time', async () => {
    const sender = senderOn(laptop);
    await sender.send();
    host.fails.before = 'writeIndex cancelled';
    host.fails.with = 'parcel_changed';
    await sender.cancel();
    expect(sender.$sending.get().phase).toBe('cancelled');
    expect(host.index()?.state).toBe('cancelled');
    expect(host.blobs.size).toBe(0);
  });

  it('cancelling a draft that the other device has stored shows it as arrived on both', async () => {
    const sender = senderOn(laptop);
    await sender.send();
    const phone = await tabOf(createDevice());
    const storing = Promise.withResolvers<void>();
    const replace = vi.fn(async (content: DraftContent) => {
      await storing.promise;
      return phone.replaceDraft(content);
    });
    const receiver = receiverOn(replace);
    await receiver.open(SECRET);
    const receiving = receiver.start();
    await expect.poll(() => replace).toHaveBeenCalled();
    await sender.cancel();
    expect(sender.$sending.get().phase).toBe('cancelled');
    storing.resolve();
    await receiving;
    await expect.poll(() => host.index()?.state).toBe('arrived');
    await host.ask();
    expect(receiver.$receiving.get().phase).toBe('arrived');
    expect(sender.$sending.get().phase).toBe('arrived');
    expect(phone.$draft.get().type).toBe('specialist');
  });

  it('cancelling a sent draft stops the watching of its index', async () => {
    const sender = senderOn(laptop);
    await sender.send();
    await sender.cancel();
    host.calls.length = 0;
    await host.ask();
    expect(host.calls).toEqual([]);
  });

  it('a draft cancelled while it is being fetched is not stored', async () => {
    const sender = senderOn(laptop);
    await sender.send();
    const replace = vi.fn(async () => true);
    const receiver = receiverOn(replace);
    await receiver.open(SECRET);
    const read = Blob.prototype.text;
    const reading = vi.spyOn(Blob.prototype, 'text').mockImplementationOnce(async function (this: Blob) {
      await sender.cancel();
      await host.ask();
      return read.call(this);
    });
    await receiver.start();
    reading.mockRestore();
    expect(receiver.$receiving.get().phase).toBe('cancelled');
    expect(replace).not.toHaveBeenCalled();
  });

  it('a draft sent again while the first parcel is being created replaces it', async () => {
    const gone = async () => ({ ok: false, error: { code: 'parcel_gone' } });
    const first = { ...host.handle(), readIndex: gone, deleteParcel: vi.fn(async () => ({ ok: true })) };
    const made = Promise.withResolvers<never>();
    const create = vi.fn(host.create).mockImplementationOnce(() => made.promise);
    const sender = senderOn(laptop, create);
    const sending = sender.send();
    await expect.poll(() => create).toHaveBeenCalled();
    await sender.cancel();
    await sender.send();
    made.resolve({ ok: true, parcel: first } as never);
    await sending;
    expect(first.deleteParcel).toHaveBeenCalled();
    await sender.cancel();
    expect(sender.$sending.get().phase).toBe('cancelled');
    expect(host.index()?.state).toBe('cancelled');
  });

  it('a received link has the phase noLink without its secret, gone when unknown, and altered when changed', async () => {
    const receiver = receiverOn(async () => true);
    await receiver.open('cut');
    expect(receiver.$receiving.get().phase).toBe('noLink');
    await receiver.open(null);
    expect(receiver.$receiving.get().phase).toBe('noLink');
    await receiver.open(SECRET);
    expect(receiver.$receiving.get().phase).toBe('gone');
    await senderOn(laptop).send();
    await receiver.open(SECRET);
    host.fails.before = 'readBlob file4';
    host.fails.with = 'parcel_altered';
    await receiver.start();
    expect(receiver.$receiving.get().phase).toBe('altered');
  });

  it('a received draft that the device refuses keeps the earlier draft and the parcel', async () => {
    await senderOn(laptop).send();
    const device = createDevice();
    const phone = await tabOf(device);
    phone.chooseType('founder');
    phone.typeInPart('passport', { ...phone.formOf(1), file4: chosenFile('mine.pdf') });
    await phone.flushDraft();
    device.refuses.write = (_key, value) => value instanceof Blob;
    const receiver = receiverOn((content) => phone.replaceDraft(content));
    await receiver.open(SECRET);
    device.refuses.write = (key, value) => key.startsWith('file:') && !device.stored.has(key) && value !== undefined;
    await receiver.start();
    expect(receiver.$receiving.get().phase).toBe('refused');
    expect(phone.$draft.get().type).toBe('founder');
    expect(host.blobs.size).toBeGreaterThan(0);
    delete device.refuses.write;
    await receiver.start();
    expect(receiver.$receiving.get().phase).toBe('arrived');
    expect(phone.$draft.get().type).toBe('specialist');
  });
});
