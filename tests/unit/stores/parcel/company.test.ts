import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fieldsOf, type Part } from '../../../../src/domain/application/fields.ts';
import { isPhoneShape } from '../../../../src/domain/input/phone.ts';
import { ANSWERS_BLOB, REPLY_BLOB } from '../../../../src/domain/parcel/contents.ts';
import { ports } from '../../../../src/stores/browser/ports.ts';
import { setTransferPorts } from '../../../../src/stores/browser/transfer-ports.ts';
import type { ChosenFile } from '../../../../src/stores/device/form-values.ts';
import { createCompanyAnswerer } from '../../../../src/stores/parcel/answer-company.ts';
import { createCompanyAsker } from '../../../../src/stores/parcel/ask-company.ts';
import { endCompanyLink, retryEndCompanyLink } from '../../../../src/stores/parcel/end-company.ts';
import { createParcel, openParcel, type ParcelHandle } from '../../../../src/stores/parcel/parcel.ts';
import { chosenFile, filledForm, saveParts } from '../application/filled-forms.ts';
import { createDevice, type Device, reloadTab, type Tab } from '../application/one-device.ts';
import { fetchingXhr } from './fetching-xhr.ts';
import { faults, requests, startHost, stored } from './host.ts';

let device: Device;
let tab: Tab;

const askerOn = (of: Tab, create = createParcel<'company'>) =>
  createCompanyAsker({
    draft: () => ({
      type: of.$draft.get().type,
      applicant: 'IVANOV IVAN',
      answers: of.formOf(2),
      company: of.$draft.get().company,
    }),
    storeRequest: (company) => of.storeCompany(company),
    savePart: (part, values) => of.savePart(part, values),
    storeDraft: () => of.storeDraft(),
    create,
  });
const company = () =>
  createCompanyAnswerer({
    now: () => new Date('2026-11-21T09:00:00Z'),
    isPhone: isPhoneShape,
  });
const until = (store: { get: () => { phase: string } }, phase: string) =>
  expect.poll(() => store.get().phase).toBe(phase);

async function askFor(...parts: ('employer' | 'documents')[]) {
  const asker = askerOn(tab);
  await asker.ask(parts);
  await until(asker.$asking, 'waiting');
  return { asker, secret: tab.$draft.get().company?.secret ?? '' };
}

const PARTS: Part[] = ['employer', 'documents'];

/** Matches the path of a parcel, not of a blob in it. */
const isIndex = (path: string) => path.split('/').length === 5;

async function open(secret: string) {
  const page = company();
  await page.open(secret);
  expect(page.$answering.get().phase).toBe('working');
  return page;
}

beforeEach(async () => {
  startHost();
  setTransferPorts({ isShown: () => true });
  Object.assign(ports, { now: Date.now, whenShown: () => () => undefined, whenOnline: () => () => undefined });
  device = createDevice();
  tab = device.tab();
  await tab.openDraft();
  tab.chooseType('specialist');
  saveParts(tab, 'specialist', 1);
  await tab.flushDraft();
});

