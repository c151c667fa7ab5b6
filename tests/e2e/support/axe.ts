/** What axe finds on the page that is open: WCAG 2.2 AA and axe's best practices. No rule is left out. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from './portal.ts';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits until letters are drawn and nothing fades or slides any more; what turns for ever may go on. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ends = document.getAnimations().filter(({ effect, timeline, playState }) => {
      const isOnItsWay = playState === 'running' && timeline instanceof DocumentTimeline;
      return isOnItsWay && Number.isFinite(effect?.getComputedTiming().endTime);
    });
    await Promise.allSettled(ends.map(({ finished }) => finished));
  });
}

/** @returns a text for each finding: rule, place, and what to do */
export async function findings(page: Page): Promise<string[]> {
  await settled(page);
  // Not by a script element, which the portal's own policy refuses.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const violations = await page.evaluate(async (values) => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const runOnly = { type: 'tag' as const, values };
    return (await engine.run(document, { runOnly, resultTypes: ['violations'] })).violations;
  }, TAGS);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help})\n  at ${target.join(' ')}\n  ${failureSummary}`),
  );
}
