import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormState } from '../../../../src/domain/application/form.ts';
import type { CompanyIndex } from '../../../../src/domain/parcel/contents.ts';
import { ports } from '../../../../src/stores/browser/ports.ts';
import type { ChosenFile } from '../../../../src/stores/device/form-values.ts';
import { DraftReceiverStore } from '../../../../src/stores/parcel/draft-receiver.ts';
import { DraftSenderStore } from '../../../../src/stores/parcel/draft-sender.ts';
import { endDraftLinks } from '../../../../src/stores/parcel/end-link.ts';
import { Parcel } from '../../../../src/stores/parcel/parcel.ts';
import { chosenFile, saveParts } from '../application/filled-forms.ts';
import { createDevice, type Device, reloadTab, type Tab } from '../application/one-device.ts';
import { fetchingXhr } from './fetching-xhr.ts';
import {
  blobs,
  endedLinks,
  faults,
  indexPath,
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

const COMPANY: CompanyIndex = {
  ...{ kind: 'company', state: 'made', type: 'specialist', parts: ['employer'], applicant: '' },
  ...{ done: [], sentAt: null, files: [] },
};

const MOVED = { movedAt: expect.stringMatching(/^2/) };

let device: Device;
let tab: Tab;

async function receiver() {
  const there = createDevice().tab();
  await there.openDraft();
  return { there, page: new DraftReceiverStore(there) };
}

async function made() {
  const sender = new DraftSenderStore(tab);
  await sender.send();
  const { phase, secret } = sender.$view.get();
  expect([phase, tab.$draft.get().move?.secret]).toEqual(['waiting', secret]);
  return { sender, secret: secret ?? '' };
}

/** The draft on a second device. */
async function moved(secret: string) {
  const { there, page } = await receiver();
  await page.open(link(secret));
  await page.move();
  expect(page.$view.get().phase).toBe('arrived');
  // It has told the host.
  await expect.poll(() => blobs().length).toBe(0);
  return { there, page };
}

beforeEach(async () => {
  startHost();
  device = createDevice();
  tab = device.tab();
  await tab.openDraft();
  tab.chooseType('specialist');
  saveParts(tab, 'specialist', 1);
  await tab.flushDraft();
});

afterEach(settled);

describe('a draft that moves to another device', () => {
  it('a moved draft arrives with answers and files unchanged, and the host keeps only the index', async () => {
    await tab.storeLinks({ company: { secret: 'C'.repeat(21), parts: ['employer'] } });
    const { sender, secret } = await made();
    const { there, page } = await receiver();
    await page.open(link(secret));
    expect(page.$view.get()).toMatchObject({
      phase: 'opened',
      index: { type: 'specialist', done: tab.$draft.get().saved.length, started: 0 },
    });
    await page.move();
    expect(page.$view.get().phase).toBe('arrived');
    const textOf = async (form: FormState) => (form.file4 as ChosenFile).blob.text();
    expect(await textOf(there.formOf(1))).toBe(await textOf(tab.formOf(1)));
    expect(there.$draft.get().saved).toEqual(tab.$draft.get().saved);
    expect(there.$draft.get().move).toBeNull();
    expect(there.$draft.get().company).toMatchObject({ parts: ['employer'] });
    await until(sender, 'idle');
    // The company's link went with the draft, which is a copy now, also after a reload.
    await expect.poll(() => tab.$draft.get()).toMatchObject({ company: null, move: MOVED });
    expect(blobs()).toHaveLength(0);
    expect(endedLinks).toEqual(['arrived']);
    const after = reloadTab(device);
    await after.openDraft();
    expect(after.$draft.get().move).toEqual({ secret, ...MOVED });
  });

  it('a part that was typed in and not finished is started on both devices', async () => {
    tab.typeInPart('employer', { company_name: 'Begun' });
    const { secret } = await made();
    const { page } = await receiver();
    await page.open(link(secret));
    expect(page.$view.get().index).toMatchObject({ started: 1 });
    await page.move();
    const states = tab.partStates().filter(({ state }) => state === 'started');
    expect(states.map(({ part }) => part)).toEqual(['employer']);
  });

  it('after its tab was closed, a live link can be cancelled, and its use is noticed', async () => {
    const first = await made();
    let after = reloadTab(device);
    await after.openDraft();
    const cancels = new DraftSenderStore(after);
    await cancels.resume();
    await until(cancels, 'waiting');
    expect(cancels.$view.get().secret).toBe(first.secret);
    await cancels.cancel();
    expect([cancels.$view.get().phase, after.$draft.get().move]).toEqual(['cancelled', null]);
    expect(blobs()).toHaveLength(0);

    tab = after;
    const { secret } = await made();
    await moved(secret);
    after = reloadTab(device);
    await after.openDraft();
    const notices = new DraftSenderStore(after);
    await notices.resume();
    await until(notices, 'idle');
    await expect.poll(() => after.$draft.get().move).toMatchObject(MOVED);
  });

  it('deleting the draft ends a link that is alive, and no company link that has moved with the draft', async () => {
    const company = { secret: (await Parcel.create('company', COMPANY)).secret, parts: [] };
    const stateOf = async () => (await (await openedParcel('company', company.secret)).read()).value.state;
    const { secret } = await made();
    await moved(secret);
    expect(await endDraftLinks({ ...tab.$draft.get(), company }, 'cancelled')).toBeNull();
    expect(await stateOf()).toBe('made');
    const next = await made();
    expect(await endDraftLinks({ ...tab.$draft.get(), company }, 'cancelled')).toBeNull();
    expect(await stateOf()).toBe('ended');
    const { page } = await receiver();
    await page.open(link(next.secret));
    expect(page.$view.get().phase).toBe('cancelled');
  });

  it('sending a draft resumes with missing blobs, and an empty draft makes no link', async () => {
    const sender = new DraftSenderStore(tab);
    faults.push(null, null, 'request lost');
    await sender.send();
    expect(sender.$view.get()).toMatchObject({ phase: 'stopped', refusal: { code: 'no_answer' } });
    expect(tab.$draft.get().move).toBeNull();
    const before = requests.length;
    reconnect();
    await until(sender, 'waiting');
    const again = requests.slice(before).map(({ call }) => call);
    expect(new Set(again.filter((call) => call.startsWith('PUT'))).size).toBe(blobs().length);

    const none = createDevice().tab();
    await none.openDraft();
    const empty = new DraftSenderStore(none);
    await empty.send();
    expect(empty.$view.get().phase).toBe('empty');
  });

  it('answers changed while an upload is stopped are in the draft that arrives', async () => {
    const sender = new DraftSenderStore(tab);
    faults.push(null, null, 'request lost');
    await sender.send();
    expect(sender.$view.get().phase).toBe('stopped');
    tab.typeInPart('employer', { company_name: 'Later' });
    reconnect();
    await until(sender, 'waiting');
    expect(sender.$view.get().index).toMatchObject({ started: 1 });
    const { there } = await moved(sender.$view.get().secret ?? '');
    expect(there.formOf(2).company_name).toBe('Later');
    await until(sender, 'idle');
    await expect.poll(() => tab.$draft.get().move).toMatchObject(MOVED);
  });

  it('moving a draft resumes with missing blobs after a lost connection', async () => {
    const { secret } = await made();
    const { there, page } = await receiver();
    await page.open(link(secret));
    const files = blobs().length;
    faults.push(null, 'request lost');
    await page.move();
    expect(page.$view.get()).toMatchObject({ phase: 'stopped', refusal: { code: 'no_answer' } });
    expect(there.$draft.get().type).toBeNull();
    const before = requests.length;
    reconnect();
    await until(page, 'arrived');
    const fetched = requests.slice(before).filter(({ call }) => call.startsWith('GET') && call.split('/').length > 5);
    expect(fetched).toHaveLength(files - 1);
    expect(there.$draft.get().type).toBe('specialist');
  });

  it('a stored draft arrives once its link has ended, and is not stored again after a lost response', async () => {
    const { sender, secret } = await made();
    const { there, page } = await receiver();
    await page.open(link(secret));
    // The files and the check before the draft is stored pass.
    faults.push(...blobs().map(() => null), null, 'request lost');
    await page.move();
    expect(page.$view.get()).toMatchObject({ phase: 'stopped', refusal: { code: 'no_answer' } });
    expect(there.$draft.get().type).toBe('specialist');
    there.typeInPart('employer', { company_name: 'Since' });
    reconnect();
    await until(page, 'arrived');
    expect(there.formOf(2).company_name).toBe('Since');
    await until(sender, 'idle');
    await expect.poll(() => tab.$draft.get().move).toMatchObject(MOVED);
  });

  /** A move whose connection broke, after which the other device's draft was changed. */
  async function stoppedAndTyped() {
    const { secret } = await made();
    const { there, page } = await receiver();
    await page.open(link(secret));
    faults.push(null, 'request lost');
    await page.move();
    expect(page.$view.get().phase).toBe('stopped');
    there.typeInPart('employer', { company_name: 'Since' });
    await there.flushDraft();
    return { secret, there, page };
  }

  it('a tab that returns to its link replaces a draft that was begun meanwhile only when asked', async () => {
    const { secret, there } = await stoppedAndTyped();
    const returned = new DraftReceiverStore(there);
    await returned.open(link(secret));
    await settled();
    expect(returned.$view.get().phase).toBe('opened');
    expect(there.formOf(2).company_name).toBe('Since');
    await returned.move();
    expect([returned.$view.get().phase, there.$draft.get().type]).toEqual(['arrived', 'specialist']);
  });

  it('a move that failed is not repeated by itself over a draft that was changed since', async () => {
    const { there, page } = await stoppedAndTyped();
    reconnect();
    await settled();
    expect([page.$view.get().phase, there.formOf(2).company_name]).toEqual(['stopped', 'Since']);
    await page.retry();
    expect([page.$view.get().phase, there.$draft.get().type]).toEqual(['arrived', 'specialist']);
  });

  it('a second device can move a draft whose first move has stopped, which then shows that the link is used', async () => {
    const { secret } = await made();
    const one = await receiver();
    await one.page.open(link(secret));
    faults.push(null, 'request lost');
    await one.page.move();
    expect(one.page.$view.get().phase).toBe('stopped');
    const two = await receiver();
    await two.page.open(link(secret));
    await two.page.move();
    expect(two.page.$view.get().phase).toBe('arrived');
    await until(one.page, 'used');
    expect(one.there.$draft.get().type).toBeNull();
  });

  it('cancelling is shown on both devices, and is completed after a lost connection', async () => {
    const { sender, secret } = await made();
    const { page } = await receiver();
    await page.open(link(secret));
    faults.push(null, null, 'request lost');
    await sender.cancel();
    expect(sender.$view.get()).toMatchObject({ phase: 'closeFailed', refusal: { code: 'no_answer' } });
    await sender.retry();
    expect([sender.$view.get().phase, blobs().length]).toEqual(['cancelled', 0]);
    await until(page, 'cancelled');
  });

  it('a draft that is cancelled while the other device stores it is kept on both', async () => {
    const { sender, secret } = await made();
    const { there, page } = await receiver();
    await page.open(link(secret));
    const [begun, replacing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const replace = there.replaceDraft.bind(there);
    there.replaceDraft = async (content) => {
      begun.resolve();
      await replacing.promise;
      return replace(content);
    };
    const moving = page.move();
    await begun.promise;
    await sender.cancel();
    replacing.resolve();
    await moving;
    expect([sender.$view.get().phase, tab.$draft.get().move]).toEqual(['cancelled', null]);
    expect([page.$view.get().phase, there.$draft.get().type]).toEqual(['arrived', 'specialist']);
  });

  it('a device that receives the draft while it is cancelled says that it was', async () => {
    const { sender, secret } = await made();
    const { page } = await receiver();
    await page.open(link(secret));
    const { fetch } = ports;
    let cancelling: Promise<void> | null = null;
    vi.stubGlobal('XMLHttpRequest', function SlowXhr() {
      return fetchingXhr(async (path, request) => {
        if (page.$view.get().phase === 'moving' && request.method === 'GET' && path.split('/').length > 5) {
          cancelling ??= sender.cancel();
          await cancelling;
        }
        return fetch(path, request);
      });
    });
    await page.move();
    await until(page, 'cancelled');
  });

  it('a draft sent again while the first parcel is being created replaces it', async () => {
    const sender = new DraftSenderStore(tab);
    const first = sender.send();
    await sender.send();
    await first;
    expect(sender.$view.get().phase).toBe('waiting');
    await expect
      .poll(() => [...stored].filter(([path, { bytes }]) => path.split('/').length === 5 && bytes))
      .toHaveLength(1);
  });

  it('a link shows why it opens nothing: noLink, gone, altered, or how it has ended in this tab', async () => {
    const { page } = await receiver();
    const phaseOf = async (key: string | null, ended: string | null = null) => {
      await page.open({ key, ended });
      return page.$view.get().phase;
    };
    expect(await phaseOf(null)).toBe('noLink');
    expect(await phaseOf('cut')).toBe('noLink');
    expect(await phaseOf(null, 'arrived')).toBe('arrived');
    expect(await phaseOf(null, 'strange')).toBe('noLink');
    expect(await phaseOf('A'.repeat(22))).toBe('gone');
    const { secret } = await made();
    const path = indexPath((await Parcel.open('draft', secret)) as Parcel<'draft'>);
    const { revision = 0 } = stored.get(path) ?? {};
    stored.set(path, { revision, bytes: new Uint8Array(60).fill(1) });
    expect(await phaseOf(secret)).toBe('altered');
  });

  it('a draft that the device refuses keeps the earlier draft and the link', async () => {
    const { secret } = await made();
    const there = createDevice();
    const other = there.tab();
    await other.openDraft();
    other.chooseType('founder');
    other.savePart('photo', { file5: chosenFile('own.pdf') });
    await other.flushDraft();
    const page = new DraftReceiverStore(other);
    await page.open(link(secret));
    there.refuses.write = (key) => key.startsWith('file:');
    await page.move();
    expect([page.$view.get().phase, other.$draft.get().type]).toEqual(['refused', 'founder']);
    delete there.refuses.write;
    await page.retry();
    expect([page.$view.get().phase, other.$draft.get().type]).toEqual(['arrived', 'specialist']);
    pass();
  });
});
