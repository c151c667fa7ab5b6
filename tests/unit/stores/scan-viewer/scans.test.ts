/** The scans beside the answers on a page of the desk: the open link, the status, and what the frame gets. */
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

const WORDS = JSON.stringify({ loading: 'Loading', failed: 'Failed' });

/** Opens a page with two scans. The scans of `missing` addresses are refused. */
async function openPage(missing: readonly string[] = []) {
  const sent: { turn: number; bytes?: ArrayBuffer }[] = [];
  const contentWindow = { postMessage: (message: (typeof sent)[number]) => sent.push(message) };
  const frame = Object.assign(new EventTarget(), { contentWindow, src: '' });
  const status = { textContent: '' };
  const links = ['/a', '/b'].map((href) => {
    const attributes = { setAttribute: () => undefined, removeAttribute: () => undefined };
    return Object.assign(new EventTarget(), { href, dataset: { type: 'image/png' }, children: [], ...attributes });
  });
  const parts: Record<string, unknown> = { iframe: frame, '.scans__state': status };
  const section = { dataset: { words: WORDS }, querySelector: (name: string) => parts[name] ?? null };
  vi.stubGlobal('document', {
    querySelector: () => section,
    querySelectorAll: (name: string) => (name === '.scans__open' ? links : []),
  });
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.stubGlobal('fetch', async (href: string) => new Response(href, { status: missing.includes(href) ? 404 : 200 }));
  vi.resetModules();
  await import('../../../../src/stores/scan-viewer/scans.ts');
  frame.dispatchEvent(new Event('load'));
  return {
    status: () => status.textContent,
    open: (index: number) => links[index]?.dispatchEvent(new Event('click', { cancelable: true })),
    /** The turn of the scan whose bytes the frame got last, as soon as there are so many. */
    drawn: (count: number) =>
      vi.waitUntil(() => sent.filter(({ bytes }) => bytes)[count - 1]?.turn, { timeout: 60_000 }),
    last: () => sent.at(-1),
    answer: (turn: number, shortfall: string) =>
      window.dispatchEvent(Object.assign(new Event('message'), { source: contentWindow, data: { turn, shortfall } })),
  };
}

it('the frame is empty and the status stays while another scan loads, also when the earlier one is drawn late', async () => {
  const page = await openPage();
  const first = await page.drawn(1);
  page.open(1);
  expect(page.last()).not.toHaveProperty('bytes');
  page.answer(first, '');
  expect(page.status()).toBe('Loading');
  const second = await page.drawn(2);
  page.answer(first, 'failed');
  expect(page.status()).toBe('Loading');
  page.answer(second, '');
  expect(page.status()).toBe('');
});

it('a scan that failed to load stays failed when the earlier one is drawn late', async () => {
  const page = await openPage(['/b']);
  const first = await page.drawn(1);
  page.open(1);
  await vi.waitUntil(() => page.status() === 'Failed', { timeout: 60_000 });
  page.answer(first, '');
  expect(page.status()).toBe('Failed');
  expect(page.last()).not.toHaveProperty('bytes');
});