describe('a part filled in by the company', () => {
  it("the company's answers and files arrive unchanged, and the host keeps only the index", async () => {
    const { asker, secret } = await askFor('employer', 'documents');
    const page = await open(secret);
    expect(page.$answering.get()).toMatchObject({
      index: { applicant: 'IVANOV IVAN', parts: ['employer', 'documents'] },
    });
    expect(PARTS.filter(page.isDone)).toEqual([]);
    expect(page.savePart('employer', filledForm('specialist', { part: 'employer' }))).toEqual({});
    expect(page.savePart('documents', { file3: chosenFile('letter.pdf', '%PDF-1.7 letter') })).toEqual({});
    await page.send();
    expect(page.$answering.get()).toMatchObject({
      phase: 'working',
      index: { state: 'sent' },
    });
    expect(PARTS.filter(page.isDone)).toEqual(PARTS);
    await asker.resume();
    await until(asker.$asking, 'offered');
    await asker.fetchReply();
    const state = asker.$asking.get();
    if (state.phase !== 'working') throw new Error(state.phase);
    await asker.accept((state.content?.differences ?? []).map(({ name }) => name));
    expect(asker.$asking.get().phase).toBe('taken');
    expect(await (tab.formOf(2).file3 as ChosenFile).blob.text()).toBe('%PDF-1.7 letter');
    expect(tab.$draft.get().company).toBeNull();
    // The applicant's own papers are still missing.
    expect(tab.$draft.get().saved).toContain('employer');
    expect(tab.$draft.get().saved).not.toContain('documents');
    expect([...stored.values()].filter(({ bytes }) => bytes)).toHaveLength(1);
    await page.reload();
    expect(page.$answering.get().phase).toBe('taken');
  });

  it("the applicant sees own and the company's answers where they differ, and takes over the chosen ones", async () => {
    const employer = filledForm('specialist', { part: 'employer' });
    tab.savePart('employer', { ...employer, company_name: 'Mine' });
    const { asker, secret } = await askFor('employer');
    const page = await open(secret);
    expect(page.formOf('employer').company_name).toBe('Mine');
    page.savePart('employer', { ...employer, company_name: 'Theirs', phone_specialist: '+998712345678' });
    await page.send();
    tab.savePart('employer', { ...employer, company_name: 'Mine, later' });
    await asker.resume();
    await until(asker.$asking, 'offered');
    await asker.fetchReply();
    expect(asker.$asking.get()).toMatchObject({
      content: {
        differences: [
          { name: 'company_name', own: 'Mine, later', theirs: 'Theirs' },
          { name: 'phone_specialist', theirs: '+998712345678' },
        ],
      },
    });
    await asker.accept(['phone_specialist']);
    expect(tab.formOf(2)).toMatchObject({ company_name: 'Mine, later', phone_specialist: '+998712345678' });
  });

  it('the company sees only the requested part, and answers to other parts are ignored', async () => {
    saveParts(tab, 'specialist', 2);
    const { asker, secret } = await askFor('employer');
    const page = await open(secret);
    expect(Object.keys(page.answers())).not.toContain('petitioner_name');
    expect(requests.filter(({ call }) => call.startsWith('PUT')).length).toBe(3);
    // A malicious holder of the link writes other answers.
    const parcel = await openParcel('company', secret);
    const index = await parcel?.readIndex();
    if (!parcel || !index?.ok) throw new Error('no parcel');
    const strange = {
      surname: 'OTHER',
      petitioner_name: 'OTHER',
      email: 'x@y.zz',
      company_name: 'Theirs',
      employer_address: 7,
      step1Data: { surname: 'OTHER' },
    };
    const reply = JSON.stringify(strange).replace('{', '{"__proto__":{"surname":"OTHER","middlename":"OTHER"},');
    const wrote = await parcel.writeBlob(REPLY_BLOB, 0, new TextEncoder().encode(reply));
    if (!wrote.ok) throw new Error('not written');
    await parcel.writeIndex({
      ...index.value,
      parts: ['name', 'contact', 'employer'],
      reply: wrote.revision,
      state: 'sent',
    });
    await asker.resume();
    await until(asker.$asking, 'offered');
    await asker.fetchReply();
    const state = asker.$asking.get();
    expect(state).toMatchObject({ content: { differences: [{ name: 'company_name', theirs: 'Theirs' }] } });
    await asker.accept(['company_name', 'surname', 'petitioner_name', 'email'] as never);
    expect({ ...tab.formOf(1), ...tab.formOf(2) }).toMatchObject({
      ...filledForm('specialist', { step: 1 }),
      ...filledForm('specialist', { part: 'petitioner' }),
      company_name: 'Theirs',
    });
    expect(JSON.stringify([tab.$draft.get(), ({} as Record<string, unknown>).surname])).not.toContain('OTHER');
  });

  it("the company's answers are limited to valid values without hidden characters", async () => {
    const { asker, secret } = await askFor('employer', 'documents');
    const parcel = await openParcel('company', secret);
    const index = await parcel?.readIndex();
    if (!parcel || !index?.ok) throw new Error('no parcel');
    const file = { path: 'file3', name: `\u202e${'x'.repeat(900)}.pdf`, type: 'image/png', size: 9, revision: 1 };
    const reply = {
      company_name: 'The\u202eirs',
      phone_specialist: 'x'.repeat(300_000),
      employer_address: { region: '1', district: { a: 1 }, street: 'Navoi', flat: '' },
      period_from: { day: '1', month: '\u20662', year: '2027', era: 'x' },
      file: { ...file, path: 'file', fileKey: 'file3' },
      file2: { path: '/files/1/letter.pdf' },
      file3: { ...file, fileKey: 'file3' },
    };
    await parcel.writeBlob('file3', 0, new TextEncoder().encode('%PDF-1.7 '));
    const wrote = await parcel.writeBlob(REPLY_BLOB, 0, new TextEncoder().encode(JSON.stringify(reply)));
    if (!wrote.ok) throw new Error('not written');
    await parcel.writeIndex({
      ...index.value,
      ...{ state: 'sent', reply: wrote.revision, files: [file], applicant: 'Send 100 to \u202e+998' },
    });
    await asker.resume();
    await until(asker.$asking, 'offered');
    expect(asker.$asking.get()).toMatchObject({ index: { applicant: 'IVANOV IVAN' } });
    await asker.fetchReply();
    const state = asker.$asking.get();
    if (state.phase !== 'working') throw new Error(state.phase);
    const theirs = Object.fromEntries(
      (state.content?.differences ?? []).map((difference) => [difference.name, difference.theirs]),
    );
    expect(theirs).toMatchObject({
      company_name: 'Theirs',
      period_from: { day: '1', month: '2', year: '2027' },
      file3: { name: expect.stringMatching(/^x+…x+\.pdf$/), size: 9, type: 'application/pdf' },
    });
    expect(Object.keys(theirs).sort()).toEqual(['company_name', 'file3', 'period_from']);
  });

  it('index and blobs of a company link contain nothing of other parts', async () => {
    saveParts(tab, 'specialist', 2);
    const { secret } = await askFor('documents');
    const parcel = await openParcel('company', secret);
    const index = await parcel?.readIndex();
    if (!parcel || !index?.ok) throw new Error('no parcel');
    const { answers, given } = index.value;
    const blobs = [{ path: ANSWERS_BLOB, revision: answers }, ...given];
    // The host has only the index and these blobs.
    expect([...stored.values()].filter(({ bytes }) => bytes)).toHaveLength(blobs.length + 1);
    const opened = await Promise.all(
      blobs.map(async ({ path, revision }) => {
        const got = await parcel.readBlob(path, revision);
        if (!got.ok) throw new Error(got.error.code);
        return new TextDecoder().decode(got.value);
      }),
    );
    const { applicant, ...rest } = index.value;
    const all = JSON.stringify([rest, opened]);
    const others = { ...tab.formOf(1), ...tab.formOf(2) };
    for (const { name } of fieldsOf('specialist', { part: 'documents' })) delete others[name];
    const texts = Object.values(others).filter((value) => typeof value === 'string' && value.length > 3);
    expect(texts.length).toBeGreaterThan(8);
    expect(texts.filter((value) => all.includes(String(value)))).toEqual([]);
    expect(applicant).toBe('IVANOV IVAN');
    expect(given.map(({ path }) => path)).toEqual(['file3']);
  });

  it('an invalid answer of the company is reported in the part that uses it', async () => {
    const { asker, secret } = await askFor('employer');
    const page = await open(secret);
    const wrong = { ...filledForm('specialist', { part: 'employer' }), phone_specialist: '12' };
    expect(page.savePart('employer', wrong)).toHaveProperty('phone_specialist');
    await page.send();
    await asker.resume();
    await until(asker.$asking, 'offered');
    await asker.fetchReply();
    await asker.accept(['phone_specialist']);
    expect(tab.$draft.get().saved).not.toContain('employer');
    expect(tab.checkAll()).toMatchObject({ phone_specialist: ['phone_format'] });
  });
});

