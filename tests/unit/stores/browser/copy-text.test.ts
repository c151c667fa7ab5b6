/** Copying a text, with a clipboard that answers, refuses, is missing, or never answers. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyFrom } from '../../../../src/stores/browser/copy-text.ts';
import { ports } from '../../../../src/stores/browser/ports.ts';

class Box {
  value = 'https://example.org/#key';
  textContent = '';
  marks: string[] = [];
  focus = () => void this.marks.push('focus');
  select = () => void this.marks.push('select');
}

const selected: unknown[] = [];
let timers: { ms: number; action: () => void }[] = [];

beforeEach(() => {
  selected.length = 0;
  timers = [];
  vi.stubGlobal('HTMLInputElement', Box);
  vi.stubGlobal('getSelection', () => ({ selectAllChildren: (element: unknown) => selected.push(element) }));
  vi.spyOn(ports, 'after').mockImplementation((ms, action) => {
    const timer = { ms, action };
    timers.push(timer);
    return () => {
      timers = timers.filter((one) => one !== timer);
    };
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const setClipboard = (clipboard: object | undefined) => vi.stubGlobal('navigator', { clipboard });
const boxed = () => new Box() as unknown as HTMLElement & Box;
const number = { textContent: 'ITV-2026' } as HTMLElement;

test('copyFrom copies the value of a box, or the text of an element, and selects nothing', async () => {
  const copied: string[] = [];
  setClipboard({ writeText: async (text: string) => void copied.push(text) });
  const box = boxed();
  expect(await copyFrom(box)).toBe(true);
  expect(await copyFrom(number)).toBe(true);
  expect(copied).toEqual([box.value, 'ITV-2026']);
  expect([box.marks, selected, timers]).toEqual([[], [], []]);
});

test.each([
  ['is missing', undefined],
  ['refuses', { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }],
  [
    'throws',
    {
      writeText() {
        throw new TypeError('not implemented');
      },
    },
  ],
])('copyFrom selects the text where the clipboard %s', async (_, clipboard) => {
  setClipboard(clipboard);
  const box = boxed();
  expect(await copyFrom(box)).toBe(false);
  expect(box.marks).toEqual(['focus', 'select']);
  expect(await copyFrom(number)).toBe(false);
  expect(selected).toEqual([number]);
  expect(timers).toEqual([]);
});

test('copyFrom selects the text when the clipboard has not answered for two seconds', async () => {
  setClipboard({ writeText: () => new Promise(() => {}) });
  const copying = copyFrom(number);
  expect(timers.map(({ ms }) => ms)).toEqual([2000]);
  timers[0]?.action();
  expect(await copying).toBe(false);
  expect(selected).toEqual([number]);
});
