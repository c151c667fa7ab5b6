import { describe, expect, it } from 'vitest';
import { acceptOf, pastedFile, pickedFile } from '../../../../src/stores/application/picked-file.ts';

const file = (name: string, type = 'image/png') => new File(['x'], name, { type });
const entry = (isDirectory: boolean) => ({ kind: 'file', webkitGetAsEntry: () => ({ isDirectory }) });
const text = { kind: 'string', webkitGetAsEntry: () => null };

/** Returns a drop or paste like a browser's. */
const transfer = (files: File[], items: object[] = files.map(() => entry(false))) =>
  ({ files, items }) as unknown as DataTransfer;

describe('pickedFile', () => {
  it('pickedFile returns the single file, whatever text comes with it', () => {
    const one = file('scan.png');
    expect(pickedFile(transfer([one]))).toBe(one);
    expect(pickedFile(transfer([one], [text, entry(false), text]))).toBe(one);
    expect(pickedFile({ files: [one] as unknown as FileList })).toBe(one);
  });

  it('pickedFile refuses several files', () => {
    expect(pickedFile(transfer([file('a.png'), file('b.png')]))).toBe('file_several');
    expect(pickedFile(transfer([file('a.png'), file('folder', '')], [entry(false), entry(true)]))).toBe('file_several');
    expect(pickedFile({ files: [file('a.png'), file('b.png')] as unknown as FileList })).toBe('file_several');
  });

  it('pickedFile refuses a folder, also where the browser offers it as a file or as nothing', () => {
    expect(pickedFile(transfer([file('scans', '')], [entry(true)]))).toBe('file_folder');
    expect(pickedFile(transfer([], [entry(true)]))).toBe('file_folder');
  });

  it('pickedFile returns nothing for a text or a link', () => {
    expect(pickedFile(transfer([], [text]))).toBeNull();
    expect(pastedFile(transfer([], [text]))).toBeNull();
    expect(pickedFile({ files: [] as unknown as FileList })).toBeNull();
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
