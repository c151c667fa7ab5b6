/**
 * The focus never falls on `body`: when the control that had it is removed, the next sensible control takes it, or the page's
 * heading. Loaded with the islands. Safari does not focus a button that is clicked, so a press counts as well.
 */

const CONTROLS = ['a[href]', 'button', 'input:not([type="hidden"])', 'select', 'textarea', 'summary']
  .map((control) => `${control}:not(:disabled)`)
  .join();

/** The control that was focused or pressed last, and the elements around it at that time; empty after a press on none. */
let place: readonly Element[] = [];

function placeOf(element: Element | null): Element[] {
  const found: Element[] = [];
  for (let one = element; one; one = one.parentElement) found.push(one);
  return found;
}

/** `checkVisibility` came with Safari 17.4. */
const isShown = (element: Element) => element.isConnected && element.getClientRects().length > 0;
const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** The heading of the page, or `main` where it has none. */
function headingOf(page: Document): HTMLElement | null {
  const heading = page.querySelector<HTMLElement>('main h1:not([hidden] *)') ?? page.querySelector('main');
  if (heading) heading.tabIndex = -1;
  return heading;
}

/** The control itself, else the first one in the nearest element that is left around it, else the heading. */
function nextTo(elements: readonly Element[]): HTMLElement | null {
  const [control] = elements;
  if (control && isShown(control) && control.matches(CONTROLS)) return control as HTMLElement;
  if (control?.matches('h1, main')) return headingOf(document);
  for (const around of elements.filter(isShown)) {
    if (around.matches('main, body, #modal')) break;
    const next = [...around.querySelectorAll<HTMLElement>(CONTROLS)].find(isShown);
    if (next) return next;
  }
  return headingOf(document);
}

const giveFocus = (elements: readonly Element[]) => nextTo(elements)?.focus({ preventScroll: true });

/** Remembers the present place. @returns gives the focus back to it, unless another element has it by then */
export function keepFocusPlace(): () => void {
  const kept = place;
  return () => {
    if (isLost()) giveFocus(kept);
    // Also for what is removed later: the dialog's own controls are gone.
    if (!isLost()) place = placeOf(document.activeElement);
  };
}

/** After the effects of the change that removed it, which may move the focus themselves. */
function restoreLost(): void {
  const [control] = place;
  if (!control || !isLost() || isShown(control)) return;
  setTimeout(() => {
    if (control === place[0] && !isShown(control) && isLost()) giveFocus(place);
  });
}

if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    place = placeOf(target as Element);
  });
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      place = placeOf((target as Element).closest(CONTROLS));
    },
    true,
  );
  // The router replaces `body`.
  new MutationObserver(restoreLost).observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributeFilter: ['hidden'],
  });
}