describe('a company link whose draft is deleted or sent', () => {
  it.each(['revoked', 'taken'] as const)(
    'ending a company link shows the company "%s" and deletes its blobs',
    async (as) => {
      saveParts(tab, 'specialist', 2);
      const { asker, secret } = await askFor('documents');
      asker.pause();
      const page = await open(secret);
      expect(await endCompanyLink(secret, as)).toBeNull();
      expect([...stored.values()].filter(({ bytes }) => bytes)).toHaveLength(1);
      await page.reload();
      expect(page.$answering.get().phase).toBe(as);
      // Ending a link twice, or one that is gone, does nothing.
      expect(await endCompanyLink(secret, as)).toBeNull();
      stored.clear();
      expect(await endCompanyLink(secret, as)).toBeNull();
    },
  );

  it.each(['of a later version', 'altered'])(
    'revoking a company link deletes a parcel whose index is %s',
    async (what) => {
      const { asker, secret } = await askFor('employer');
      asker.pause();
      if (what === 'altered') for (const { bytes } of stored.values()) if (bytes) bytes[20] = (bytes[20] ?? 0) ^ 1;
      const parcel = await openParcel('company', secret);
      await parcel?.readIndex();
      if (what !== 'altered') await parcel?.writeIndex({ kind: 'company', state: 'later' } as never);
      await asker.revoke();
      expect(asker.$asking.get().phase).toBe('revoked');
      const page = company();
      await page.open(secret);
      expect(page.$answering.get().phase).toBe('gone');
    },
  );

  it('ending a company link reports an unreachable host, or retries later', async () => {
    const { asker, secret } = await askFor('employer');
    asker.pause();
    const loseRequests = () => faults.push('request lost', 'request lost', 'request lost', 'request lost');
    loseRequests();
    expect(await endCompanyLink(secret, 'revoked')).toEqual({ code: 'no_answer' });
    faults.length = 0;
    await open(secret);
    const later: (() => void)[] = [];
    Object.assign(ports, { after: (_ms: number, action: () => void) => later.push(action) && (() => undefined) });
    loseRequests();
    await retryEndCompanyLink(secret, 'taken');
    faults.length = 0;
    for (const again of later) again();
    const page = company();
    await expect
      .poll(async () => {
        await page.open(secret);
        return page.$answering.get().phase;
      })
      .toBe('taken');
  });

  it('a device whose draft moved away stops watching the company link', async () => {
    const { asker, secret } = await askFor('employer');
    await tab.storeCompany(null);
    await asker.resume();
    expect(asker.$asking.get()).toMatchObject({ phase: 'idle' });
    expect((await open(secret)).$answering.get().phase).toBe('working');
  });

  it("a company link has its end by the host's seconds and the device's clock", async () => {
    Object.assign(ports, { now: () => Date.parse('2031-01-01T00:00:00Z') });
    const { asker, secret } = await askFor('employer');
    const page = await open(secret);
    const ends = [asker.$asking.get(), page.$answering.get()].map(({ parcel }) => parcel?.endsAt());
    expect(ends).toEqual(['2031-01-01T00:01:30.000Z', '2031-01-01T00:01:30.000Z']);
  });
});

