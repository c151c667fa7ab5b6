import { describe, expect, it } from 'vitest';
import { acceptOf, offeredFile, pastedFile } from '../../../../src/stores/application/offered-file.ts';

const file = (name: string, type = 'image/png') => new File(['x'], name, { type });
const entry = (isDirectory: boolean) => ({ kind: 'file', webkitGetAsEntry: () => ({ isDirectory }) });
const text = { kind: 'string', webkitGetAsEntry: () => null };

/** A drop or paste as browsers hand it over. */
const transfer = (files: File[], items: object[] = files.map(() => entry(false))) =>
  ({ files, items }) as unknown as DataTransfer;

describe('what is offered to a file field', () => {
  it('is the one file, whatever text comes with it', () => {
    const one = file('scan.png');
    expect(offeredFile(transfer([one]))).toBe(one);
    expect(offeredFile(transfer([one], [text, entry(false), text]))).toBe(one);
    expect(offeredFile({ files: [one] as unknown as FileList })).toBe(one);
  });

  it('is none of several', () => {
    expect(offeredFile(transfer([file('a.png'), file('b.png')]))).toBe('file_several');
    expect(offeredFile(transfer([file('a.png'), file('folder', '')], [entry(false), entry(true)]))).toBe(
      'file_several',
    );
    expect(offeredFile({ files: [file('a.png'), file('b.png')] as unknown as FileList })).toBe('file_several');
  });

  it('is no folder, also where the browser makes a file or nothing of it', () => {
    expect(offeredFile(transfer([file('scans', '')], [entry(true)]))).toBe('file_folder');
    expect(offeredFile(transfer([], [entry(true)]))).toBe('file_folder');
  });

  it('is nothing for a text or a link', () => {
    expect(offeredFile(transfer([], [text]))).toBeNull();
    expect(pastedFile(transfer([], [text]))).toBeNull();
    expect(offeredFile({ files: [] as unknown as FileList })).toBeNull();
  });
});

describe('a pasted picture', () => {
  it.each([
    ['image.png', 'pasted-image.png'],
    ['image.jpeg', 'pasted-image.jpeg'],
    ['image.of.me.png', 'image.of.me.png'],
    ['IMG_1.png', 'IMG_1.png'],
  ])('%s is called %s', async (name, called) => {
    const pasted = pastedFile(transfer([file(name)]));
    expect(pasted).toMatchObject({ name: called, type: 'image/png', size: 1 });
  });

  it('is none of several', () => {
    expect(pastedFile(transfer([file('image.png'), file('image.png')]))).toBe('file_several');
  });
});

describe('the types of a file dialog', () => {
  it('begin with JPEG, to which Safari then converts HEIC photos', () => {
    expect(acceptOf('file')).toBe('image/jpeg,image/png,image/webp,application/pdf');
    expect(acceptOf('photo')).toBe('image/jpeg,image/png,image/webp');
  });
});
