import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readHostRecord } from '../../../../functions/gateway/host/record.ts';
import { checkApplication } from '../../../../src/domain/application/check-application.ts';
import type { ApplicantRecord } from '../../../../src/domain/application/record.ts';
import { mergeRecord } from '../../../../src/domain/application/record-update.ts';
import { ChangeStore } from '../../../../src/stores/account/change-store.ts';
import { fieldChanges } from '../../../../src/stores/account/changed-fields.ts';
import type { CallRefusal } from '../../../../src/stores/api/request.ts';
import { DeviceEntry } from '../../../../src/stores/device/stored-entry.ts';
import { FILLED, SON, TODAY } from '../../domain/application/filled-values.ts';
import { chosenFile } from '../application/filled-forms.ts';
import { createDevice, type Device } from '../application/one-device.ts';

const ID = 'ITV-1';
let linkCount = 0;
/** The host signs its links again in each response. */
const link = (name: string) => `/files/${++linkCount}.sig.id-${name}/${name}`;

function record(fields: Record<string, unknown> = {}): ApplicantRecord {
  const files = ['file', 'file2', 'file3', 'file4', 'file5', 'resume_file'];
  const received = {
    ...FILLED,
    employer_address: { ...FILLED.employer_address, district: '200' },
    ...Object.fromEntries(files.map((name) => [name, link(`${name}.pdf`)])),
    relatives_check: 'yes',
    formatted_relatives: [{ ...SON, file6: link('son.pdf'), marriage_or_birth_document_file: link('birth.pdf') }],
    id: ID,
    application_type: 'specialist',
    version: 1,
    application_status_history: [{ status_type: 'changes_requested', created_at: '2026-11-01T00:00:00Z', note: '' }],
    ...fields,
  };
  const read = readHostRecord(received);
  if (!read) throw new Error('not a record');
  return read;
}

const NOW = Date.parse(`${TODAY}T09:00:00Z`);
let device: Device;
let host: {
  stored: ApplicantRecord;
  refuses: CallRefusal | null;
  losesResponse: boolean;
  /** The host returns records at sign-in only. */
  signedOut?: boolean;
  /** Its response to an update, where that is not the stored record. */
  returns?: (request: (typeof sent)[number]) => { stored: ApplicantRecord; returned: ApplicantRecord };
  responds?: Promise<void>;
};
let sent: Parameters<ConstructorParameters<typeof ChangeStore>[0]['send']>[0][];
let signedOut: Set<string>;
/** The records that the account shows. */
let shown: ApplicantRecord[];

