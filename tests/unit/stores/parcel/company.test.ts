import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FieldName, fieldsOf, type Part } from '../../../../src/domain/application/fields.ts';
import type { CompanyIndex } from '../../../../src/domain/parcel/contents.ts';
import { ports } from '../../../../src/stores/browser/ports.ts';
import type { ChosenFile, FormFile } from '../../../../src/stores/device/form-values.ts';
import { CompanyAnswerer } from '../../../../src/stores/parcel/company-answerer.ts';
import { CompanyAskerStore } from '../../../../src/stores/parcel/company-asker.ts';
import { CompanyDraft } from '../../../../src/stores/parcel/company-draft.ts';
import { endDraftLinks, retryEndDraftLinks } from '../../../../src/stores/parcel/end-link.ts';
import { parcelFile } from '../../../../src/stores/parcel/parcel.ts';
import { chosenFile, filledForm, saveParts } from '../application/filled-forms.ts';
import { createDevice, type Device, reloadTab, type Tab } from '../application/one-device.ts';
import { fetchingXhr } from './fetching-xhr.ts';
import {
  blobs,
  companyDraftOn,
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

let device: Device;
let tab: Tab;
/** The company's device. */
let theirs: Device;

/** A page of the company. @param on its device */
const company = (on = theirs) => new CompanyAnswerer({ draft: companyDraftOn(on.storage), storage: () => on.storage });

async function askFor(...parts: Part[]) {
  const asker = new CompanyAskerStore(tab);
  await asker.ask(parts);
  expect(asker.$view.get().phase).toBe('waiting');
  return { asker, secret: tab.$draft.get().company?.secret ?? '' };
}

async function open(secret: string, on = theirs) {
  const page = company(on);
  await page.open(link(secret));
  expect(page.$view.get().phase).toBe('working');
  const { draft } = page.$view.get();
  if (!draft) throw new Error('no draft');
  return { page, draft };
}

/** The applicant looks at the answers. */
async function look(asker: CompanyAskerStore) {
  await asker.resume();
  await until(asker, 'opened');
  await asker.fetchReply();
  expect(asker.$view.get().phase).toBe('working');
  return asker.$view.get().reply?.differences ?? [];
}

const EMPLOYER = () => filledForm('specialist', { part: 'employer' });
/** Writes an index, answers and files as anybody with the link could. */
async function writeReply(secret: string, reply: string, index: object = {}, files: FormFile<ChosenFile>[] = []) {
  const parcel = await openedParcel('company', secret);
  const sent = await parcel.upload([parcelFile(reply), ...files]);
  await parcel.update((current) => ({
    ...current,
    files: sent,
    state: 'answered',
    sentAt: '2026-11-21T09:00:00Z',
    ...index,
  }));
  return sent;
}

beforeEach(async () => {
  startHost();
  device = createDevice();
  theirs = createDevice();
  tab = device.tab();
  await tab.openDraft();
  tab.chooseType('specialist');
  saveParts(tab, 'specialist', 1);
  await tab.flushDraft();
});

afterEach(settled);

describe('a part filled in by the company', () => {
  it("the company's answers and files arrive unchanged, and the host keeps only the index", async () => {
    const { asker, secret } = await askFor('employer', 'documents');
    const { page, draft } = await open(secret);
    expect(draft.$draft.get().link).toMatchObject({ applicant: 'Ivanova Anna', parts: ['employer', 'documents'] });
    expect(draft.states().map(({ state }) => state)).toEqual(['todo', 'todo']);
    draft.type('employer', EMPLOYER());
    draft.type('documents', { file3: chosenFile('letter.pdf', '%PDF-1.7 letter'), file: chosenFile('other.pdf') });
    expect(draft.states().map(({ state }) => state)).toEqual(['done', 'done']);
    await page.send();
    expect(page.$view.get()).toMatchObject({
      phase: 'working',
      index: { state: 'answered', done: ['employer', 'documents'] },
    });
    const differences = await look(asker);
    await asker.accept(differences.map(({ name }) => name));
    await until(asker, 'taken');
    expect(await (tab.formOf(2).file3 as ChosenFile).blob.text()).toBe('%PDF-1.7 letter');
    expect(tab.$draft.get().company).toBeNull();
    // The applicant's own papers are still missing.
    expect(tab.$draft.get().saved).toContain('employer');
    expect(tab.$draft.get().saved).not.toContain('documents');
    expect([...stored.values()].filter(({ bytes }) => bytes)).toHaveLength(1);
    await until(page, 'taken');
    // Nothing of it is left on the company's device.
    await expect.poll(() => theirs.stored.size).toBe(0);
    expect(endedLinks).toEqual(['taken']);
  });

  it("the company's answers are a draft on its device: there after a reload, and under the same link", async () => {
    const { secret } = await askFor('employer', 'documents');
    const first = await open(secret);
    first.draft.type('employer', { ...EMPLOYER(), company_name: '' });
    // Of a form with older answers.
    first.draft.type('employer', { company_name: 'Older', phone_specialist: '12' }, 'phone_specialist');
    await first.draft.flushDraft();
    const second = await open(secret);
    expect(second.draft.formOf('employer')).toMatchObject({ company_name: '', phone_specialist: '12' });
    expect(second.draft.states().map(({ state }) => state)).toEqual(['attention', 'todo']);
    // Without a key, the last link of this device.
    const bare = company();
    await bare.open(link(null));
    expect(bare.$view.get().draft?.formOf('employer')).toMatchObject({ phone_specialist: '12' });
    // Also without a connection.
    faults.push('request lost');
    const offline = company();
    await offline.open(link(secret));
    expect(offline.$view.get()).toMatchObject({ phase: 'working', refusal: { code: 'no_answer' } });
    expect(offline.$view.get().draft?.formOf('employer')).toMatchObject({ phone_specialist: '12' });
    expect([...theirs.stored.keys()].some((key) => key.startsWith('application'))).toBe(false);
  });

  it('answers typed before the device responds are known to be unsent', async () => {
    const { secret } = await askFor('employer', 'documents');
    const first = await open(secret);
    first.draft.type('employer', EMPLOYER());
    await first.page.send();
    let respond = () => {};
    theirs.storage.whenResponding = (action) => {
      respond = action;
    };
    Object.assign(theirs.refuses, { read: true, write: () => true });
    const { draft } = await open(secret);
    draft.type('employer', { ...EMPLOYER(), company_name: 'Typed' });
    Object.assign(theirs.refuses, { read: false, write: undefined });
    respond();
    await expect.poll(() => draft.$draft.get().saveState).toBe('saved');
    expect(draft.formOf('employer').company_name).toBe('Typed');
    expect(draft.$draft.get().hasEdits).toBe(true);
  });

  it('two links of one company are two drafts', async () => {
    const one = await askFor('employer');
    const first = await open(one.secret);
    first.draft.type('employer', { company_name: 'For the first' });
    await first.draft.flushDraft();
    const other = createDevice().tab();
    await other.openDraft();
    other.chooseType('specialist');
    const asker = new CompanyAskerStore(other);
    await asker.ask(['employer']);
    const second = await open(other.$draft.get().company?.secret ?? '');
    expect(second.draft.formOf('employer').company_name).toBe('');
    expect((await open(one.secret)).draft.formOf('employer').company_name).toBe('For the first');
  });

  it('nothing is sent while nothing is filled in', async () => {
    const { asker, secret } = await askFor('employer', 'documents');
    const { page } = await open(secret);
    const before = requests.length;
    await page.send();
    expect(page.$view.get()).toMatchObject({ phase: 'working', isEmpty: true, index: { state: 'made' } });
    expect(requests.slice(before)).toEqual([]);
    await asker.resume();
    await until(asker, 'waiting');
  });

  it('a part of the answers can be sent, says so, and the rest can follow', async () => {
    const { asker, secret } = await askFor('employer', 'documents');
    const { page, draft } = await open(secret);
    draft.type('employer', EMPLOYER());
    await page.send();
    await asker.resume();
    await until(asker, 'opened');
    expect(asker.$view.get().index).toMatchObject({ done: ['employer'], parts: ['employer', 'documents'] });
    draft.type('documents', { file3: chosenFile('letter.pdf') });
    await page.send();
    expect((await look(asker)).map(({ name }) => name)).toContain('file3');
    expect(asker.$view.get().index?.done).toEqual(['employer', 'documents']);
  });

  it("the applicant sees own and the company's answers where they differ, and moves the chosen ones", async () => {
    tab.savePart('employer', { ...EMPLOYER(), company_name: 'Mine' });
    const { asker, secret } = await askFor('employer');
    const { page, draft } = await open(secret);
    expect(draft.formOf('employer').company_name).toBe('Mine');
    draft.type('employer', { company_name: 'Theirs', phone_specialist: '+998712345678' });
    await page.send();
    tab.savePart('employer', { ...EMPLOYER(), company_name: 'Mine, later' });
    expect(await look(asker)).toMatchObject([
      { name: 'company_name', own: 'Mine, later', theirs: 'Theirs' },
      { name: 'phone_specialist', theirs: '+998712345678' },
    ]);
    await asker.accept(['phone_specialist']);
    expect(tab.formOf(2)).toMatchObject({ company_name: 'Mine, later', phone_specialist: '+998712345678' });
  });

  it('answers to parts that were not requested are ignored', async () => {
    saveParts(tab, 'specialist', 2);
    const { asker, secret } = await askFor('employer');
    const strange = {
      surname: 'OTHER',
      petitioner_name: 'OTHER',
      email: 'x@y.zz',
      company_name: 'Theirs',
      employer_address: 7,
    };
    const reply = JSON.stringify(strange).replace('{', '{"__proto__":{"surname":"OTHER","middlename":"OTHER"},');
    await writeReply(secret, reply, { parts: ['name', 'contact', 'employer'] });
    expect(await look(asker)).toMatchObject([{ name: 'company_name', theirs: 'Theirs' }]);
    await asker.accept(['company_name', 'surname', 'petitioner_name', 'email'] as FieldName[]);
    expect({ ...tab.formOf(1), ...tab.formOf(2) }).toMatchObject({
      ...filledForm('specialist', { step: 1 }),
      ...filledForm('specialist', { part: 'petitioner' }),
      company_name: 'Theirs',
    });
    expect(JSON.stringify([tab.$draft.get(), ({} as Record<string, unknown>).surname])).not.toContain('OTHER');
  });

  it("the company's answers are limited to valid values without hidden characters", async () => {
    const { asker, secret } = await askFor('employer', 'documents');
    const file = { name: `\u202e${'x'.repeat(900)}.pdf`, type: 'image/png' as const, size: 9 };
    const reply = {
      company_name: 'The\u202eirs',
      phone_specialist: 'x'.repeat(300_000),
      employer_address: { region: '1', district: { a: 1 }, street: 'Navoi', flat: '' },
      period_from: { day: '1', month: '\u20662', year: '2027', era: 'x' },
      file: { ...file, fileKey: 'file3' },
      file2: { path: '/files/1/letter.pdf' },
      file3: { ...file, fileKey: 'file3' },
    };
    const sent = { path: 'file3', file: { ...file, blob: new Blob(['%PDF-1.7 ']) } };
    await writeReply(secret, JSON.stringify(reply), { applicant: 'Send 100 to \u202e+998' }, [sent]);
    const differences = await look(asker);
    expect(asker.$view.get().index?.applicant).toBe('Ivanova Anna');
    const theirs = Object.fromEntries(differences.map((difference) => [difference.name, difference.theirs]));
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
    const parcel = await openedParcel('company', secret);
    const { applicant, ...rest } = (await parcel.read()).value as CompanyIndex;
    // The host has only the index and these blobs.
    expect([...stored.values()].filter(({ bytes }) => bytes)).toHaveLength(rest.files.length + 1);
    const found = await parcel.download(rest.files);
    const opened = await Promise.all([...found.values()].map((blob) => blob.text()));
    const all = JSON.stringify([rest, opened]);
    const others = { ...tab.formOf(1), ...tab.formOf(2) };
    for (const { name } of fieldsOf('specialist', { part: 'documents' })) delete others[name];
    const texts = Object.values(others).filter((value) => typeof value === 'string' && value.length > 3);
    expect(texts.length).toBeGreaterThan(8);
    expect(texts.filter((value) => all.includes(String(value)))).toEqual([]);
    expect([applicant, rest.files.map(({ path }) => path)]).toEqual(['Ivanova Anna', ['answers', 'file3']]);
  });

  it("an invalid answer is reported to the company, and in the applicant's part that uses it", async () => {
    const { asker, secret } = await askFor('employer');
    const { page, draft } = await open(secret);
    draft.type('employer', { ...EMPLOYER(), phone_specialist: '12' });
    expect(draft.check('employer')).toHaveProperty('phone_specialist');
    await page.send();
    await asker.accept((await look(asker)).map(({ name }) => name));
    expect(tab.checkAll()).toHaveProperty('phone_specialist');
    expect(tab.$draft.get().saved).not.toContain('employer');
  });
});

describe('the end of a company link', () => {
  it('revoking tells the company, and deletes the blobs and what its device kept', async () => {
    saveParts(tab, 'specialist', 2);
    const { asker, secret } = await askFor('documents');
    const { page } = await open(secret);
    await asker.revoke();
    expect([asker.$view.get().phase, blobs().length, tab.$draft.get().company]).toEqual(['cancelled', 0, null]);
    await page.send();
    expect(page.$view.get().phase).toBe('cancelled');
    await expect.poll(() => theirs.stored.size).toBe(0);
  });

  it('revoking is completed after a lost connection, and a link that was not revoked lives after a reload', async () => {
    saveParts(tab, 'specialist', 2);
    const { asker } = await askFor('documents');
    faults.push('request lost');
    await asker.revoke();
    expect(asker.$view.get().phase).toBe('closeFailed');
    const after = reloadTab(device);
    await after.openDraft();
    const again = new CompanyAskerStore(after);
    await again.resume();
    await until(again, 'waiting');
    // The index is read and emptied; the first blob stays.
    faults.push(null, null, 'request lost');
    await again.revoke();
    expect([again.$view.get().phase, blobs().length > 0]).toEqual(['closeFailed', true]);
    await again.retry();
    await until(again, 'cancelled');
    expect([blobs().length, after.$draft.get().company]).toEqual([0, null]);
  });

  it.each([0, 1, 2, 4, 6])('revoking while the link is made, %i calls later, leaves no blob', async (calls) => {
    saveParts(tab, 'specialist', 2);
    const asker = new CompanyAskerStore(tab);
    const asking = asker.ask(['documents']);
    await expect
      .poll(() => requests.length >= calls || asker.$view.get().phase === 'waiting', { interval: 1 })
      .toBe(true);
    await asker.revoke();
    await asking;
    expect([asker.$view.get().phase, tab.$draft.get().company]).toEqual(['cancelled', null]);
    await expect.poll(() => [...stored.values()].filter(({ bytes }) => bytes).length).toBeLessThanOrEqual(1);
  });

  it('ending the link of a deleted or sent draft reports an unreachable host, or retries later', async () => {
    const { secret } = await askFor('employer');
    const links = { company: { secret, parts: [] }, move: null };
    faults.push('request lost');
    expect(await endDraftLinks(links, 'cancelled')).toMatchObject({ code: 'no_answer' });
    faults.push('request lost');
    await retryEndDraftLinks(links, 'taken');
    pass();
    await expect
      .poll(async () => {
        // A page that found the link open stays at work.
        const page = company();
        await page.open(link(secret));
        return page.$view.get().phase;
      })
      .toBe('taken');
  });

  it('deleting the draft deletes the secret of its link', async () => {
    const { secret } = await askFor('employer');
    const after = reloadTab(device);
    await after.openDraft();
    await after.deleteDraft();
    expect(JSON.stringify([...device.stored])).not.toContain(secret);
  });

  it('a device whose draft has moved away stops watching the link', async () => {
    const { asker } = await askFor('employer');
    await tab.storeLinks({ company: null });
    await asker.resume();
    expect(asker.$view.get()).toMatchObject({ phase: 'idle', secret: null });
  });
});

describe('two copies of a draft with one company link', () => {
  async function copied() {
    const { asker, secret } = await askFor('employer');
    asker.pause();
    const { page, draft } = await open(secret);
    draft.type('employer', { ...EMPLOYER(), company_name: 'Theirs' });
    await page.send();
    const copy = createDevice().tab();
    await copy.openDraft();
    const content = await tab.readDraftContent();
    if (!content) throw new Error('no draft');
    await copy.replaceDraft(content);
    return { asker, other: new CompanyAskerStore(copy), page, draft, copy };
  }

  it('answers moved into one copy are takenElsewhere in the other', async () => {
    const { asker, other } = await copied();
    await look(other);
    await other.accept(['company_name']);
    await until(other, 'taken');
    await asker.resume();
    await until(asker, 'takenElsewhere');
    expect([tab.formOf(2).company_name === 'Theirs', tab.$draft.get().company]).toEqual([false, null]);
  });

  it('revoking a link whose answers the other copy moved is takenElsewhere, and taken for the company', async () => {
    const { asker, other, page } = await copied();
    await look(asker);
    asker.pause();
    await look(other);
    await other.accept(['company_name']);
    await until(other, 'taken');
    await asker.revoke();
    await until(asker, 'takenElsewhere');
    await until(page, 'taken');
  });

  it('a copy closed while it moves the answers has them, and the host nothing, after reopening', async () => {
    const { asker } = await copied();
    await look(asker);
    // The page is closed after the index is written, before the blobs are deleted.
    const closed = Promise.withResolvers<never>();
    const { fetch } = ports;
    Object.assign(ports, {
      fetch: ((path, request) =>
        request?.method === 'DELETE' ? closed.promise : fetch(path, request)) as typeof fetch,
    });
    void asker.accept(['company_name']);
    await expect.poll(() => requests.at(-1)?.call).toMatch(/^PUT/);
    Object.assign(ports, { fetch });
    const after = reloadTab(device);
    await after.openDraft();
    const again = new CompanyAskerStore(after);
    await again.resume();
    await until(again, 'takenElsewhere');
    await expect.poll(() => blobs().length).toBe(0);
    expect(after.formOf(2).company_name).toBe('Theirs');
  });
});

describe('a company link when something interferes', () => {
  it('a link that cannot be stored is not shown and is deleted, and a retry creates another', async () => {
    const asker = new CompanyAskerStore(tab);
    device.refuses.write = () => true;
    await asker.ask(['employer']);
    expect([asker.$view.get().phase, asker.$view.get().secret]).toEqual(['saveFailed', null]);
    await expect.poll(() => [...stored.values()].filter(({ bytes }) => bytes).length).toBe(0);
    delete device.refuses.write;
    await asker.retry();
    expect([asker.$view.get().phase, tab.$draft.get().company?.parts]).toEqual(['waiting', ['employer']]);
  });

  it('a link is stored although the device refuses a file', async () => {
    device.refuses.write = (key) => key.startsWith('file:');
    saveParts(tab, 'specialist', 2);
    const { secret } = await askFor('employer');
    const after = reloadTab(device);
    await after.openDraft();
    expect(after.$draft.get().company).toMatchObject({ secret });
  });

  it("the company's answers stay on the host until the device has stored them", async () => {
    const { asker, secret } = await askFor('documents');
    const { page, draft } = await open(secret);
    draft.type('documents', { file3: chosenFile('file.pdf', '%PDF-1.7 theirs') });
    await page.send();
    await look(asker);
    device.refuses.write = (key) => key.startsWith('file:');
    await asker.accept(['file3']);
    await until(asker, 'refused');
    expect((await open(secret, createDevice())).draft.formOf('documents').file3).toMatchObject({ name: 'file.pdf' });
    expect(tab.$draft.get().company).toMatchObject({ secret });
    delete device.refuses.write;
    await asker.retry();
    await until(asker, 'taken');
    const after = reloadTab(device);
    await after.openDraft();
    expect(await (after.formOf(2).file3 as ChosenFile).blob.text()).toBe('%PDF-1.7 theirs');
  });

  it('the company can send again until its answers are moved, and outdated answers are not moved', async () => {
    const { asker, secret } = await askFor('employer');
    const { page, draft } = await open(secret);
    draft.type('employer', { ...EMPLOYER(), company_name: 'First' });
    await page.send();
    await look(asker);
    draft.type('employer', { company_name: 'Second' });
    await page.send();
    await asker.accept(['company_name']);
    await until(asker, 'opened');
    expect(tab.$draft.get().company).not.toBeNull();
    await asker.fetchReply();
    expect(asker.$view.get().reply?.differences).toContainEqual(
      expect.objectContaining({ name: 'company_name', own: 'First', theirs: 'Second' }),
    );
  });

  it('making a link and sending answers can be repeated after a lost connection', async () => {
    const asker = new CompanyAskerStore(tab);
    faults.push(null, 'response lost');
    await asker.ask(['employer']);
    expect(asker.$view.get()).toMatchObject({ phase: 'stopped', refusal: { code: 'no_answer' } });
    await asker.retry();
    await until(asker, 'waiting');
    const { page, draft } = await open(tab.$draft.get().company?.secret ?? '');
    draft.type('employer', EMPLOYER());
    await draft.flushDraft();
    faults.push(null, 'request lost');
    await page.send();
    expect(page.$view.get()).toMatchObject({ phase: 'working', refusal: { code: 'no_answer' } });
    expect(draft.$draft.get().hasEdits).toBe(true);
    await page.send();
    expect(page.$view.get()).toMatchObject({ index: { state: 'answered' }, refusal: null });
    expect(draft.$draft.get().hasEdits).toBe(false);
  });

  it("of two browsers of the company, the later must confirm before it replaces the other's answers", async () => {
    const { secret } = await askFor('employer');
    const one = await open(secret);
    const other = await open(secret, createDevice());
    one.draft.type('employer', { ...EMPLOYER(), company_name: 'One' });
    await one.page.send();
    other.draft.type('employer', { ...EMPLOYER(), company_name: 'Other' });
    await other.page.send();
    expect(other.page.$view.get()).toMatchObject({ phase: 'working', isChanged: true });
    expect((await open(secret, createDevice())).draft.formOf('employer').company_name).toBe('One');
    await other.page.send();
    expect(other.page.$view.get()).toMatchObject({ index: { state: 'answered' }, isChanged: false });
    expect((await open(secret, createDevice())).draft.formOf('employer').company_name).toBe('Other');
    // The first one sees it, and can load it.
    await expect
      .poll(() => {
        pass();
        return one.page.$view.get().isChanged;
      })
      .toBe(true);
    await one.page.loadSent();
    expect(one.draft.formOf('employer').company_name).toBe('Other');
  });

  it("a file that another browser's answers replaced is sent again with the answers that replace those", async () => {
    const { asker, secret } = await askFor('documents');
    const one = await open(secret);
    one.draft.type('documents', { file3: chosenFile('letter.pdf', '%PDF-1.7 letter') });
    await one.page.send();
    const other = await open(secret, createDevice());
    other.draft.type('documents', { file3: chosenFile('other.pdf', '%PDF-1.7 other') });
    await other.page.send();
    await expect
      .poll(() => {
        pass();
        return one.page.$view.get().isChanged;
      })
      .toBe(true);
    await one.page.send();
    expect(one.page.$view.get()).toMatchObject({ phase: 'working', isChanged: false, refusal: null });
    await look(asker);
    const file = asker.$view.get().reply?.answers.file3 as ChosenFile;
    expect(await file.blob.text()).toBe('%PDF-1.7 letter');
  });

  it('answers without one of their files are unreadable, and the applicant keeps the link', async () => {
    const { asker, secret } = await askFor('documents');
    const { page, draft } = await open(secret);
    draft.type('documents', { file3: chosenFile('letter.pdf') });
    await page.send();
    await asker.resume();
    await until(asker, 'opened');
    for (const [path, { revision }] of blobs()) stored.set(path, { revision, bytes: null });
    await asker.fetchReply();
    expect(asker.$view.get()).toMatchObject({ phase: 'failed', refusal: { code: 'unreadable' } });
    expect(tab.$draft.get().company).toMatchObject({ secret });
    // The company sends them again.
    const again = await open(secret, theirs);
    again.draft.type('documents', { file3: chosenFile('again.pdf') });
    await again.page.send();
    expect(await look(asker)).toContainEqual(expect.objectContaining({ name: 'file3' }));
  });

  it.each([
    ['by the page that sent them', false],
    ['after a reload', true],
  ])('answers whose response was lost are recognized as own %s', async (_, isReloaded) => {
    const { asker, secret } = await askFor('employer');
    const one = await open(secret);
    await settled();
    one.draft.type('employer', { ...EMPLOYER(), company_name: 'Arrived' });
    await one.draft.flushDraft();
    // The index was written, and could not be read again.
    faults.push(null, null, 'response lost', 'request lost');
    await one.page.send();
    expect(one.page.$view.get()).toMatchObject({ phase: 'working', refusal: { code: 'no_answer' } });
    const { page, draft } = isReloaded ? await open(secret) : one;
    await expect
      .poll(() => {
        pass();
        return page.$view.get();
      })
      .toMatchObject({ phase: 'working', isChanged: false, refusal: null, index: { state: 'answered' } });
    draft.type('employer', { company_name: 'Since' });
    await page.send();
    expect((await look(asker)).find(({ name }) => name === 'company_name')?.theirs).toBe('Since');
  });

  it.each([
    ['after', true],
    ['before', false],
  ])(
    "a tab that takes over a draft which the other tab has sent, %s it reads the link again, does not take the answers for someone else's",
    async (_, isRead) => {
      const { secret } = await askFor('employer');
      const inNewTab = () =>
        new CompanyAnswerer({
          storage: () => theirs.storage,
          draft: (id) =>
            new CompanyDraft(
              {
                ...{ storage: theirs.storage, lock: theirs.lock(), newKey: () => crypto.randomUUID() },
                ...{ now: () => new Date('2026-11-21T09:00:00Z'), onHide: () => undefined, onReturn: () => undefined },
              },
              id,
            ),
        });
      const [one, other] = [inNewTab(), inNewTab()];
      await one.open(link(secret));
      await other.open(link(secret));
      expect(other.$view.get().draft?.$draft.get().owner).toBe('elsewhere');
      one.$view.get().draft?.type('employer', EMPLOYER());
      await one.send();
      if (isRead) pass();
      await expect.poll(() => other.$view.get().index?.state).toBe(isRead ? 'answered' : 'made');
      await other.$view.get().draft?.takeOverDraft();
      expect(other.$view.get()).toMatchObject({ phase: 'working', isChanged: false });
      await expect.poll(() => other.$view.get().index?.state).toBe('answered');
      expect(other.$view.get().isChanged).toBe(false);
    },
  );

  it('a load or send that failed is not repeated by itself over what the company has typed since', async () => {
    const { asker, secret } = await askFor('employer');
    const one = await open(secret);
    const other = await open(secret, createDevice());
    one.draft.type('employer', { ...EMPLOYER(), company_name: 'One' });
    await one.page.send();
    other.draft.type('employer', { company_name: 'Before' });
    pass();
    await expect.poll(() => other.page.$view.get().isChanged).toBe(true);
    await settled();
    faults.push('request lost');
    await other.page.loadSent();
    expect(other.page.$view.get()).toMatchObject({ phase: 'working', refusal: { code: 'no_answer' } });
    other.draft.type('employer', { company_name: 'Since' });
    reconnect();
    await settled();
    expect(other.page.$view.get()).toMatchObject({ phase: 'working', isChanged: true });
    expect(other.draft.formOf('employer').company_name).toBe('Since');
    expect(other.draft.$draft.get().hasEdits).toBe(true);
    // The company decides again.
    await other.page.loadSent();
    expect(other.draft.formOf('employer').company_name).toBe('One');

    other.draft.type('employer', { company_name: 'Wrong' });
    await other.draft.flushDraft();
    faults.push('request lost');
    await other.page.send();
    other.draft.type('employer', { company_name: 'Right' });
    reconnect();
    await settled();
    // The page still says that they were not sent.
    expect(other.page.$view.get()).toMatchObject({ phase: 'working', refusal: { code: 'no_answer' } });
    expect((await look(asker)).find(({ name }) => name === 'company_name')?.theirs).toBe('One');
  });

  it('a link whose making was stopped has the answers as they are when it is made', async () => {
    tab.savePart('employer', { ...EMPLOYER(), company_name: 'Early' });
    const asker = new CompanyAskerStore(tab);
    faults.push(null, 'request lost');
    await asker.ask(['employer']);
    expect(asker.$view.get().phase).toBe('stopped');
    tab.typeInPart('employer', { company_name: 'Later' });
    reconnect();
    await until(asker, 'waiting');
    const { draft } = await open(tab.$draft.get().company?.secret ?? '');
    expect(draft.formOf('employer').company_name).toBe('Later');
  });

  it('a load or send that failed is repeated once the connection is back', async () => {
    const { secret } = await askFor('employer');
    const one = await open(secret);
    const other = await open(secret, createDevice());
    one.draft.type('employer', { ...EMPLOYER(), company_name: 'One' });
    await one.draft.flushDraft();
    faults.push('request lost');
    await one.page.send();
    reconnect();
    await expect.poll(() => one.page.$view.get().index?.state).toBe('answered');
    faults.push('request lost');
    await other.page.loadSent();
    reconnect();
    await expect.poll(() => other.draft.formOf('employer').company_name).toBe('One');
  });

  it('a browser of the company that opens the link while another sends gets the answers that were sent', async () => {
    saveParts(tab, 'specialist', 2);
    const { secret } = await askFor('documents');
    const one = await open(secret);
    one.draft.type('documents', { file3: chosenFile('newer.pdf') });
    const { fetch } = ports;
    let sending: Promise<void> | null = null;
    // Before its first blob arrives; each call is XMLHttpRequest's or fetch's.
    vi.stubGlobal('XMLHttpRequest', function SlowXhr() {
      return fetchingXhr(async (path, request) => {
        const isBlob = request.method === 'GET' && path.split('/').length > 5;
        if (isBlob && !sending) {
          sending = one.page.send();
          await sending;
        }
        return fetch(path, request);
      });
    });
    const other = await open(secret, createDevice());
    expect(other.draft.formOf('documents').file3).toMatchObject({ name: 'newer.pdf' });
    expect(other.page.$view.get()).toMatchObject({ isChanged: false, index: { state: 'answered' } });
  });

  it('a link shows noLink without its key, gone when it does not exist, and its end after a reload', async () => {
    const page = company();
    await page.open(link('cut'));
    expect(page.$view.get().phase).toBe('noLink');
    await page.open(link('A'.repeat(22)));
    expect(page.$view.get().phase).toBe('gone');
    await page.open({ key: null, ended: 'taken' });
    expect(page.$view.get().phase).toBe('taken');
  });

  it('no link is created for founders or for parts that no company fills in', async () => {
    const asker = new CompanyAskerStore(tab);
    await asker.ask(['passport', 'name']);
    tab.chooseType('founder');
    await asker.ask(['company']);
    expect(requests).toEqual([]);
  });
});
