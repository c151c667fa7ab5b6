/** The tab stops of a page. */
import { expect, type Page } from 'playwright/test';

/** Returns what is wrong with the focused stop; null after the last one. The stop is remembered for the next call. */
function checkStop(page: Page): Promise<{ name: string; wrong: string } | null> {
  return page.evaluate(() => {
    const stop = document.activeElement;
    const kept = window as { firstStop?: Element; lastStop?: Element };
    // After the last stop comes the browser itself, or the first stop again.
    if (!stop || stop === document.body || (kept.lastStop && stop === kept.firstStop)) return null;
    // A choice is pressed anywhere on its card, which has the ring.
    const shown = stop.closest('.choices > .choice') ?? stop;
    // The first line of a link that has several.
    const { x, y, width, height } = stop.getClientRects()[0] ?? stop.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    const behind = kept.lastStop && !(kept.lastStop.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING);
    kept.firstStop ??= stop;
    kept.lastStop = stop;
    const wrong = [
      outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 3 ? 'no ring' : '',
      there && (shown.contains(there) || there.contains(stop)) ? '' : 'out of sight',
      behind ? 'out of order' : '',
    ];
    return { name: stop.textContent?.trim().slice(0, 40) ?? '', wrong: wrong.filter(Boolean).join(', ') };
  });
}

const STOPS_AT_MOST = 100;

/** Tabs from the first stop, which is focused, to the last, and expects nothing wrong. */
export async function expectTabStops(page: Page): Promise<void> {
  let stops = 0;
  for (let stop = await checkStop(page); stop; stop = await checkStop(page)) {
    expect(stop.wrong, `${page.url()}: ${stop.name}`).toBe('');
    stops += 1;
    expect(stops).toBeLessThan(STOPS_AT_MOST);
    await page.keyboard.press('Tab');
  }
  expect(stops, page.url()).toBeGreaterThan(4);
}
