/// <reference lib="dom" />
/** The parcel code of the pages against this host's database and bucket: what a thief or a malicious host can do. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompanyIndex, DraftIndex } from '../../../src/domain/parcel/contents.ts';
import { Parcel, parcelFile } from '../../../src/stores/parcel/parcel.ts';
import { sealing } from '../../../src/stores/parcel/sealing.ts';
import { setPorts } from '../../fixtures/ports.ts';
import { fetchingXhr } from '../../unit/stores/parcel/fetching-xhr.ts';
import { bindings, call, migrate } from './support/host.ts';
import { everythingStored, objectKeys } from './support/storage.ts';

const { DB, FILES } = bindings;
const ANSWER_TEXT = '{"surname":"Quixotrell","passport_number":"AB1234567"}';
const DRAFT: DraftIndex = {
  ...{ kind: 'draft', state: 'made', type: 'specialist', done: 1, started: 0, parts: 9 },
  ...{ savedAt: null, files: [] },
};
const COMPANY: CompanyIndex = {
  ...{ kind: 'company', state: 'made', type: 'specialist', parts: ['employer'], applicant: 'QUIXOTRELL ANN' },
  ...{ done: [], sentAt: null, files: [] },
};
const SCAN = { name: 'quixotrell-scan.pdf', type: null, size: 9, blob: new Blob(['SCANBYTES']) };

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

async function draft() {
  const parcel = await Parcel.create('draft', DRAFT);
  const files = await parcel.upload([parcelFile(ANSWER_TEXT), { path: 'file4', file: SCAN }]);
  await parcel.update((current) => ({ ...current, files }));
  return { parcel, files };
}

async function keysOf({ secret }: Pick<Parcel<'draft'>, 'secret'>) {
  const keys = await sealing.keysOf(secret);
  if (!keys) throw new Error('not a secret');
  return keys;
}

const objectOf = async (key: string) => new Uint8Array((await (await FILES.get(key))?.arrayBuffer()) ?? []);

describe('stolen storage', () => {
  it('stolen database and bucket reveal no secret, key, name, number or content of parcels', async () => {
    const { parcel } = await draft();
    const company = await Parcel.create('company', COMPANY);
    await company.upload([parcelFile('{"company_name":"Zephyrworks"}')]);
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
