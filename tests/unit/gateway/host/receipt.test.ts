/** What was sent is compared with what a record shows; a host that returns too little is accused of nothing. */
import { expect, it } from 'vitest';
import { readHostRecord } from '../../../../functions/gateway/host/record.ts';
import { readReceived } from '../../../../functions/gateway/host/stored-files.ts';
import { receipts } from '../../../../src/domain/application/receipt.ts';
import { FILLED, WITH_LISTS } from '../../domain/application/filled-values.ts';

const digest = async (text: string) => `digest of ${text}`;
const hashOf = (name: string) => Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64);
const ways = { digest, hashFile: async ({ name }: { name: string }) => hashOf(name) };
const compare = async (record: object, values = WITH_LISTS) => {
  const read = readHostRecord({ id: 1, ...record });
  return read && receipts.compare(await receipts.of('founder', values, ways), read, digest);
};
const relatives = WITH_LISTS.formatted_relatives.map(
  ({ file6: _, marriage_or_birth_document_file: __, ...texts }) => texts,
);
const PASSPORTS = ['formatted_relatives.0.file6', 'formatted_relatives.1.file6'];

it('a receipt has the paths of all files, and no answer in clear outside its digests', async () => {
  const { files, answers } = await receipts.of('founder', WITH_LISTS, { ...ways, digest: async () => 'x' });
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['file4', 'file5', 'file2', 'resume_file', ...PASSPORTS]));
  expect(new Set(Object.values(answers))).toEqual(new Set(['x']));
});

it.each<[string, object]>([
  ['returns nothing but six fields', { name: FILLED.name, email: FILLED.email, file5: '/storage/photo.jpg' }],
  [
    'returns answers in its own spelling',
    { name: FILLED.name.toUpperCase(), phone: FILLED.phone.replace('+998', '8') },
  ],
  ['returns relatives without files', { formatted_relatives: relatives }],
])('nothing is claimed of a host that %s', async (_, record) => {
  expect(await compare(record)).toBeNull();
});

it('a file whose field is empty in the record is missing', async () => {
  const record = { file4: null, file5: '/storage/photo.jpg' };
  expect(await compare(record)).toMatchObject({ missing: ['file4'], count: 1 });
});

it('of files of one name, a host that keeps the last has lost the others', async () => {
  const record = { formatted_relatives: JSON.stringify(relatives), file6: '/storage/last.pdf' };
  expect(await compare(record)).toMatchObject({ missing: PASSPORTS, count: 1 });
  expect(await compare({ ...record, file6: ['/storage/a.pdf', '/storage/b.pdf'] })).toBeNull();
  expect(await compare({ ...record, file6: ['/storage/a.pdf', null] })).toMatchObject({
    missing: [PASSPORTS[1]],
    count: 1,
  });
});

it.each([0, 1])('the scan of one of two relatives that the record lacks is named: at %i', async (lost) => {
  const returned = relatives.map((one, index) => (index === lost ? one : { ...one, file6: '/storage/a.pdf' }));
  expect(await compare({ formatted_relatives: returned })).toMatchObject({ missing: [PASSPORTS[lost]], count: 1 });
  const nulls = relatives.map((one, index) => ({ ...one, file6: index === lost ? null : '/storage/a.pdf' }));
  expect(await compare({ formatted_relatives: nulls })).toMatchObject({ missing: [PASSPORTS[lost]], count: 1 });
});

it('cut answers and lost items are named', async () => {
  const record = { petitioner_name: FILLED.petitioner_name.slice(0, 2), formatted_relatives: relatives.slice(0, 1) };
  expect(await compare(record)).toMatchObject({ count: 0, changed: ['petitioner_name', 'formatted_relatives'] });
});

it('a file that arrived with another size or hash, or not at all, did not arrive; order and other parts do not matter', async () => {
  const receipt = await receipts.of('founder', WITH_LISTS, ways);
  const received = Object.entries(receipt.files)
    .map(([path, facts]) => ({ field: path.split('.').at(-1) ?? '', ...facts }))
    .reverse();
  const lost = (list: unknown) => receipts.notReceived(receipt, readReceived(list));
  expect(lost(received)).toEqual([]);
  expect(lost(received.filter(({ field }) => field !== 'file4'))).toEqual(['file4']);
  expect(lost(received.map((one) => (one.field === 'file5' ? { ...one, size: 1 } : one)))).toEqual(['file5']);
  // PHP keeps the last of several parts of one name.
  expect(lost(received.filter(({ field, sha256 }) => field !== 'file6' || sha256 !== hashOf('son.pdf')))).toEqual([
    PASSPORTS[1],
  ]);
  for (const other of [undefined, 'all', [{ field: 'file4' }]]) expect(lost(other)).toEqual([]);
});

it('a file whose size or hash the record gives is compared once', async () => {
  const { count, files, answers } = await receipts.of('founder', WITH_LISTS, ways);
  const own = { url: '/storage/a.pdf', ...files.file4 };
  expect(await compare({ file4: own })).toBeNull();
  expect(await compare({ file4: { ...own, size: 17 } })).toMatchObject({ missing: ['file4'], count: 1 });
  const read = readHostRecord({ id: 1, file4: { ...own, size: 17 } });
  expect(read && (await receipts.compare({ count, answers, files: {} }, read, digest))).toBeNull();
});
