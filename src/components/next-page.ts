/**
 * Pages of a form that replace each other, in pieces small enough for a slow phone to answer to the hand meanwhile: the next
 * page is read bit by bit, and put in the place of this one after a pause; what both pages have stays where it is,
 * while the router would take it out and have it drawn anew; what goes is cleared away after the next page is seen; and the
 * other language is read while the finger is still on its link.
 */
import type { TransitionBeforePreparationEvent, TransitionBeforeSwapEvent } from 'astro:transitions/client';
import { swapFunctions } from 'astro:transitions/client';

/** The router's mark of what two pages share (`transition:persist`). */
const SHARED = 'data-astro-transition-persist';
/** Attributes with which the router notes that it is at work. */
const ROUTERS_OWN = 'data-astro-transition';
const UNMOUNT = 'astro:unmount';
/** Pages that replace each other; from all others the router has to find out whether they do. */
const FORM_PAGE = /^\/\w\w\/application(\/|$)/;
/** So many letters of a page are read in one go. */
const PIECE = 24_000;

/** The page behind a language link, read while the finger is still on it. */
let ahead: { href: string; page: Promise<Document | null> } | null = null;

document.addEventListener('pointerdown', ({ target }) => {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('language-switch a:not([aria-current])');
  if (link) ahead = { href: link.href, page: read(link.href) };
});

/** @returns null for a page that does not come at once; the router knows what to do about it */
async function read(href: string, signal?: AbortSignal): Promise<Document | null> {
  try {
    const answer = await fetch(href, { signal: signal ?? null });
    if (!answer.ok || answer.redirected) return null;
    const html = await answer.text();
    const page = new DOMParser().parseFromString('', 'text/html');
    page.open();
    // Nothing else reads a page in pieces. Out of favour for pages that are seen, where it stops the browser's own reading.
    const pieces: { write(text: string): void } = page;
    for (let at = 0; at < html.length; at += PIECE) {
      pieces.write(html.slice(at, at + PIECE));
      await pause();
    }
    page.close();
    for (const part of page.querySelectorAll('noscript')) part.remove();
    return page.getElementById('main') && page;
  } catch {
    return null;
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

// From the window, before whatever waits for the page that is read here (stores/page-text.ts).
window.addEventListener('astro:before-preparation', readNext as (event: Event) => void, true);

function readNext(preparation: TransitionBeforePreparationEvent): void {
  const { to, formData, signal } = preparation;
  const load = preparation.loader;
  preparation.loader = async () => {
    const isForm = FORM_PAGE.test(to.pathname) && !formData;
    const page = await (ahead?.href === to.href ? ahead.page : isForm && read(to.href, signal));
    ahead = null;
    if (page) preparation.newDocument = page;
    else {
      await load();
      await pause();
    }
  };
}

document.addEventListener('astro:before-swap', (event) => {
  const { newDocument } = event as TransitionBeforeSwapEvent;
  (event as TransitionBeforeSwapEvent).swap = () => {
    swapFunctions.deselectScripts(newDocument);
    takeAttributes(document.documentElement, newDocument.documentElement);
    swapFunctions.swapHeadElements(newDocument);
    replaceAround(document.body, newDocument.body);
  };
});

/** Only what differs: an attribute that is set anew has the style of all that is in its element worked out again. */
function takeAttributes(old: Element, next: Element): void {
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !name.startsWith(ROUTERS_OWN)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/** Gives `old` the attributes and children of `next`, around the children that are shared or hold what is. */
function replaceAround(old: Element, next: Element): void {
  takeAttributes(old, next);
  const stays = new Map<ChildNode, Element>();
  const there = [...old.children].map((child) => ({ child, ids: sharedIn(child) })).filter(({ ids }) => ids.length > 0);
  for (const child of next.children) {
    const ids = sharedIn(child);
    const same = there.find((other) => other.ids.some((id) => ids.includes(id)));
    if (same) stays.set(child, same.child);
  }
  const staying = new Set<ChildNode>(stays.values());
  for (const child of [...old.childNodes]) if (!staying.has(child)) clearAway(child);

  let after = old.firstChild;
  for (const child of [...next.childNodes]) {
    const same = stays.get(child);
    if (!same) old.insertBefore(child, after);
    else {
      after = same.nextSibling;
      if (!same.hasAttribute(SHARED)) replaceAround(same, child as Element);
      else if (same.localName === 'astro-island') tellIsland(same, child as Element);
    }
  }
}

/** What of an element is shared, itself included. */
function sharedIn(element: Element): string[] {
  const own = element.getAttribute(SHARED);
  const inside = [...element.querySelectorAll(`[${SHARED}]`)].map((shared) => shared.getAttribute(SHARED) ?? '');
  return own === null ? inside : [own, ...inside];
}

/** The properties an island has in the next page, in the router's own way. */
function tellIsland(island: Element, next: Element): void {
  const props = next.getAttribute('props') ?? '{}';
  if (props === island.getAttribute('props')) return;
  island.setAttribute('ssr', '');
  island.setAttribute('props', props);
}

/** Removes a child; its islands end in a task of their own after the next frame. */
function clearAway(child: ChildNode): void {
  child.addEventListener(UNMOUNT, endLater, true);
  child.remove();
}

const late = new WeakSet<Event>();

function endLater(event: Event): void {
  if (late.has(event)) return;
  event.stopImmediatePropagation();
  const again = new CustomEvent(UNMOUNT);
  late.add(again);
  requestAnimationFrame(() => setTimeout(() => event.target?.dispatchEvent(again)));
}