function tab() {
  return new ChangeStore({
    device: (id) => new DeviceEntry(device.storage, fieldChanges.recordKind(id), crypto.randomUUID()),
    mayStore: (id) => !signedOut.has(id),
    now: () => Date.now(),
    check: (type, values) => checkApplication(type, values, { today: TODAY, isPhone: () => true }),
    async send(request) {
      sent.push(request);
      await host.responds;
      if (host.refuses) return { refusal: host.refuses };
      if (request.version !== host.stored.version) return { refusal: { code: 'stale' } };
      if (host.returns) {
        const { stored, returned } = host.returns(request);
        host.stored = stored;
        return { record: returned };
      }
      host.stored = record({ surname: request.values.surname, phone: request.values.phone, version: 2 });
      return host.losesResponse ? { refusal: { code: 'no_answer' } } : { record: host.stored };
    },
    reread: async () => (host.signedOut ? { refusal: { code: 'token_required' } } : { record: host.stored }),
    setRecord: (next) => void shown.push(next),
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  signedOut = new Set();
  device = createDevice();
  host = { stored: record(), refuses: null, losesResponse: false };
  sent = [];
  shown = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens a tab with a changed surname. */
async function changedTab(changes: Record<string, unknown> = { surname: 'Petrova' }) {
  const opened = tab();
  await opened.openChanges(host.stored);
  opened.typeChanges({ ...opened.currentForm(), ...changes });
  return opened;
}

describe('changes to a submitted application', () => {
  it('an opened application has no changes', async () => {
    const store = tab();
    await store.openChanges(host.stored);
    expect(store.$changes.get()).toMatchObject({ phase: 'ready', changed: [], conflict: false });
    expect(store.checkChanges()).toEqual({});
  });

  it('the changes list an edited field until it is edited back', async () => {
    const store = await changedTab();
    expect(store.$changes.get().changed).toEqual(['surname']);
    store.typeChanges({ ...store.currentForm(), surname: 'Ivanova ' });
    expect(store.$changes.get().changed).toEqual([]);
  });

  it('an edit changes its path only, whatever else the form shows', async () => {
    const store = await changedTab();
    store.typeChanges({ ...store.currentForm(), surname: 'Older', name: 'Maria' }, 'name');
    expect(store.currentForm()).toMatchObject({ surname: 'Petrova', name: 'Maria' });
  });

  it('marks of a photo are sent with changes, and are not listed as changes', async () => {
    const store = await changedTab({});
    const mark = 'formatted_relatives.0.surname|Petrova|IVANOVA|kept';
    store.fillChanges({ 'formatted_relatives.0.surname': 'Petrova', photo_kept: mark });
    expect(store.$changes.get().changed).toEqual(['formatted_relatives']);
    expect(await store.sendChanges('en')).toEqual({});
    expect(sent[0]?.changed).toEqual(['formatted_relatives', 'photo_kept']);
    expect(sent[0]?.values).toMatchObject({ photo_kept: mark, formatted_relatives: [{ surname: 'Petrova' }] });
  });

  it('saving changes sends a new file and a reference to each stored one', async () => {
    const store = await changedTab({ file4: chosenFile('passport-2.pdf') });
    expect(await store.sendChanges('ru')).toEqual({});
    expect(sent).toHaveLength(1);
    expect(sent[0]?.values.file4).toMatchObject({ name: 'passport-2.pdf' });
    expect(sent[0]?.values.file5).toMatchObject({ path: expect.any(String) });
    expect(sent[0]?.version).toBe(1);
  });

  it('changes with an error are not sent to the host', async () => {
    const store = await changedTab({ surname: '' });
    expect(await store.sendChanges('ru')).toEqual({ surname: ['required'] });
    expect(sent).toEqual([]);
  });

  it('checkChanges checks one part, or all parts', async () => {
    const store = await changedTab({ surname: '', passport_number: '' });
    expect(store.checkChanges('name')).toEqual({ surname: ['required'] });
    expect(store.checkChanges('contact')).toEqual({});
    expect(Object.keys(store.checkChanges())).toEqual(['passport_number', 'surname']);
  });

  it('saving changes reports success and deletes them from the device', async () => {
    const store = await changedTab({ file4: chosenFile('passport-2.pdf') });
    await store.sendChanges('ru');
    expect(store.$changes.get()).toMatchObject({ isSent: true, changed: [], sending: false });
    expect([...device.stored.keys()]).toEqual([]);
  });

  it('edits made while changes are saved stay as further changes', async () => {
    const store = await changedTab();
    const sending = store.sendChanges('ru');
    store.typeChanges({ ...store.currentForm(), phone: '+998 90 000 00 00' });
    await sending;
    expect(store.currentForm().phone).toBe('+998 90 000 00 00');
    expect(store.$changes.get().changed).toEqual(['phone']);
  });

  it.each(['a sign-out', 'the changes were closed'])('a response after %s shows no record', async (end) => {
    const opened = await changedTab();
    let respond = () => {};
    host.responds = new Promise((resolve) => {
      respond = resolve;
    });
    const sending = opened.sendChanges('en');
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    if (end === 'a sign-out') signedOut.add(ID);
    else opened.closeChanges();
    respond();
    expect(await sending).toEqual({});
    expect(shown).toEqual([]);
    if (end !== 'a sign-out') expect(opened.$changes.get()).toMatchObject({ phase: 'loading', changed: [] });
  });

  it('changes stay when the host is unreachable at saving', async () => {
    host.refuses = { code: 'offline' };
    const store = await changedTab();
    expect(await store.sendChanges('ru')).toEqual({});
    expect(store.$changes.get()).toMatchObject({ refusal: { code: 'offline' }, sending: false, changed: ['surname'] });
    expect(store.currentForm().surname).toBe('Petrova');
  });

  it('a refusal of changes is shown at their field', async () => {
    host.refuses = { code: 'email_taken' };
    const store = await changedTab({ email: 'taken@example.org' });
    expect(await store.sendChanges('ru', 'my current password')).toEqual({ email: ['email_taken'] });
  });

  it('changing the email address requires the current password, which is not stored', async () => {
    host.refuses = { code: 'validation_failed', fields: { current_password: ['password_wrong'] } };
    const store = await changedTab({ email: 'other@example.org' });
    expect(await store.sendChanges('ru')).toEqual({ current_password: ['required'] });
    expect(sent).toEqual([]);
    expect(await store.sendChanges('ru', 'not my password')).toEqual({ current_password: ['password_wrong'] });
    expect(sent.map(({ password }) => password)).toEqual(['not my password']);
    expect(JSON.stringify([...device.stored.entries()])).not.toContain('not my password');
    host.refuses = null;
    store.typeChanges({ ...store.currentForm(), email: host.stored.email, surname: 'Petrova' });
    expect(await store.sendChanges('ru')).toEqual({});
  });

  it('a file that is chosen while changes are sent stays as a further change', async () => {
    const store = await changedTab();
    const { promise: isRead, resolve: end } = Promise.withResolvers<void>();
    store.waitFor(() => isRead);
    const sending = store.sendChanges('en');
    await vi.advanceTimersByTimeAsync(1000);
    const { formVersion } = store.$changes.get();
    store.typeChanges({ ...store.currentForm(), file4: chosenFile('passport-2.pdf') });
    end();
    expect(await sending).toEqual({});
    expect(store.$changes.get()).toMatchObject({ changed: ['file4'], isSent: true, formVersion: formVersion + 1 });
  });

  it('a form waits for a file that is being read before it shows a newer version', async () => {
    const store = await changedTab({});
    const { promise: isRead, resolve: end } = Promise.withResolvers<void>();
    store.waitFor(() => isRead);
    const opening = store.openChanges(record({ phone: '+998901234568', version: 2 }));
    store.typeChanges({ ...store.currentForm(), file4: chosenFile('passport-2.pdf') });
    end();
    await opening;
    expect(store.$changes.get()).toMatchObject({ changed: ['file4'], conflict: true });
  });

  it.each([
    ['an answer', { surname: 'Petrova' }, {}],
    [
      'a file, with what its photo shows,',
      { file4: chosenFile('passport-2.pdf'), photo_kept: 'surname||IVANOVA|filled' },
      { file4: link('passport-2.pdf') },
    ],
  ])('a page left while %s is sent reports it as sent when it is opened again', async (_, mine, returned) => {
    const store = await changedTab(mine);
    host.losesResponse = true;
    const sending = store.sendChanges('en');
    await vi.advanceTimersByTimeAsync(0);
    expect([...device.stored.values()]).toContainEqual(expect.objectContaining({ isUncertain: true }));
    // What the page would have done with the response never happens.
    const left = new Map(device.stored);
    await sending;
    for (const [key, value] of left) device.stored.set(key, value);
    host.stored = record({ ...host.stored, ...returned });
    const again = tab();
    await again.openChanges(host.stored);
    expect(again.$changes.get()).toMatchObject({ changed: [], conflict: false, isSent: true });
    expect([...device.stored.keys()]).toEqual([]);
  });

  it('a file with the name of the stored one is no change that has arrived after a clear refusal', async () => {
    const store = await changedTab({ file4: chosenFile('file4.pdf') });
    host.refuses = { code: 'too_large' };
    await store.sendChanges('en');
    await vi.advanceTimersByTimeAsync(1000);
    const again = tab();
    await again.openChanges(record({ phone: '+998901234568', version: 2 }));
    expect(again.$changes.get()).toMatchObject({ changed: ['file4'], conflict: true });
  });

  it('stored changes that the host has meanwhile are no conflict, and are deleted', async () => {
    const store = await changedTab();
    await store.flushChanges();
    const again = tab();
    await again.openChanges(record({ surname: 'Petrova', version: 2 }));
    expect(again.$changes.get()).toMatchObject({ changed: [], conflict: false, isSent: false });
    expect([...device.stored.keys()]).toEqual([]);
  });

  it('changes are saved when only the response was lost', async () => {
    host.losesResponse = true;
    const store = await changedTab();
    await store.sendChanges('ru');
    expect(store.$changes.get().refusal).toEqual({ code: 'no_answer' });
    await store.sendChanges('ru');
    expect(store.$changes.get()).toMatchObject({ isSent: true, conflict: false, changed: [] });
  });
});

describe('a host that answers a change with six fields', () => {
  const six = { id: ID, application_type: 'specialist', name: 'Anna', surname: 'Ivanova', email: 'anna@example.org' };
  const scans = (name: string) => ({
    file6: chosenFile(`${name}-passport.pdf`),
    marriage_or_birth_document_file: chosenFile(`${name}-birth.pdf`),
  });
  const stored = (relatives: object[]) => record({ version: undefined, formatted_relatives: relatives });
  const links = (name: string) => ({
    file6: link(`${name}-passport.pdf`),
    marriage_or_birth_document_file: link(`${name}-birth.pdf`),
  });
  const pathsOf = (value: unknown) =>
    (value as Record<string, { path?: string; name?: string }>[]).map(({ file6 }) => file6?.path ?? file6?.name);
  const DAUGHTER = { name: 'Daria', kinship: 'daughter', relativePassport: 'AB7654321' };
  const formItem = (store: ReturnType<typeof tab>, files: object) => {
    const [item] = store.currentForm().formatted_relatives as Record<string, unknown>[];
    return { ...item, ...files };
  };

  /** Opens an application without relatives, adds a son and sends it; the host stores links that it does not return. */
  async function withFirstSent() {
    host.stored = record({ version: undefined });
    const son = { ...formItem(await changedTab({}), scans('son')) };
    host.stored = record({ version: undefined, relatives_check: 'no', formatted_relatives: [] });
    const store = await changedTab({ relatives_check: 'yes', formatted_relatives: [son] });
    host.returns = ({ record: known, changed, values }) => {
      const mine = Object.fromEntries(changed.map((name) => [name, values[name as keyof typeof values]]));
      return {
        stored: stored([{ ...SON, ...links('son') }]),
        returned: mergeRecord(known, { sent: mine, texts: {}, returned: readHostRecord(six) }),
      };
    };
    expect(await store.sendChanges('en')).toEqual({});
    expect(shown.at(-1)?.unreturned_lists).toEqual(['formatted_relatives']);
    return store;
  }

  it('a second relative is sent with the references of the first one, which are read again before', async () => {
    const store = await withFirstSent();
    const [son] = store.currentForm().formatted_relatives as object[];
    const daughter = { ...formItem(store, scans('daughter')), ...DAUGHTER };
    store.typeChanges({ ...store.currentForm(), formatted_relatives: [son, daughter] });
    expect(await store.sendChanges('en')).toEqual({});
    expect(sent).toHaveLength(2);
    const [first, second] = pathsOf(sent[1]?.values.formatted_relatives);
    expect(first).toMatch(/^\/files\/.*son-passport\.pdf$/);
    expect(second).toBe('daughter-passport.pdf');
  });

  it('the removal of one relative keeps the new scan of another, sent before', async () => {
    host.stored = stored([
      { ...SON, ...links('son') },
      { ...SON, ...DAUGHTER, ...links('daughter') },
    ]);
    const store = await changedTab({});
    const [son, daughter] = store.currentForm().formatted_relatives as object[];
    store.typeChanges({
      ...store.currentForm(),
      formatted_relatives: [{ ...son, file6: chosenFile('better.pdf') }, daughter],
    });
    host.returns = ({ record: known, values: { formatted_relatives } }) => ({
      stored: stored([
        { ...SON, ...links('son'), file6: link('better-passport.pdf') },
        { ...SON, ...DAUGHTER, ...links('daughter') },
      ]),
      returned: mergeRecord(known, { sent: { formatted_relatives }, texts: {}, returned: readHostRecord(six) }),
    });
    expect(await store.sendChanges('en')).toEqual({});
    const [kept] = store.currentForm().formatted_relatives as object[];
    store.typeChanges({ ...store.currentForm(), formatted_relatives: [kept] });
    expect(await store.sendChanges('en')).toEqual({});
    expect(pathsOf(sent[1]?.values.formatted_relatives)).toEqual([expect.stringContaining('better-passport.pdf')]);
  });

  it('a list is not sent until the applicant has signed in again, and the change stays', async () => {
    const store = await withFirstSent();
    host.signedOut = true;
    const [son] = store.currentForm().formatted_relatives as object[];
    const daughter = { ...formItem(store, scans('daughter')), ...DAUGHTER };
    store.typeChanges({ ...store.currentForm(), formatted_relatives: [son, daughter] });
    expect(await store.sendChanges('en')).toEqual({});
    expect(store.$changes.get()).toMatchObject({
      refusal: { code: 'token_required' },
      sending: false,
      conflict: false,
    });
    expect(sent).toHaveLength(1);
    store.typeChanges({ ...store.currentForm(), phone: '+998901234568' });
    await store.flushChanges();
    // The next sign-in returns the record.
    host.signedOut = false;
    const next = tab();
    await next.openChanges(host.stored);
    expect(next.$changes.get()).toMatchObject({ changed: ['phone', 'formatted_relatives'], conflict: false });
    expect(await next.sendChanges('en')).toEqual({});
    expect(pathsOf(sent[1]?.values.formatted_relatives)[0]).toContain('son-passport.pdf');
  });

  it('the record that is read again after a change is no conflict, and keeps later edits', async () => {
    const store = await withFirstSent();
    store.typeChanges({ ...store.currentForm(), phone: '+998901234568' });
    await store.openChanges(host.stored);
    expect(store.$changes.get()).toMatchObject({ changed: ['phone'], conflict: false });
    expect(pathsOf(store.currentForm().formatted_relatives)[0]).toContain('son-passport.pdf');
  });

  it('another change is sent without the list', async () => {
    const store = await withFirstSent();
    host.signedOut = true;
    store.typeChanges({ ...store.currentForm(), phone: '+998901234568' });
    await store.sendChanges('en');
    expect(sent.map(({ changed }) => changed)).toEqual([['relatives_check', 'formatted_relatives'], ['phone']]);
  });
});

describe('an application of an unknown type', () => {
  it('an application of an unknown type cannot be edited, checked or sent', async () => {
    const store = tab();
    await store.openChanges(record({ application_type: 'diplomat' }));
    expect(store.$changes.get().phase).toBe('loading');
    store.typeChanges({ surname: 'Petrova' });
    await store.flushChanges();
    expect(store.checkChanges()).toEqual({});
    expect(await store.sendChanges('ru')).toEqual({});
    expect(sent).toEqual([]);
    expect([...device.stored.keys()]).toEqual([]);
  });
});

describe('changes stored on the device', () => {
  it('stored changes are restored after a reload with their files', async () => {
    const first = await changedTab({ surname: 'Petrova', file4: chosenFile('passport-2.pdf') });
    await first.flushChanges();
    const second = tab();
    await second.openChanges(record());
    expect(second.$changes.get()).toMatchObject({ changed: ['file4', 'surname'], conflict: false, saveState: 'saved' });
    expect(second.currentForm()).toMatchObject({ surname: 'Petrova', file4: { name: 'passport-2.pdf' } });
  });

  it('stored changes have the edited fields only, and never a password', async () => {
    const store = await changedTab({ surname: 'Petrova', password: 'never kept' });
    await store.flushChanges();
    const kept = JSON.stringify([...device.stored.entries()]);
    expect(kept).toContain('Petrova');
    expect(kept).not.toContain('never kept');
    expect(kept).not.toContain(FILLED.passport_number);
  });

  it('stored changes are not shown to another applicant', async () => {
    const store = await changedTab();
    await store.flushChanges();
    const other = tab();
    await other.openChanges(record({ id: 'ITV-2' }));
    expect(other.$changes.get().changed).toEqual([]);
  });

  it('stored changes that could not be read stay when others are made, undone and sent', async () => {
    const first = await changedTab({ surname: 'Petrova', file4: chosenFile('passport-2.pdf') });
    await first.flushChanges();
    const stored = [...device.stored.keys()];

    device.refuses.read = true;
    const second = tab();
    await second.openChanges(record());
    delete device.refuses.read;
    for (const phone of ['+998901234568', String(second.currentForm().phone), '+998901234569']) {
      second.typeChanges({ ...second.currentForm(), phone });
      await vi.advanceTimersByTimeAsync(1000);
      second.saveOnLeave();
    }
    expect(second.$changes.get()).toMatchObject({ changed: ['phone'], saveState: 'failed' });
    expect(await second.sendChanges('en')).toEqual({});
    expect([...device.stored.keys()]).toEqual(stored);
    const third = tab();
    await third.openChanges(record({ phone: '+998901234569', version: 2 }));
    expect(third.$changes.get()).toMatchObject({ changed: ['file4', 'surname'], conflict: true });
  });
});

describe('changes on the device, stored like a draft', () => {
  const fileKeys = () => [...device.stored.keys()].filter((key) => key.startsWith('changes-file:'));

  it('changes of an earlier portal version are opened with their files', async () => {
    const file4 = { name: 'passport-2.pdf', size: 4, type: 'application/pdf', fileKey: `changes-file:${ID}:1` };
    const changedAt = '2026-11-20T10:00:00.000Z';
    device.stored.set(file4.fileKey, new Blob(['%PDF'], { type: file4.type }));
    device.stored.set(`changes:${ID}`, { version: 1, base: 1, mine: { surname: 'Petrova', file4 }, changedAt });
    const store = tab();
    await store.openChanges(record());
    expect(store.$changes.get()).toMatchObject({
      changed: ['file4', 'surname'],
      saveState: 'saved',
      savedAt: changedAt,
    });
    store.typeChanges({ ...store.currentForm(), surname: 'Sidorova' });
    await store.flushChanges();
    expect(device.stored.get(`changes:${ID}`)).toMatchObject({ mine: { surname: 'Sidorova', file4 } });
    expect(fileKeys()).toEqual([file4.fileKey]);
  });

  it('changes of a newer portal version stay unchanged, and edits are reported as not stored', async () => {
    const newer = { version: 99, anything: 'else' };
    device.stored.set(`changes:${ID}`, newer);
    const store = tab();
    await store.openChanges(record());
    store.typeChanges({ ...store.currentForm(), surname: 'Petrova' });
    await store.flushChanges();
    store.typeChanges({ ...store.currentForm(), surname: 'Ivanova' });
    await store.flushChanges();
    expect(store.$changes.get().saveState).toBe('failed');
    expect(device.stored.get(`changes:${ID}`)).toEqual(newer);
  });

  it('a lost new file does not remove the file of the application', async () => {
    const store = await changedTab({ surname: 'Petrova', file4: chosenFile('passport-2.pdf') });
    await store.flushChanges();
    for (const key of fileKeys()) device.stored.delete(key);
    const later = tab();
    await later.openChanges(record());
    expect(later.$changes.get().changed).toEqual(['surname']);
  });

  it('changes do not reference a file that another tab deleted', async () => {
    const first = await changedTab({ file4: chosenFile('passport-2.pdf') });
    await first.flushChanges();
    const second = tab();
    await second.openChanges(record());
    second.typeChanges({ ...second.currentForm(), file4: record().file4, surname: 'Sidorova' });
    await second.flushChanges();
    expect(fileKeys()).toEqual([]);
    first.typeChanges({ ...first.currentForm(), phone: '+998 90 000 00 00' });
    await first.flushChanges();
    const later = tab();
    await later.openChanges(record());
    expect(later.$changes.get().changed).toEqual(['file4', 'phone']);
  });

  it('changes are not stored after a sign-out', async () => {
    const store = await changedTab({ file4: chosenFile('passport-2.pdf') });
    signedOut.add(ID);
    store.saveOnLeave();
    await store.flushChanges();
    expect([...device.stored.keys()]).toEqual([]);
  });
});

describe('an application that changed elsewhere', () => {
  const elsewhere = () => {
    host.stored = record({ phone: '+998 91 111 11 11', surname: 'Sidorova', version: 5 });
  };

  it('saving changes is a conflict when the application changed elsewhere, and the differences are listed', async () => {
    const store = await changedTab();
    elsewhere();
    await store.sendChanges('ru');
    expect(store.$changes.get()).toMatchObject({ conflict: true, sending: false, refusal: null });
    expect(store.changeDifferences()).toEqual([{ name: 'surname', stored: 'Sidorova', mine: 'Petrova' }]);
    await store.sendChanges('ru');
    expect(sent).toHaveLength(1);
  });

  it("rebaseChanges applies only the applicant's changes to the newer version", async () => {
    const store = await changedTab();
    elsewhere();
    await store.sendChanges('ru');
    await store.rebaseChanges();
    expect(store.$changes.get()).toMatchObject({ conflict: false, changed: ['surname'] });
    expect(store.currentForm()).toMatchObject({ surname: 'Petrova', phone: '+998 91 111 11 11' });
    await store.sendChanges('ru');
    expect(sent[1]).toMatchObject({ version: 5, values: { surname: 'Petrova', phone: '+998 91 111 11 11' } });
  });

  it('discardChanges shows the newer version and deletes the changes', async () => {
    const store = await changedTab();
    elsewhere();
    await store.sendChanges('ru');
    await store.discardChanges();
    expect(store.$changes.get()).toMatchObject({ conflict: false, changed: [] });
    expect(store.currentForm().surname).toBe('Sidorova');
    expect([...device.stored.keys()]).toEqual([]);
  });

  it('stored changes are a conflict with a newer version when they are opened', async () => {
    const store = await changedTab();
    await store.flushChanges();
    elsewhere();
    const later = tab();
    await later.openChanges(host.stored);
    expect(later.$changes.get().conflict).toBe(true);
  });

  it('a newer version replaces a form without changes', async () => {
    const store = tab();
    await store.openChanges(host.stored);
    elsewhere();
    await store.openChanges(host.stored);
    expect(store.currentForm().surname).toBe('Sidorova');
    expect(store.$changes.get().conflict).toBe(false);
  });

  it('the same version with fresh file links is not a conflict', async () => {
    const store = await changedTab();
    await store.openChanges(record());
    expect(store.$changes.get()).toMatchObject({ conflict: false, changed: ['surname'] });
  });
});
