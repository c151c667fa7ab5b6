import { describe, expect, it } from 'vitest';
import {
  type CompanyIndex,
  type DraftIndex,
  type PhotoIndex,
  readIndex,
} from '../../../../src/domain/parcel/contents.ts';

const ID = 'Q'.repeat(22);
const file = { path: 'file4', name: 'passport.jpg', type: 'image/jpeg', size: 120_000, id: ID };
const draft: DraftIndex = {
  ...{ kind: 'draft', state: 'made', type: 'specialist', done: 3, started: 1, parts: 13 },
  ...{ savedAt: '2026-11-24T10:00:00.000Z', files: [file] },
};
const photo: PhotoIndex = {
  ...{ kind: 'photo', state: 'made', path: 'file4', type: null, issue: null, files: [] },
};
const company: CompanyIndex = {
  ...{ kind: 'company', state: 'answered', type: 'investor', parts: ['company', 'petitioner'] },
  ...{ applicant: 'Anna Li', files: [file], done: ['company'], sentAt: '2026-11-24T10:00:00.000Z' },
};

describe('the index of a parcel', () => {
  it('the index of a parcel is read as it was written', () => {
    expect(readIndex('draft', structuredClone(draft))).toEqual(draft);
    expect(readIndex('photo', structuredClone(photo))).toEqual(photo);
    expect(readIndex('company', structuredClone(company))).toEqual(company);
    const ended = { state: 'ended', end: 'taken', blobs: [ID] };
    expect(readIndex('company', { ...ended, applicant: 'Anna Li' })).toEqual(ended);
  });

  it('readIndex returns null for another kind of parcel', () => {
    expect(readIndex('photo', draft)).toBeNull();
    expect(readIndex('company', photo)).toBeNull();
    expect(readIndex('draft', company)).toBeNull();
  });

  it.each<[string, unknown]>([
    ['not an object', null],
    ['a text', 'draft'],
    ['a state of another version', { ...draft, state: 'folded' }],
    ['an end of another version', { state: 'ended', end: 'lost', blobs: [] }],
    ['ended without its end', { state: 'ended', blobs: [] }],
    ['ended with invalid blobs', { state: 'ended', end: 'taken', blobs: ['file4'] }],
    ['a type of another version', { ...draft, type: 'pilot' }],
    ['an invalid count', { ...draft, done: -1 }],
    ['files that are not a list', { ...draft, files: {} }],
    ['a file without its id', { ...draft, files: [{ ...file, id: undefined }] }],
    ['a time that is not a text', { ...draft, savedAt: 0 }],
  ])('readIndex returns null when the index is %s', (_, value) => {
    expect(readIndex('draft', value)).toBeNull();
  });

  const wrongFiles: [string, unknown][] = [
    ['not an object', 'passport.jpg'],
    ['none', null],
    ['one without a path', { ...file, path: 4 }],
    ['one without a name', { ...file, name: undefined }],
    ['one with a type that is not a text', { ...file, type: 1 }],
    ['one with an invalid size', { ...file, size: -1 }],
    ['one with half a byte', { ...file, size: 0.5 }],
    ['one with a revision for its id', { ...file, id: 1 }],
    ['one with a path for its id', { ...file, id: 'file4' }],
  ];

  it.each(wrongFiles)('readIndex returns null when a file is %s', (_, wrong) => {
    expect(readIndex('draft', { ...draft, files: [file, wrong] })).toBeNull();
    expect(readIndex('company', { ...company, files: [wrong] })).toBeNull();
    expect(readIndex('photo', { ...photo, files: [wrong] })).toBeNull();
  });

  it('readIndex accepts an empty file of unknown type, and the file of a photo', () => {
    const empty = { ...file, type: null, size: 0 };
    expect(readIndex('draft', { ...draft, files: [empty], done: 0 })).not.toBeNull();
    expect(readIndex('photo', { ...photo, files: [file], issue: 'file_large' })).not.toBeNull();
  });

  it.each<[string, object]>([
    ['path', { path: null }],
    ['issue', { issue: 1 }],
  ])('readIndex returns null for a photo with an invalid %s', (_, wrong) => {
    expect(readIndex('photo', { ...photo, ...wrong })).toBeNull();
  });

  it.each<[string, object]>([
    ['parts', { parts: 'company' }],
    ['parts', { parts: [7] }],
    ['applicant', { applicant: null }],
    ['time', { sentAt: 0 }],
    ['time of its answers', { sentAt: null }],
  ])('readIndex returns null for a company with invalid %s: %j', (_, wrong) => {
    expect(readIndex('company', { ...company, ...wrong })).toBeNull();
  });

  it('readIndex keeps only known parts', () => {
    expect(readIndex('company', { ...company, parts: ['company', 'garage'] })).toBeNull();
    expect(readIndex('company', { ...company, parts: ['toString'] })).toBeNull();
    expect(readIndex('company', { ...company, type: null })).toBeNull();
  });
});

