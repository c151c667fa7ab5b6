import { describe, expect, it } from 'vitest';
import { acceptOf, offeredFile, pastedFile } from '../../../../src/stores/application/offered-file.ts';

const file = (name: string, type = 'image/png') => new File(['x'], name, { type });
const entry = (isDirectory: boolean) => ({ kind: 'file', webkitGetAsEntry: () => ({ isDirectory }) });
const text = { kind: 'string', webkitGetAsEntry: () => null };

/** Returns a drop or paste like a browser's. */
const transfer = (files: File[], items: object[] = files.map(() => entry(false))) =>
  ({ files, items }) as unknown as DataTransfer;

describe('offeredFile', () => {
  it('offeredFile returns the single file, whatever text comes with it', () => {
    const one = file('scan.png');
    expect(offeredFile(transfer([one]))).toBe(one);
    expect(offeredFile(transfer([one], [text, entry(false), text]))).toBe(one);
    expect(offeredFile({ files: [one] as unknown as FileList })).toBe(one);
  });

  it('offeredFile refuses several files', () => {
    expect(offeredFile(transfer([file('a.png'), file('b.png')]))).toBe('file_several');
    expect(offeredFile(transfer([file('a.png'), file('folder', '')], [entry(false), entry(true)]))).toBe(
      'file_several',
    );
    expect(offeredFile({ files: [file('a.png'), file('b.png')] as unknown as FileList })).toBe('file_several');
  });

  it('offeredFile refuses a folder, also where the browser offers it as a file or as nothing', () => {
    expect(offeredFile(transfer([file('scans', '')], [entry(true)]))).toBe('file_folder');
    expect(offeredFile(transfer([], [entry(true)]))).toBe('file_folder');
  });

  it('offeredFile returns nothing for a text or a link', () => {
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
  ])('a pasted picture %s is named %s', async (name, called) => {
    const pasted = pastedFile(transfer([file(name)]));
    expect(pasted).toMatchObject({ name: called, type: 'image/png', size: 1 });
  });

  it('several pasted pictures are refused', () => {
    expect(pastedFile(transfer([file('image.png'), file('image.png')]))).toBe('file_several');
  });
});

describe('the accept attribute of a file dialog', () => {
  it('the accept attribute begins with JPEG, so that Safari converts HEIC photos', () => {
    expect(acceptOf('file')).toBe('image/jpeg,image/png,image/webp,application/pdf');
    expect(acceptOf('photo')).toBe('image/jpeg,image/png,image/webp');
  });
});
