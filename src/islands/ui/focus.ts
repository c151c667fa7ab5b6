/** Focuses fields and what a component shows, and keeps the focus off `body`. */
import { type RefObject, useEffect, useRef } from 'react';

const CONTROLS = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * Window event before a field is looked up; `detail` is its id or name. A component that hides the field cancels the event and
 * focuses the field itself.
 */
export const FIELD_REQUESTED = 'field-requested';

/** The control to focus for a field's id or name: the chosen answer of a group, otherwise its first box. */
function findControl(fieldId: string): HTMLElement | null {
  const element = document.getElementById(fieldId) ?? document.getElementsByName(fieldId).item(0);
  if (!element || element.matches(CONTROLS)) return element;
  // A disabled control depends on another one, as a district on its region; their group contains both.
  const group = element.matches(':disabled') ? (element.closest('fieldset') ?? element) : element;
  return (
    group.querySelector<HTMLElement>('input[type="radio"]:checked') ??
    group.querySelector<HTMLElement>(CONTROLS) ??
    group
  );
}

/**
 * Focuses a field: its label scrolls into view, its first control takes the focus.
 * @param fieldId id or name of the field @returns false if the page has no such field
 */
export function focusField(fieldId: string): boolean {
  if (!dispatchEvent(new CustomEvent(FIELD_REQUESTED, { detail: fieldId, cancelable: true }))) return true;
  const control = findControl(fieldId);
  if (!control) return false;
  control.focus({ preventScroll: true });
  (control.closest('.field') ?? control).scrollIntoView({ block: 'start' });
  return true;
}

/** True while the focus is where the page change has put it (components/page-change.ts). */
export function isFocusAvailable(): boolean {
  return document.activeElement?.matches('body, main, h1') ?? true;
}

/** Focuses an element on mount, and at each new `moment`. @param allowed whether it may take the focus @returns its ref */
export function useFocus<Focused extends HTMLElement>(moment?: unknown, allowed = true): RefObject<Focused | null> {
  const box = useRef<Focused>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new moment focuses the element again.
  useEffect(() => {
    if (allowed) box.current?.focus();
  }, [moment, allowed]);
  return box;
}

/**
 * The focus never falls back to `body`: when the control that had it is removed, the next sensible control takes it, or the
 * page's heading. Loaded with the islands. Safari does not focus a button that is clicked, so a press counts as well.
 */

const FOCUSABLE = ['a[href]', 'button', 'input:not([type="hidden"])', 'select', 'textarea', 'summary']
  .map((control) => `${control}:not(:disabled)`)
  .join();

/** The control that was last focused or pressed, and the elements around it at that time; empty after a press on no control. */
let place: readonly Element[] = [];

function placeOf(element: Element | null): Element[] {
  const found: Element[] = [];
  for (let one = element; one; one = one.parentElement) found.push(one);
  return found;
}

/** `checkVisibility` exists since Safari 17.4. */
const isShown = (element: Element) => element.isConnected && element.getClientRects().length > 0;
const isLost = () => document.activeElement === null || document.activeElement === document.body;

function focusable(element: HTMLElement): HTMLElement {
  element.tabIndex = -1;
  return element;
}

/** The heading of the page; `main` where it has none. */
function headingOf(page: Document): HTMLElement | null {
  const heading = page.querySelector<HTMLElement>('main h1:not([hidden] *)') ?? page.querySelector('main');
  return heading && focusable(heading);
}

/**
 * The control itself, else the first control in the nearest element that is left around it, else the heading of the section or
 * page.
 */
function nextTo(elements: readonly Element[]): HTMLElement | null {
  const [control] = elements;
  if (control && isShown(control) && control.matches(FOCUSABLE)) return control as HTMLElement;
  if (control?.matches('h1, main')) return headingOf(document);
  for (const around of elements.filter(isShown)) {
    // The router replaces `body`, so that only `html` may be left.
    if (around.matches('main, body, html, #modal')) break;
    const next = [...around.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isShown);
    if (next) return next;
    // The next control would belong to another section.
    const title = around.matches('section') && around.querySelector('h2');
    if (title) return focusable(title);
  }
  return headingOf(document);
}

const giveFocus = (elements: readonly Element[]) => nextTo(elements)?.focus({ preventScroll: true });

/** Remembers the present place. @returns a function that gives the focus back to it, unless another element has it by then */
function keepFocusPlace(): () => void {
  const kept = place;
  return () => {
    if (isLost()) giveFocus(kept);
    // Updated even for what is removed later, since the dialog's own controls are gone by then.
    if (!isLost()) place = placeOf(document.activeElement);
  };
}

/** Runs after the effects of the change that removed the control, which may move the focus themselves. */
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
      place = placeOf((target as Element).closest(FOCUSABLE));
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

/**
 * Shows a `<dialog>` while it is open. If its action destroys something, the safe button has the focus first; closing gives the
 * focus back.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useEffect(() => {
    const node = dialog.current;
    if (!node || !open) return;
    const restoreFocus = keepFocusPlace();
    if (!node.open) node.showModal();
    node.querySelector<HTMLElement>('.button--danger ~ button')?.focus();
    return () => {
      node.close();
      // A dialog that is being removed is still in the page now.
      setTimeout(restoreFocus);
    };
  }, [dialog, open]);
}

/**
 * Resolves when no press is going on: an error that appears when a field is left, for example, would move the button away before
 * its click.
 */
let pressEnds = Promise.resolve();
let end = () => {};

if (typeof document !== 'undefined') {
  document.addEventListener(
    'pointerdown',
    () => {
      end();
      pressEnds = new Promise((ended) => {
        end = ended;
      });
    },
    true,
  );
  // A press that opens a context menu has no `pointerup`; a key shows that no press is going on.
  for (const event of ['pointerup', 'pointercancel', 'contextmenu', 'keydown']) {
    document.addEventListener(event, () => end(), true);
  }
}

/** Calls `action` in a later task; while a mouse button or finger is down, after the click. */
export function runAfterPress(action: () => void): void {
  void pressEnds.then(() => setTimeout(action));
}

/** {@link runAfterPress} as a promise. */
export function waitForPressEnd(): Promise<void> {
  return new Promise(runAfterPress);
}