describe('readIndex of a foreign index', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...file, path: `file${at}` }));
  const HUGE = 'x'.repeat(1_000_000);

  it.each<[string, unknown]>([
    ['a list for its state', { ...draft, state: ['ready'] }],
    ['a list for its kind', { ...draft, kind: ['draft'] }],
    ['a million files', { ...draft, files: many(1_000_000) }],
    ['one file twice', { ...draft, files: [file, file] }],
    ['an invalid path', { ...draft, files: [{ ...file, path: '../file4' }] }],
    ['a path of a megabyte', { ...draft, files: [{ ...file, path: HUGE }] }],
    ['a name of a megabyte', { ...draft, files: [{ ...file, name: HUGE }] }],
    ['a media type of a megabyte', { ...draft, files: [{ ...file, type: HUGE }] }],
    ['a size that no disk has', { ...draft, files: [{ ...file, size: Number.MAX_SAFE_INTEGER }] }],
    ['an invalid time', { ...draft, savedAt: 'soon' }],
    ['a time after the last possible one', { ...draft, savedAt: '+275760-09-13T00:00:00Z' }],
  ])('readIndex returns null for a foreign index with %s', (_, value) => {
    expect(readIndex('draft', value)).toBeNull();
  });

  it('readIndex returns null for too many parts or an invalid path of a photo', () => {
    expect(readIndex('company', { ...company, parts: new Array(1_000_000).fill('company') })).toBeNull();
    expect(readIndex('photo', { ...photo, path: HUGE })).toBeNull();
    expect(readIndex('photo', { ...photo, path: '<b>' })).toBeNull();
    expect(readIndex('photo', { ...photo, issue: HUGE })).toBeNull();
  });

  it.each([
    ['Anna Li', 'Anna Li'],
    ["Ёлкина Анна-Мария O'Neil", "Ёлкина Анна-Мария O'Neil"],
    ['  anna \u202e\u2066iL\u200b\n\n', 'Anna iL'],
    ['Pay 100 $ at https://evil.example/x, call +998 71 200', 'Pay at https evil example x call'],
    ['<b>Anna</b>', 'B Anna b'],
    ['1234', ''],
    [`Anna ${'\u0301'.repeat(60_000)}`, `Anna ${'\u0301'.repeat(156)}`],
    ['x'.repeat(60_000), `X${'x'.repeat(160)}`],
  ])('readIndex cleans the applicant %j to the letters of a name: %j', (applicant, shown) => {
    expect(readIndex('company', { ...company, applicant })).toMatchObject({ applicant: shown });
  });

  it('readIndex cleans and shortens names of files', () => {
    const named = { ...file, name: '../a\u202egpj.exe' };
    const shown = { ...file, name: 'agpj.exe' };
    expect(readIndex('draft', { ...draft, files: [named] })).toMatchObject({ files: [shown] });
    const [long] = (readIndex('photo', { ...photo, files: [{ ...file, name: 'x'.repeat(900) }] }) as PhotoIndex).files;
    expect([...(long?.name ?? '')]).toHaveLength(120);
  });
});
