/** Findings of axe on the open page: WCAG 2.2 AA and axe's best practices. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from './portal.ts';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits for the fonts and ends animations that stop; endless ones may run. */
export async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const animation of document.getAnimations()) {
      const { timeline, effect } = animation;
      const ends = timeline instanceof DocumentTimeline && Number.isFinite(effect?.getComputedTiming().endTime);
      if (ends) animation.finish();
    }
  });
}

/** The scope: everything, contrast only where only colours have changed, or everything else. */
export type Scope = 'all' | 'contrast' | 'all but contrast';

/**
 * Runs axe. Contrast cannot be checked in forced colours: axe reads `-webkit-text-fill-color`, for which Chromium returns the
 * page's own colour while it paints the visitor's.
 * @returns a text for each finding: rule, place and remedy
 */
export async function findings(page: Page, scope: Scope = 'all'): Promise<string[]> {
  await finishAnimations(page);
  // Not by a script element, which the portal's policy blocks.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const violations = await page.evaluate(
    async ({ tags, scope }) => {
      const { axe: engine } = window as unknown as { axe: typeof axe };
      const options: axe.RunOptions =
        scope === 'contrast'
          ? { runOnly: { type: 'rule', values: ['color-contrast'] } }
          : {
              runOnly: { type: 'tag', values: tags },
              rules: { 'color-contrast': { enabled: scope === 'all' }, 'target-size': { enabled: true } },
            };
      return (await engine.run(document, { ...options, resultTypes: ['violations'] })).violations;
    },
    { tags: TAGS, scope },
  );
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help})\n  at ${target.join(' ')}\n  ${failureSummary}`),
  );
  return scope === 'all' ? [...found, ...(await namesWithoutWords(page))] : found;
}

/**
 * Controls whose accessible name lacks words that are seen on them (WCAG 2.5.3), so that a voice cannot press them. axe compares
 * only names from `aria-label`; this, what is painted with all names.
 */
function namesWithoutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    engine.setup(document);
    const { accessibleText } = (engine as unknown as { commons: { text: { accessibleText(node: Element): string } } })
      .commons.text;
    const wordsOf = (text: string) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
    const isPainted = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const { width, height } = range.getBoundingClientRect();
      for (let one = node.parentElement; one; one = one.parentElement)
        if (getComputedStyle(one).clipPath === 'inset(50%)') return false;
      // The text of a busy button keeps its width without being seen.
      const asSeen = { visibilityProperty: true, opacityProperty: true };
      return width > 1 && height > 1 && node.parentElement?.checkVisibility(asSeen) === true;
    };
    const seenOn = (element: Element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const seen: string[] = [];
      while (texts.nextNode())
        if (!texts.currentNode.parentElement?.closest('option, svg') && isPainted(texts.currentNode))
          seen.push(texts.currentNode.textContent ?? '');
      return wordsOf(seen.join(' '));
    };
    // A modal dialog makes everything else inert.
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
    const controls = scope.querySelectorAll<HTMLElement>('a[href], button, summary, input, select, textarea');
    const wrong = [...controls]
      .filter((control) => control.checkVisibility() && !control.closest('[aria-hidden="true"], [inert]'))
      .flatMap((control) => {
        const name = wordsOf(accessibleText(control));
        const labels = 'labels' in control ? [...((control as HTMLInputElement).labels ?? [])] : [];
        return [control, ...labels]
          .map(seenOn)
          .filter((seen) => seen !== '' && !name.includes(seen))
          .map((seen) => `2.5.3: "${seen}" is seen on a control with the name "${name}"`);
      });
    engine.teardown();
    return wrong;
  });
}