describe('a company link that the device does not store', () => {
  it('a company link that cannot be stored is not shown and is deleted, and a retry creates another', async () => {
    device.refuses.write = () => true;
    const asker = askerOn(tab);
    await asker.ask(['employer']);
    expect(asker.$asking.get()).toMatchObject({ phase: 'saveFailed' });
    expect(tab.$draft.get().company).toBeNull();
    await expect
      .poll(() => [...stored.entries()].filter(([path]) => isIndex(path)))
      .toMatchObject([[expect.anything(), { bytes: null }]]);
    // Returning to the overview still shows the failure.
    await asker.resume();
    expect(asker.$asking.get().phase).toBe('saveFailed');
    delete device.refuses.write;
    await asker.retry();
    await until(asker.$asking, 'waiting');
    const after = reloadTab(device);
    await after.openDraft();
    expect(after.$draft.get().company).toMatchObject({ parts: ['employer'] });
  });

  it('a company link is not created while another tab owns the draft', async () => {
    const other = device.tab();
    await other.openDraft();
    await other.takeOverDraft();
    const asker = askerOn(tab);
    await asker.ask(['employer']);
    expect(asker.$asking.get().phase).toBe('saveFailed');
    expect(other.$draft.get().company).toBeNull();
  });

  it('a company link is stored although the device refuses a file', async () => {
    device.refuses.write = (key) => key.startsWith('file:');
    saveParts(tab, 'specialist', 2);
    const { secret } = await askFor('employer');
    expect(tab.$draft.get().saveState).toBe('failed');
    const after = reloadTab(device);
    await after.openDraft();
    expect(after.$draft.get().company).toMatchObject({ secret });
  });
});

