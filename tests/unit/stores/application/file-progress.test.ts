import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applicationBody } from '../../../../src/stores/application/body.ts';
import { fileOfSize } from './filled-forms.ts';

const ENTRIES = [
  { name: 'surname', value: 'Ivanova' },
  { name: 'file4', value: fileOfSize('passport.pdf', 100) },
  { name: 'file6', value: fileOfSize('son.pdf', 200) },
  { name: 'file6', value: fileOfSize('daughter.pdf', 100) },
];
const percents = (percent: number, entries = ENTRIES) =>
  applicationBody.progress(entries, percent).map((file) => file.percent);

describe('applicationBody.progress', () => {
  it('progress lists files only, in order, with field, index and name', () => {
    expect(applicationBody.progress(ENTRIES, 0)).toEqual([
      { field: 'file4', index: 0, name: 'passport.pdf', percent: 0 },
      { field: 'file6', index: 1, name: 'son.pdf', percent: 0 },
      { field: 'file6', index: 2, name: 'daughter.pdf', percent: 0 },
    ]);
    expect(applicationBody.progress([{ name: 'surname', value: 'Ivanova' }], 50)).toEqual([]);
  });

  it.each([
    [0, [0, 0, 0]],
    [10, [40, 0, 0]],
    [25, [100, 0, 0]],
    [50, [100, 50, 0]],
    [99, [100, 100, 96]],
    [100, [100, 100, 100]],
  ])("progress derives each file's per cent from the whole: %i %%", (percent, files) => {
    expect(percents(percent)).toEqual(files);
  });

  it('progress completes an empty file with the whole', () => {
    const entries = [{ name: 'file4', value: fileOfSize('empty.pdf', 0) }, ...ENTRIES];
    expect(percents(0, entries)).toEqual([0, 0, 0, 0]);
    expect(percents(100, entries)).toEqual([100, 100, 100, 100]);
  });

  it('progress never decreases, completes files in order, and adds up to the whole', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 99 }), (all, percent) => {
        const entries = all.map((size, index) => ({ name: `file${index}`, value: fileOfSize('a.pdf', size) }));
        const now = percents(percent, entries);
        const later = percents(percent + 1, entries);
        now.forEach((file, index) => {
          expect(later[index]).toBeGreaterThanOrEqual(file);
          if (file > 0) expect(now.slice(0, index).every((before) => before === 100)).toBe(true);
        });
        const total = all.reduce((sum, size) => sum + size, 0);
        const left = all.reduce((sum, size, index) => sum + (size * (now[index] ?? 0)) / 100, 0);
        expect(Math.abs((left / total) * 100 - percent)).toBeLessThanOrEqual(1);
        expect(percents(100, entries).every((file) => file === 100)).toBe(true);
      }),
    );
  });
});
