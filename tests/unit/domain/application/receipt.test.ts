/** What was sent is compared with what a record shows; a host that returns too little is accused of nothing. */
import { expect, it } from 'vitest';
import { compareReceipt, receiptOf } from '../../../../src/domain/application/receipt.ts';
import { readRecord } from '../../../../src/domain/application/record.ts';
import { FILLED, WITH_LISTS } from './filled-values.ts';

const digest = async (text: string) => `digest of ${text}`;
const compare = async (record: object, values = WITH_LISTS) => {
  const read = readRecord({ id: 1, ...record });
  return read && compareReceipt(await receiptOf('founder', values, digest), read, digest);
};
const relatives = WITH_LISTS.formatted_relatives.map(
  ({ file6: _, marriage_or_birth_document_file: __, ...texts }) => texts,
);
const PASSPORTS = ['formatted_relatives.0.file6', 'formatted_relatives.1.file6'];

it('a receipt has the paths of all files, and no answer in clear outside its digests', async () => {
  const { files, answers } = await receiptOf('founder', WITH_LISTS, async () => 'x');
  expect(files).toEqual(expect.arrayContaining(['file4', 'file5', 'file2', 'resume_file', ...PASSPORTS]));
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
  expect(await compare({ file4: null, file5: '/storage/photo.jpg' })).toMatchObject({ missing: ['file4'], count: 1 });
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

it('cut answers and lost items are named', async () => {
  const record = { petitioner_name: FILLED.petitioner_name.slice(0, 2), formatted_relatives: relatives.slice(0, 1) };
  expect(await compare(record)).toMatchObject({ count: 0, changed: ['petitioner_name', 'formatted_relatives'] });
});