describe('two copies of a draft with one company link', () => {
  /** A link whose draft exists on a second device too. */
  async function copied() {
    const { asker, secret } = await askFor('employer');
    asker.pause();
    const page = await open(secret);
    page.savePart('employer', { ...filledForm('specialist', { part: 'employer' }), company_name: 'Theirs' });
    await page.send();
    const copy = createDevice().tab();
    await copy.openDraft();
    const content = await tab.readDraftContent();
    if (!content) throw new Error('no draft');
    await copy.replaceDraft(content);
    return { asker, other: askerOn(copy), page, copy, secret };
  }

  const lookOn = async (asker: ReturnType<typeof askerOn>) => {
    await asker.resume();
    await until(asker.$asking, 'offered');
    await asker.fetchReply();
  };

  it('company answers taken over by one copy of a draft are takenElsewhere in the other', async () => {
    const { asker, other } = await copied();
    await lookOn(other);
    await other.accept(['company_name']);
    expect(other.$asking.get().phase).toBe('taken');
    await asker.resume();
    await until(asker.$asking, 'takenElsewhere');
    expect(tab.formOf(2).company_name).not.toBe('Theirs');
    expect(tab.$draft.get().company).toBeNull();
  });

  it('a company link revoked in one copy of a draft is revokedElsewhere in the other', async () => {
    const { asker, other, page } = await copied();
    await other.resume();
    await other.revoke();
    expect(other.$asking.get().phase).toBe('revoked');
    await asker.resume();
    await until(asker.$asking, 'revokedElsewhere');
    await page.reload();
    expect(page.$answering.get().phase).toBe('revoked');
  });

  it('revoking a company link whose answers the other copy took over is takenElsewhere, and taken for the company', async () => {
    const { asker, other, page } = await copied();
    await lookOn(asker);
    asker.pause();
    await lookOn(other);
    await other.accept(['company_name']);
    await asker.revoke();
    await until(asker.$asking, 'takenElsewhere');
    await page.reload();
    expect(page.$answering.get().phase).toBe('taken');
  });

  it("both copies of a draft can take over the company's answers that both have fetched", async () => {
    const { asker, other, copy } = await copied();
    await lookOn(asker);
    asker.pause();
    await lookOn(other);
    await other.accept(['company_name']);
    await asker.accept(['company_name']);
    expect(asker.$asking.get().phase).toBe('taken');
    expect([tab.formOf(2).company_name, copy.formOf(2).company_name]).toEqual(['Theirs', 'Theirs']);
  });

  it("a copy of a draft closed while taking over the company's answers shows them as taken after reopening", async () => {
    const { asker } = await copied();
    await lookOn(asker);
    // The page is closed after the index is written, before the parcel is deleted.
    const closed = Promise.withResolvers<never>();
    const put = ports.fetch;
    Object.assign(ports, {
      fetch: ((path, request) => (request?.method === 'DELETE' ? closed.promise : put(path, request))) as typeof fetch,
    });
    void asker.accept(['company_name']);
    await expect.poll(() => requests.at(-1)?.call).toMatch(/^PUT/);
    Object.assign(ports, { fetch: put });
    const after = reloadTab(device);
    await after.openDraft();
    const again = askerOn(after);
    await again.resume();
    await until(again.$asking, 'taken');
    expect(after.formOf(2).company_name).toBe('Theirs');
  });

  it('a copy of a draft whose takeover failed because of newer answers did not end the company link', async () => {
    const { asker, other, page } = await copied();
    await lookOn(asker);
    asker.pause();
    page.savePart('employer', { ...filledForm('specialist', { part: 'employer' }), company_name: 'Later' });
    await page.send();
    await asker.accept(['company_name']);
    await until(asker.$asking, 'offered');
    asker.pause();
    await lookOn(other);
    await other.accept(['company_name']);
    await asker.resume();
    await until(asker.$asking, 'takenElsewhere');
  });
});

