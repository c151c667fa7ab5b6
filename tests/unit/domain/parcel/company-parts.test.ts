import { describe, expect, it } from 'vitest';
import {
  askedParts,
  companyParts,
  fieldsOfParts,
  isFilePath,
  isWholePart,
  TYPES_WITH_COMPANY,
} from '../../../../src/domain/parcel/company-parts.ts';

describe('the parts of a company', () => {
  it('are there for those who work for one or bring one, and not before a type is chosen', () => {
    expect(TYPES_WITH_COMPANY).toEqual(['specialist', 'investor']);
    expect(companyParts('specialist')).toContain('employer');
    expect(companyParts('investor')).toContain('company');
    expect(companyParts('founder')).toEqual([]);
    expect(companyParts(null)).toEqual([]);
  });

  it('are asked in the order of the form, whatever else a list from elsewhere names', () => {
    expect(askedParts('investor', ['petitioner', 'passport', 'toString', 'company'])).toEqual([
      'company',
      'petitioner',
    ]);
    expect(askedParts('founder', ['company'])).toEqual([]);
    expect(askedParts('specialist', [])).toEqual([]);
  });

  it('have the fields of these parts only, files among them', () => {
    const fields = fieldsOfParts('specialist', ['documents']);
    expect(fields.some(isFilePath)).toBe(true);
    expect(fieldsOfParts('specialist', ['employer']).filter((name) => fields.includes(name))).toEqual([]);
    expect(fieldsOfParts('specialist', [])).toEqual([]);
  });

  it.each(TYPES_WITH_COMPANY)('have the petition letter, and none of the own papers of an applicant (%s)', (type) => {
    expect(fieldsOfParts(type, ['documents'])).toEqual(['file3']);
    expect(isWholePart(type, 'documents')).toBe(false);
    expect(isWholePart(type, 'petitioner')).toBe(true);
  });
});

it.each([
  ['file4', true],
  ['surname', false],
  ['formatted_relatives.0.file6', false],
  ['toString', false],
  ['', false],
])('%j is the path of a file: %j', (path, isFile) => {
  expect(isFilePath(path)).toBe(isFile);
});
