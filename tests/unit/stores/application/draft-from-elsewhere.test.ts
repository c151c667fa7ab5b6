import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unpackDraft } from '../../../../src/stores/application/draft-packing.ts';
import { DRAFT_KEY, DRAFT_VERSION, type DraftContent } from '../../../../src/stores/application/draft-record.ts';
import type { ChosenFile } from '../../../../src/stores/device/form-values.ts';
import { saveParts, TODAY } from './filled-forms.ts';
import { createDevice, type Device, reloadTab, type Tab } from './one-device.ts';

const RECORD = {
  version: DRAFT_VERSION,
  type: 'founder',
  stepStatus: 1,
  saved: ['name'],
  step1Data: { surname: 'Ivanova', name: 'Anna' },
  step2Data: {},
  changedAt: '2026-11-20T00:00:00Z',
};
const SECRET = 'A'.repeat(22);
let device: Device;

beforeEach(() => {
  vi.useFakeTimers({ now: TODAY });
  device = createDevice();
});
afterEach(() => {
  vi.useRealTimers();
});

async function opened(record: unknown): Promise<Tab> {
  device.stored.set(DRAFT_KEY, record);
  const tab = reloadTab(device);
  await tab.openDraft();
  return tab;
}

describe('a draft that was manipulated on the device', () => {
  it.each<[string, object]>([
    ['an object for a text', { step1Data: { ...RECORD.step1Data, surname: { a: 1 } } }],
    ['a surname of 300 kB', { step1Data: { ...RECORD.step1Data, surname: 'x'.repeat(300_000) } }],
    ['a number for a name', { step1Data: { ...RECORD.step1Data, surname: 5 } }],
  ])('a stored draft is read without %s, and the field is listed', async (_, change) => {
    const tab = await opened({ ...RECORD, ...change });
    expect(tab.$draft.get()).toMatchObject({
      phase: 'ready',
      step1Data: { surname: '', name: 'Anna' },
      dropped: ['surname'],
    });
    expect(tab.checkAll().surname).toEqual(['required']);
    tab.typeInPart('name', { ...tab.formOf(1), surname: 'Petrova' });
    await tab.flushDraft();
    const again = reloadTab(device);
    await again.openDraft();
    expect(again.$draft.get()).toMatchObject({ step1Data: { surname: 'Petrova', name: 'Anna' }, dropped: [] });
  });

  it('a stored draft keeps only known refusal codes of fields in the form', async () => {
    const refused = {
      name: { a: 1 },
      surname: 'required',
      email: ['email_taken', 7, { a: 1 }, 'toString'],
      'last_trips.0.trip_aim': ['required'],
      constructor: ['required'],
      [`name.${'x'.repeat(1000)}`]: ['required'],
      password: ['password_short'],
    };
    const tab = await opened({ ...RECORD, refused });
    expect(tab.$draft.get().refused).toEqual({
      email: ['email_taken'],
      'last_trips.0.trip_aim': ['required'],
    });
    for (const other of [null, 7, 'x', [['name', ['required']]], new Array(1_000_000).fill(['required'])])
      expect((await opened({ ...RECORD, refused: other })).$draft.get().refused).toEqual({});
  });

  it('a stored draft keeps a valid company link only, and lists a discarded one', async () => {
    const company = { secret: SECRET, parts: ['employer', 'employer'], more: 1 };
    expect((await opened({ ...RECORD, company })).$draft.get().company).toEqual({
      secret: SECRET,
      parts: ['employer'],
    });
    for (const other of [
      7,
      [],
      { secret: 7, parts: [] },
      { secret: SECRET, parts: ['garage'] },
      { ...company, secret: 'x'.repeat(1e6) },
    ])
      expect((await opened({ ...RECORD, company: other })).$draft.get()).toMatchObject({
        company: null,
        dropped: ['*'],
      });
    expect((await opened(RECORD)).$draft.get()).toMatchObject({ company: null, dropped: [] });
  });

  it('a stored draft discards an attempt to send with an invalid key, fingerprint, address or time', async () => {
    const sent = { idempotencyKey: { a: 1 }, fingerprint: 7, sentTo: [], sentAt: '+275760-09-13T00:00:00Z' };
    const tab = await opened({ ...RECORD, ...sent });
    expect(tab.attempt).toEqual({ idempotencyKey: null, fingerprint: null, sentTo: null, sentAt: null });
    expect(tab.checkAll()).toBeTypeOf('object');
  });

  it.each<[string, unknown]>([
    ['a fractional version', { ...RECORD, version: 1.5 }],
    ['an invalid version', { ...RECORD, version: Number.NaN }],
    ['a version before the first', { ...RECORD, version: -1 }],
    ['a list for a step', { ...RECORD, step1Data: [] }],
    ['a map for a step', { ...RECORD, step2Data: new Map() }],
    ['a million parts', { ...RECORD, saved: new Array(1_000_000).fill('name') }],
    ['a time after the last possible one', { ...RECORD, changedAt: '+275760-09-13T00:00:00Z' }],
    ['a time of a megabyte', { ...RECORD, changedAt: `2026-11-20T00:00:00Z${' '.repeat(1_000_000)}` }],
    ['a list', [RECORD]],
    ['a file', new Blob(['x'])],
  ])('a stored draft with %s is unreadable and can be deleted', async (_, record) => {
    const tab = await opened(record);
    expect(tab.$draft.get()).toMatchObject({ phase: 'unavailable', reason: 'unreadable' });
    await tab.deleteDraft();
    expect(device.stored.size).toBe(0);
  });

  it('a stored draft of an impossible version is newer_version and can be deleted', async () => {
    const tab = await opened({ ...RECORD, version: Number.MAX_SAFE_INTEGER });
    expect(tab.$draft.get()).toMatchObject({ phase: 'unavailable', reason: 'newer_version' });
    await tab.deleteDraft();
    expect(tab.$draft.get().phase).toBe('ready');
  });
});