describe('a company link when something interferes', () => {
  it("the company's answers arrive after a reload, and deleting the draft deletes the link's secret", async () => {
    const { secret } = await askFor('employer');
    const page = await open(secret);
    await page.send();
    const after = reloadTab(device);
    await after.openDraft();
    const asker = askerOn(after);
    await asker.resume();
    await until(asker.$asking, 'offered');
    await after.deleteDraft();
    expect(JSON.stringify([...device.stored])).not.toContain(secret);
  });

  it('revoking a company link tells the company and deletes the blobs', async () => {
    saveParts(tab, 'specialist', 2);
    const { asker, secret } = await askFor('documents');
    const page = await open(secret);
    await asker.revoke();
    expect(asker.$asking.get().phase).toBe('revoked');
    expect([...stored.values()].filter(({ bytes }) => bytes)).toHaveLength(1);
    await page.send();
    expect(page.$answering.get().phase).toBe('revoked');
    expect(tab.$draft.get().company).toBeNull();
  });

  it('revoking a company link can be completed after a lost connection', async () => {
    saveParts(tab, 'specialist', 2);
    const { asker } = await askFor('documents');
    // The index is read and emptied; the first blob stays.
    faults.push(null, null, 'request lost', 'request lost', 'request lost', 'request lost');
    await asker.revoke();
    expect(asker.$asking.get()).toMatchObject({ phase: 'closeFailed', outcome: 'revoked' });
    expect([...stored.values()].filter(({ bytes }) => bytes).length).toBeGreaterThan(1);
    faults.length = 0;
    await asker.retry();
    expect(asker.$asking.get().phase).toBe('revoked');
    expect([...stored.values()].filter(({ bytes }) => bytes)).toHaveLength(1);
  });

  it.each([0, 1, 2, 3, 4, 6, 8])(
    'revoking a company link while it is being sent, %i calls later, deletes all its blobs',
    async (calls) => {
      saveParts(tab, 'specialist', 2);
      const asker = askerOn(tab);
      const asking = asker.ask(['documents']);
      await expect.poll(() => requests.length).toBeGreaterThanOrEqual(Math.min(calls, 1));
      await expect
        .poll(() => requests.length >= calls || asker.$asking.get().phase === 'waiting', {
          interval: 1,
        })
        .toBe(true);
      await asker.revoke();
      await asking;
      expect(asker.$asking.get().phase).toBe('revoked');
      expect(tab.$draft.get().company).toBeNull();
      await expect.poll(() => [...stored.values()].filter(({ bytes }) => bytes).length).toBeLessThanOrEqual(1);
    },
  );

  it("the company's answers stay on the host until the device has stored them", async () => {
    const { asker, secret } = await askFor('documents');
    const page = await open(secret);
    page.savePart('documents', { file3: chosenFile('file.pdf', '%PDF-1.7 theirs') });
    await page.send();
    await asker.resume();
    await until(asker.$asking, 'offered');
    await asker.fetchReply();
    device.refuses.write = (key) => key.startsWith('file:');
    await asker.accept(['file3']);
    expect(asker.$asking.get().phase).toBe('refused');
    expect((await open(secret)).formOf('documents').file3).toMatchObject({ name: 'file.pdf' });
    expect(tab.$draft.get().company).toMatchObject({ secret });
    delete device.refuses.write;
    await asker.retry();
    expect(asker.$asking.get().phase).toBe('taken');
    const after = reloadTab(device);
    await after.openDraft();
    expect(await (after.formOf(2).file3 as ChosenFile).blob.text()).toBe('%PDF-1.7 theirs');
  });

  it("the company's answers stay on the host while another tab owns the draft", async () => {
    const { asker, secret } = await askFor('employer');
    const page = await open(secret);
    page.savePart('employer', filledForm('specialist', { part: 'employer' }));
    await page.send();
    await asker.resume();
    await until(asker.$asking, 'offered');
    await asker.fetchReply();
    const other = device.tab();
    await other.openDraft();
    await other.takeOverDraft();
    await asker.accept(['company_name']);
    expect(asker.$asking.get().phase).toBe('refused');
    expect((await open(secret)).formOf('employer')).toHaveProperty('company_name', expect.stringMatching(/./));
    expect(other.$draft.get().company).toMatchObject({ secret });
  });

  it("the company's answers are unsaved until they have been sent", async () => {
    const { secret } = await askFor('employer');
    const page = await open(secret);
    const onItsWay: boolean[] = [];
    page.$answering.listen((state) => {
      if (state.phase === 'sending') onItsWay.push(page.isUnsaved());
    });
    page.savePart('employer', filledForm('specialist', { part: 'employer' }));
    await page.send();
    expect(new Set(onItsWay)).toEqual(new Set([true]));
    expect(page.isUnsaved()).toBe(false);
  });

  it('the company can send again until its answers are taken over, and outdated answers are not taken over', async () => {
    const employer = filledForm('specialist', { part: 'employer' });
    const { asker, secret } = await askFor('employer');
    const page = await open(secret);
    page.savePart('employer', { ...employer, company_name: 'First' });
    await page.send();
    await asker.resume();
    await until(asker.$asking, 'offered');
    await asker.fetchReply();
    const again = await open(secret);
    expect(again.formOf('employer').company_name).toBe('First');
    again.savePart('employer', { ...employer, company_name: 'Second' });
    await again.send();
    await asker.accept(['company_name']);
    await until(asker.$asking, 'offered');
    await asker.fetchReply();
    expect(asker.$asking.get()).toMatchObject({
      content: {
        differences: expect.arrayContaining([
          expect.objectContaining({ name: 'company_name', own: 'First', theirs: 'Second' }),
        ]),
      },
    });
  });

  it('a company link works although the response to the last write was lost', async () => {
    const asker = askerOn(tab);
    let writes = 0;
    const put = ports.fetch;
    // The three writes are index, answers, and the index that references them.
    const lastIsLost = ((path, request) => {
      if (request?.method === 'PUT' && ++writes === 3) faults.push('response lost', 'request lost');
      return put(path, request);
    }) as typeof fetch;
    vi.stubGlobal('XMLHttpRequest', function FetchingXhr() {
      return fetchingXhr(lastIsLost);
    });
    await asker.ask(['employer']);
    expect(asker.$asking.get()).toMatchObject({ phase: 'stopped', error: { code: 'no_answer' } });
    await asker.retry();
    await until(asker.$asking, 'waiting');
    expect(tab.$draft.get().company?.secret).toMatch(/./);
  });

  it('a company link requested while an earlier one is being created replaces it', async () => {
    const gate = Promise.withResolvers<void>();
    let made = 0;
    const first: ParcelHandle<'company'>[] = [];
    const asker = askerOn(tab, async (kind, index) => {
      const isFirst = ++made === 1;
      const created = await createParcel(kind, index);
      if (isFirst && created.ok) first.push(created.parcel);
      if (isFirst) await gate.promise;
      return created;
    });
    const asking = asker.ask(['employer']);
    await expect.poll(() => first).toHaveLength(1);
    await asker.revoke();
    await asker.ask(['employer']);
    await until(asker.$asking, 'waiting');
    const secret = tab.$draft.get().company?.secret ?? '';
    gate.resolve();
    await asking;
    await expect.poll(async () => await first[0]?.readIndex()).toMatchObject({ ok: false });
    await asker.revoke();
    const page = company();
    await page.open(secret);
    expect(page.$answering.get().phase).toBe('revoked');
  });

  it('asking the company and sending its answers can be repeated after a lost connection', async () => {
    const asker = askerOn(tab);
    faults.push('request lost', 'request lost', 'request lost', 'request lost');
    await asker.ask(['employer']);
    expect(asker.$asking.get().phase).toBe('stopped');
    faults.length = 0;
    await asker.retry();
    await until(asker.$asking, 'waiting');
    const page = await open(tab.$draft.get().company?.secret ?? '');
    faults.push('request lost', 'request lost', 'request lost', 'request lost');
    await page.send();
    expect(page.$answering.get()).toMatchObject({ phase: 'working', error: { code: 'no_answer' } });
    faults.length = 0;
    await page.send();
    expect(page.$answering.get()).toMatchObject({ index: { state: 'sent' }, error: null });
  });

  it("of two people who fill in a company link, the later must confirm before replacing the other's answers", async () => {
    const employer = filledForm('specialist', { part: 'employer' });
    const { secret } = await askFor('employer');
    const [one, other] = [await open(secret), await open(secret)];
    one.savePart('employer', { ...employer, company_name: 'One' });
    await one.send();
    expect(one.isUnsaved()).toBe(false);
    other.savePart('employer', { ...employer, company_name: 'Other' });
    // Sent before the failure of saving can be read.
    await other.send();
    expect(other.$answering.get()).toMatchObject({ phase: 'working', error: { code: 'parcel_changed' } });
    expect(other.isUnsaved()).toBe(true);
    expect((await open(secret)).formOf('employer').company_name).toBe('One');
    other.savePart('employer', { ...employer, company_name: 'Other, later' });
    expect((await open(secret)).formOf('employer').company_name).toBe('One');
    await other.send();
    expect(other.$answering.get()).toMatchObject({ index: { state: 'sent' }, error: null });
    expect((await open(secret)).formOf('employer').company_name).toBe('Other, later');
    await one.reload();
    expect(one.formOf('employer').company_name).toBe('Other, later');
  });

  it('a company link has the phase noLink without its secret, and gone when it does not exist', async () => {
    const page = company();
    await page.open('cut');
    expect(page.$answering.get().phase).toBe('noLink');
    await page.open('A'.repeat(22));
    expect(page.$answering.get().phase).toBe('gone');
  });

  it('no company link is created for founders or for parts that no company fills in', async () => {
    const asker = askerOn(tab);
    await asker.ask(['passport', 'name']);
    tab.chooseType('founder');
    await asker.ask(['company']);
    expect(requests).toEqual([]);
  });
});
