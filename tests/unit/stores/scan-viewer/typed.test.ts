/** The second click of a double click on a page of the desk. */
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** Opens a page without areas. @returns whether a form that is submitted at a time, in milliseconds, is sent */
async function openPage(): Promise<(at: number) => boolean> {
  const page = Object.assign(new EventTarget(), { body: { dataset: {} }, querySelectorAll: () => [] });
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { href: 'https://desk.example.org/applications/ITV-1' });
  vi.stubGlobal('history', { replaceState: () => {} });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} });
  vi.resetModules();
  await import('../../../../src/stores/scan-viewer/typed.ts');
  return (at) => {
    const event = new Event('submit', { cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    return page.dispatchEvent(event);
  };
}

it('a double click sends a form of the desk once, and a later click sends it again', async () => {
  const isSent = await openPage();
  expect([5000, 5200, 5999, 6000].map(isSent)).toEqual([true, false, false, true]);
});

it('the first click on a new page is sent', async () => {
  const isSent = await openPage();
  expect(isSent(1)).toBe(true);
});