describe('a draft from a link', () => {
  const answers = (change: object = {}) => JSON.stringify({ ...RECORD, ...change });

  it('a draft from a link is read without invalid values, which are listed', async () => {
    const step1Data = {
      surname: { a: 1 },
      name: 'Anna',
      file4: { name: 'a.pdf', size: 7, type: 'text/html', fileKey: 'file4' },
    };
    const blobs = new Map([['file4', new Blob(['<script>'], { type: 'text/html' })]]);
    const unpacked = await unpackDraft(answers({ step1Data, refused: { name: { a: 1 } }, password: 'secret' }), blobs);
    expect(unpacked?.dropped).toEqual(['surname']);
    expect(unpacked?.content).toMatchObject({ step1Data: { surname: '', name: 'Anna' }, refused: {} });
    expect(unpacked?.content).not.toHaveProperty('password');
    const file = unpacked?.content.step1Data.file4 as ChosenFile;
    expect(file).toMatchObject({ name: 'a.pdf', size: 8, type: null });
    expect(file.blob.type).toBe('');
  });

  it('a draft from a link cannot reference a file on the host', async () => {
    const step1Data = { file4: { path: '/files/1/passport.pdf' } };
    const unpacked = await unpackDraft(answers({ step1Data }), new Map());
    expect(unpacked).toMatchObject({ content: { step1Data: { file4: null } }, dropped: ['file4'] });
  });

  it('a draft from a link changes no prototype and may be deeply nested', async () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const text = answers().replace('"surname"', `"__proto__":{"surname":"OTHER"},"deep":${deep},"surname"`);
    const unpacked = await unpackDraft(text, new Map());
    expect(unpacked?.content.step1Data).toEqual(RECORD.step1Data);
    expect(unpacked?.dropped).toEqual(['*']);
  });

  it('a draft from a link is stored as it was read', async () => {
    const tab = reloadTab(device);
    await tab.openDraft();
    saveParts(tab, 'founder', 1);
    const unpacked = await unpackDraft(answers({ step1Data: { ...RECORD.step1Data, email: 7 } }), new Map());
    expect(await tab.replaceDraft(unpacked?.content as DraftContent)).toBe(true);
    expect(tab.$draft.get()).toMatchObject({ step1Data: { surname: 'Ivanova', email: '' } });
  });
});
