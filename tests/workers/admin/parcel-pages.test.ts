/// <reference lib="dom" />
/** The parcel code of the pages against this host's database and bucket: what a thief or a malicious host can do. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANSWERS_BLOB, type CompanyIndex, type DraftIndex, REPLY_BLOB } from '../../../src/domain/parcel/contents.ts';
import { setPorts } from '../../../src/stores/browser/ports.ts';
import { newUpload, Parcel } from '../../../src/stores/parcel/parcel.ts';
import { parcelKeys } from '../../../src/stores/parcel/sealing.ts';
import { fetchingXhr } from '../../unit/stores/parcel/fetching-xhr.ts';
import { bindings, call, migrate } from './support/host.ts';
import { everythingStored, objectKeys } from './support/storage.ts';

const { DB, FILES } = bindings;
const ANSWER_TEXT = '{"surname":"Quixotrell","passport_number":"AB1234567"}';
const DRAFT: DraftIndex = {
  ...{
    kind: 'draft',
    state: 'made',
    end: null,
    type: 'specialist',
    done: 1,
    started: 0,
    parts: 9,
    savedAt: null,
    opener: null,
  },
  ...{ files: [{ path: 'file4', name: 'quixotrell-scan.pdf', type: null, size: 9, revision: 1 }], answers: 1 },
};
const COMPANY: CompanyIndex = {
  ...{ kind: 'company', state: 'answered', end: null, type: 'specialist', parts: ['employer'] },
  ...{
    applicant: 'QUIXOTRELL ANN',
    answers: 0,
    reply: 1,
    files: [],
    given: [],
    done: [],
    sentAt: '2026-11-21T09:00:00Z',
  },
};

beforeAll(migrate);
beforeEach(async () => {
  await DB.batch(['parcels', 'orphaned_objects'].map((table) => DB.prepare(`DELETE FROM ${table}`)));
  await FILES.delete(await objectKeys());
  const fetch = async (path: string, { method = 'GET', headers, body }: RequestInit = {}) =>
    call(path.replace('/api/v1', ''), {
      method,
      headers: { ...Object.fromEntries(new Headers(headers)), 'X-Client-Address': '192.0.2.1' },
      ...(body == null ? {} : { body }),
    });
  setPorts({ online: () => true, after: () => () => undefined, fetch: fetch as typeof globalThis.fetch });
  vi.stubGlobal('XMLHttpRequest', function FetchingXhr() {
    return fetchingXhr(fetch);
  });
});

async function put(parcel: Parcel<'draft'> | Parcel<'company'>, name: string, text: string, revision = 0) {
  const upload = { ...newUpload(name, new Blob([text])), revision };
  await parcel.upload([upload]);
  expect(upload.revision).toBe(revision + 1);
}

async function draft(): Promise<Parcel<'draft'>> {
  const parcel = await Parcel.create('draft', DRAFT);
  await put(parcel, ANSWERS_BLOB, ANSWER_TEXT);
  await put(parcel, 'file4', 'SCANBYTES');
  return parcel;
}

async function keysOf({ secret }: Pick<Parcel<'draft'>, 'secret'>) {
  const keys = await parcelKeys(secret);
  if (!keys) throw new Error('not a secret');
  return keys;
}

const keyOf = async (parcel: Parcel<'draft'>, name: string) => {
  const row = await DB.prepare('SELECT object_id FROM parcel_blobs WHERE id = ?')
    .bind(await (await keysOf(parcel)).blobId(name))
    .first<{ object_id: string }>();
  return row?.object_id ?? '';
};
const objectOf = async (key: string) => new Uint8Array((await (await FILES.get(key))?.arrayBuffer()) ?? []);
const ALTERED = 'parcel_altered';

describe('stolen storage', () => {
  it('stolen database and bucket reveal no secret, key, name, number or content of parcels', async () => {
    const parcel = await draft();
    const company = await Parcel.create('company', COMPANY);
    await put(company, REPLY_BLOB, '{"company_name":"Zephyrworks"}');
    const rows = JSON.stringify(await everythingStored(), (_, value) =>
      value instanceof ArrayBuffer || (Array.isArray(value) && typeof value[0] === 'number')
        ? Buffer.from(value as ArrayBuffer).toString('latin1')
        : value,
    );
    const objects = await Promise.all((await objectKeys()).map(objectOf));
    expect(objects).toHaveLength(3);
    const all = [rows, ...objects.map((object) => Buffer.from(object).toString('latin1'))].join('\n').toLowerCase();
    const derived = await Promise.all([parcel, company].map(keysOf));
    const keys = [parcel.secret, company.secret, ...derived.map(({ access }) => access)];
    const words = ['quixotrell', 'AB1234567', 'SCANBYTES', 'Zephyrworks', 'company_name', 'file4', 'specialist'];
    expect(all).toContain(parcel.id.toLowerCase());
    for (const never of [...keys, ...words]) expect(all).not.toContain(never.toLowerCase());
  });
});

describe('a malicious host', () => {
  it('a page notices a blob that the host altered, truncated or swapped', async () => {
    const parcel = await draft();
    const [answers, file] = [await keyOf(parcel, ANSWERS_BLOB), await keyOf(parcel, 'file4')];
    const whole = await objectOf(file);
    const altered = whole.map((byte, at) => (at === whole.length - 1 ? byte ^ 1 : byte));
    for (const wrong of [altered, whole.slice(0, -1), whole.slice(0, 4), await objectOf(answers)]) {
      await FILES.put(file, wrong);
      await expect(parcel.readBlob('file4', 1)).rejects.toThrow(ALTERED);
    }
    await FILES.put(file, whole);
    expect((await parcel.readBlob('file4', 1)).byteLength).toBe(9);
  });

  it('a page notices an older blob under its own or the new revision', async () => {
    const parcel = await draft();
    const old = await objectOf(await keyOf(parcel, 'file4'));
    await put(parcel, 'file4', 'NEWERSCAN', 1);
    await FILES.put(await keyOf(parcel, 'file4'), old);
    await expect(parcel.readBlob('file4', 2)).rejects.toThrow(ALTERED);
    await DB.prepare('UPDATE parcel_blobs SET revision = 1').run();
    await expect(parcel.readBlob('file4', 2)).rejects.toThrow(ALTERED);
  });

  it('a page notices an older index under the new revision, and under its own if a newer one was read', async () => {
    const parcel = await draft();
    const old = await DB.prepare('SELECT sealed_index FROM parcels').first<{ sealed_index: ArrayBuffer }>();
    await parcel.update(() => ({ ...DRAFT, state: 'ended', end: 'cancelled' }));
    await DB.prepare('UPDATE parcels SET sealed_index = ?')
      .bind(new Uint8Array(old?.sealed_index ?? []))
      .run();
    const other = await Parcel.open('draft', parcel.secret);
    await expect(other?.read()).rejects.toThrow(ALTERED);
    await DB.prepare('UPDATE parcels SET revision = 1').run();
    await expect(parcel.read()).rejects.toThrow(ALTERED);
  });
});
