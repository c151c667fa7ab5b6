/** Handing over files and prints: in a browser, and in the one inside a messenger. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handOver, printHere } from '../../../../src/islands/ui/hand-over.ts';

const REAL = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const IN_APP = `${REAL} Telegram-Android/12.1`;
const file = new File(['x'], 'a.zip', { type: 'application/zip' });
const seen: unknown[] = [];
// The dialog itself is tested in browsers (tests/e2e/long/in-app.test.ts).
vi.mock('../../../../src/islands/ui/leave-app.ts', () => ({
  showLeaveApp: async (leaving: object) => seen.push(leaving),
}));

beforeEach(() => {
  seen.length = 0;
  vi.stubGlobal('print', () => seen.push('print'));
  const link = { click: () => seen.push('download') };
  vi.stubGlobal('document', { createElement: () => link });
});
afterEach(() => vi.unstubAllGlobals());

const setBrowser = (userAgent: string, more: object = {}) => vi.stubGlobal('navigator', { userAgent, ...more });
const sharing = (share: () => Promise<void>) => ({ canShare: () => true, share });
const refusal = (name: string) => () => Promise.reject(new DOMException('', name));

test('a browser downloads and prints', async () => {
  setBrowser(REAL, sharing(refusal('NotAllowedError')));
  expect(await handOver(file)).toBe(true);
  await printHere();
  expect(seen).toEqual(['download', 'print']);
});

test.each([
  ['shares', sharing(async () => void seen.push('shared')), ['shared']],
  ['is closed', sharing(refusal('AbortError')), []],
  ['refuses', sharing(refusal('NotAllowedError')), [{ file, isDeviceOnly: true }]],
  ['takes no such files', { canShare: () => false, share: async () => {} }, [{ file, isDeviceOnly: true }]],
  ['is missing', {}, [{ file, isDeviceOnly: true }]],
])("in a messenger's browser whose share sheet %s, no download is said to have started", async (_, own, expected) => {
  setBrowser(IN_APP, own);
  expect(await handOver(file, true)).toBe(false);
  expect(seen).toEqual(expected);
});

test("a messenger's browser prints nothing, and asks to be left", async () => {
  setBrowser(IN_APP);
  await printHere('/en/profile?from=mail');
  expect(seen).toEqual([{ route: '/en/profile?from=mail' }]);
});
