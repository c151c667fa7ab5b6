import { describe, expect, it } from 'vitest';
import {
  companyParts,
  fieldsOfParts,
  isFilePath,
  isWholePart,
  readAskedParts,
  TYPES_WITH_COMPANY,
} from '../../../../src/domain/parcel/company-parts.ts';

describe('parts that a company fills in', () => {
  it('companyParts is empty for founders and without a type', () => {
    expect(TYPES_WITH_COMPANY).toEqual(['specialist', 'investor']);
    expect(companyParts('specialist')).toContain('employer');
    expect(companyParts('investor')).toContain('company');
    expect(companyParts('founder')).toEqual([]);
    expect(companyParts(null)).toEqual([]);
  });

  it('readAskedParts keeps only known parts, in form order', () => {
    expect(readAskedParts('investor', ['petitioner', 'passport', 'toString', 'company'])).toEqual([
      'company',
      'petitioner',
    ]);
    expect(readAskedParts('founder', ['company'])).toEqual([]);
    expect(readAskedParts('specialist', [])).toEqual([]);
  });

  it('fieldsOfParts returns the fields of the parts only, files among them', () => {
    const fields = fieldsOfParts('specialist', ['documents']);
    expect(fields.some(isFilePath)).toBe(true);
    expect(fieldsOfParts('specialist', ['employer']).filter((name) => fields.includes(name))).toEqual([]);
    expect(fieldsOfParts('specialist', [])).toEqual([]);
  });

  it.each(TYPES_WITH_COMPANY)(
    "the documents of a company are the petition letter, without the applicant's own papers (%s)",
    (type) => {
      expect(fieldsOfParts(type, ['documents'])).toEqual(['file3']);
      expect(isWholePart(type, 'documents')).toBe(false);
      expect(isWholePart(type, 'petitioner')).toBe(true);
    },
  );
});

it.each([
  ['file4', true],
  ['surname', false],
  ['formatted_relatives.0.file6', false],
  ['toString', false],
  ['', false],
])('isFilePath of %j is %j', (path, isFile) => {
  expect(isFilePath(path)).toBe(isFile);
});
