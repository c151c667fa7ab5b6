/**
 * The directive `client:painted`: an island whose prerendered form can be used without it is fetched once that form has been
 * painted. Until then a slow phone and a poor line have only the page itself to do. What the island starts with stands
 * before it in a template, and Astro, which would run the words' script at once, is not told of it
 * (build/preload-islands.ts).
 */
import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:painted'?: boolean;
  }
}

const painted: ClientDirective = async (load, _options, island) => {
  // A tab in the background paints nothing.
  if (!document.hidden) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const scripts = island.previousElementSibling;
  if (scripts instanceof HTMLTemplateElement) await ask([...scripts.content.children]);
  const { beforeHydrationUrl } = island.dataset;
  if (beforeHydrationUrl) await import(beforeHydrationUrl);
  const hydrate = await load();
  await hydrate();
};

/** So many scripts are asked for in one go; each takes a slow phone a while. */
const AT_ONCE = 3;

async function ask(scripts: Element[]): Promise<void> {
  for (let first = 0; first < scripts.length; first += AT_ONCE) {
    document.head.append(...scripts.slice(first, first + AT_ONCE));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

export default painted;
