import { describe, expect, it } from 'vitest';
import {
  type CompanyIndex,
  type DraftIndex,
  type PhotoIndex,
  readIndex,
} from '../../../../src/domain/parcel/contents.ts';

const file = { path: 'file4', name: 'passport.jpg', type: 'image/jpeg', size: 120_000, revision: 1 };
const draft: DraftIndex = {
  ...{ kind: 'draft', state: 'ready', type: 'specialist', done: 3, parts: 13 },
  ...{ savedAt: '2026-11-24T10:00:00.000Z', files: [file], answers: 1, opener: null },
};
const photo: PhotoIndex = {
  ...{ kind: 'photo', state: 'waiting', path: 'file4', type: null, problem: null, file: null, opener: null },
};
const company: CompanyIndex = {
  ...{ kind: 'company', state: 'sent', type: 'investor', parts: ['company', 'petitioner'], applicant: 'Anna Li' },
  ...{ answers: 1, reply: 2, files: [file], given: [], sentAt: '2026-11-24T10:00:00.000Z' },
};

describe('the index of a parcel', () => {
  it('is read as it was written', () => {
    expect(readIndex('draft', structuredClone(draft))).toEqual(draft);
    expect(readIndex('photo', structuredClone(photo))).toEqual(photo);
    expect(readIndex('company', structuredClone(company))).toEqual(company);
  });

  it('is nothing where another kind is waited for, as when a link is opened on the page of another', () => {
    expect(readIndex('photo', draft)).toBeNull();
    expect(readIndex('company', photo)).toBeNull();
    expect(readIndex('draft', company)).toBeNull();
  });

  it.each<[string, unknown]>([
    ['no object', null],
    ['a text', 'draft'],
    ['a state of another version', { ...draft, state: 'folded' }],
    ['a type of another version', { ...draft, type: 'pilot' }],
    ['a count that is none', { ...draft, done: -1 }],
    ['no list of files', { ...draft, files: {} }],
    ['a file without its revision', { ...draft, files: [{ ...file, revision: undefined }] }],
    ['a time that is no text', { ...draft, savedAt: 0 }],
  ])('is nothing when it is %s', (_, value) => {
    expect(readIndex('draft', value)).toBeNull();
  });

  const wrongFiles: [string, unknown][] = [
    ['no object', 'passport.jpg'],
    ['none', null],
    ['one without a path', { ...file, path: 4 }],
    ['one without a name', { ...file, name: undefined }],
    ['one with a type that is no text', { ...file, type: 1 }],
    ['one with a size that is none', { ...file, size: -1 }],
    ['one with half a byte', { ...file, size: 0.5 }],
    ['one with a revision that is a text', { ...file, revision: '1' }],
  ];

  it.each(wrongFiles)('is nothing when a file in it is %s', (_, wrong) => {
    expect(readIndex('draft', { ...draft, files: [file, wrong] })).toBeNull();
    expect(readIndex('company', { ...company, files: [wrong] })).toBeNull();
    expect(readIndex('company', { ...company, given: [wrong] })).toBeNull();
    if (wrong !== null) expect(readIndex('photo', { ...photo, file: wrong })).toBeNull();
  });

  it('may hold an empty file of a type that nobody knows, and the file of a photo', () => {
    const empty = { ...file, type: null, size: 0, revision: 0 };
    expect(readIndex('draft', { ...draft, files: [empty], done: 0 })).not.toBeNull();
    expect(readIndex('photo', { ...photo, file, problem: 'file_large', opener: 'a' })).not.toBeNull();
  });

  it.each<[string, object]>([
    ['path', { path: null }],
    ['problem', { problem: 1 }],
    ['opener', { opener: 1 }],
  ])('of a photo is nothing when its %s is none', (_, wrong) => {
    expect(readIndex('photo', { ...photo, ...wrong })).toBeNull();
  });

  it.each<[string, object]>([
    ['parts', { parts: 'company' }],
    ['parts', { parts: [7] }],
    ['applicant', { applicant: null }],
    ['answers', { answers: null }],
    ['reply', { reply: '2' }],
    ['time', { sentAt: 0 }],
  ])('of a company is nothing when its %s are none: %j', (_, wrong) => {
    expect(readIndex('company', { ...company, ...wrong })).toBeNull();
  });

  it('names only parts that there are', () => {
    expect(readIndex('company', { ...company, parts: ['company', 'garage'] })).toBeNull();
    expect(readIndex('company', { ...company, parts: ['toString'] })).toBeNull();
    expect(readIndex('company', { ...company, type: null })).toBeNull();
  });
});
