/** What axe finds on the page that is open: WCAG 2.2 AA and axe's best practices. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from './portal.ts';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits for the letters, and ends what fades or slides; what turns for ever may go on. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const animation of document.getAnimations()) {
      const { timeline, effect } = animation;
      const ends = timeline instanceof DocumentTimeline && Number.isFinite(effect?.getComputedTiming().endTime);
      if (ends) animation.finish();
    }
  });
}

/** What is looked at: everything; nothing but contrast, where only the colours have changed; or everything but that. */
export type Scope = 'all' | 'contrast' | 'all but contrast';

/**
 * In forced colours contrast can't be looked at: axe reads `-webkit-text-fill-color`, for which Chromium answers with the
 * page's own colour while it paints the visitor's.
 * @returns a text for each finding: rule, place, and what to do
 */
export async function findings(page: Page, scope: Scope = 'all'): Promise<string[]> {
  await settle(page);
  // Not by a script element, which the portal's own policy refuses.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const violations = await page.evaluate(
    async ({ tags, scope }) => {
      const { axe: engine } = window as unknown as { axe: typeof axe };
      const options: axe.RunOptions =
        scope === 'contrast'
          ? { runOnly: { type: 'rule', values: ['color-contrast'] } }
          : {
              runOnly: { type: 'tag', values: tags },
              rules: { 'color-contrast': { enabled: scope === 'all' } },
            };
      return (await engine.run(document, { ...options, resultTypes: ['violations'] })).violations;
    },
    { tags: TAGS, scope },
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help})\n  at ${target.join(' ')}\n  ${failureSummary}`),
  );
}
