/**
 * Hydrates the islands, in place of @astrojs/react's own script. Other programs may have changed the prerendered page before:
 * password managers add elements, translators replace texts. React then renders the island anew; what was typed, chosen and
 * focused goes over to the new controls.
 */
import { type ComponentType, startTransition, useLayoutEffect, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { type Control, moveEarlyChange } from './fields/early-controls.ts';
import type { Elements } from './ui/elements.ts';
import { useHydrated } from './ui/use-hydrated.ts';

/** Event on the window when React could not use a prerendered island. Tests hold that only other programs are the cause. */
const REBUILT = 'island-rebuilt';

/** React's error for a page that is not as it was prerendered. */
const MISMATCH = /#418\b/;

const roots = new WeakMap<HTMLElement, Root>();

/** @param element the `astro-island`; none of the portal's has children or slots */
export default (element: HTMLElement) => (Island: ComponentType, props: object) => {
  if (!element.hasAttribute('ssr')) return;
  const tree = (
    <StateKeeper element={element}>
      <Island {...props} />
    </StateKeeper>
  );
  startTransition(() => {
    const known = roots.get(element);
    if (known) return known.render(tree);
    const root = hydrateRoot(element, tree, {
      identifierPrefix: element.getAttribute('prefix') ?? '',
      onRecoverableError: (error) => {
        if (MISMATCH.test(String(error))) dispatchEvent(new Event(REBUILT));
        else reportError(error);
      },
    });
    roots.set(element, root);
    element.addEventListener('astro:unmount', () => root.unmount(), { once: true });
  });
};

/** Mounted as hydrated only when React has given up the prerendered island, which is still on the page then. */
function StateKeeper({ element, children }: { element: HTMLElement; children: Elements }) {
  const isRebuilt = useHydrated();
  const [before] = useState(() => (isRebuilt ? readControls(element) : []));
  useLayoutEffect(() => restoreControls(element, before), [element, before]);
  return children;
}

interface ControlBefore {
  control: Control;
  isFocused: boolean;
  selection: [number | null, number | null];
}

const controlsOf = (element: HTMLElement) => [
  ...element.querySelectorAll<Control>('[name]:is(input, select, textarea)'),
];
const isChoice = (control: Control): control is HTMLInputElement => /^(?:radio|checkbox)$/.test(control.type);
/** The answers of a question have one name. */
const keyOf = (control: Control) => (isChoice(control) ? `${control.name} ${control.value}` : control.name);

function readControls(element: HTMLElement): ControlBefore[] {
  return controlsOf(element).map((control) => {
    const { selectionStart = null, selectionEnd = null } = control as HTMLInputElement;
    return { control, isFocused: control === document.activeElement, selection: [selectionStart, selectionEnd] };
  });
}

function restoreControls(element: HTMLElement, before: readonly ControlBefore[]): void {
  const controls = new Map(controlsOf(element).map((control) => [keyOf(control), control]));
  for (const { control, isFocused, selection } of before) {
    const next = controls.get(keyOf(control));
    if (!next) continue;
    if (isChanged(control)) giveState(control, next);
    if (!isFocused) continue;
    next.focus({ preventScroll: true });
    if (selection[0] !== null) (next as HTMLInputElement).setSelectionRange(...selection);
  }
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.selectedIndex > 0;
  if (isChoice(control)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/** A form that takes early changes reads them from its controls; others are told by the event that typing has. */
function giveState(from: Control, to: Control): void {
  const isTaken = moveEarlyChange(from, to);
  if (isChoice(from) && isChoice(to)) {
    if (isTaken) to.checked = from.checked;
    else if (to.checked !== from.checked) to.click();
    return;
  }
  if (from.type === 'file') (to as HTMLInputElement).files = (from as HTMLInputElement).files;
  // By the platform's setter: React has one of its own on the element, and would take the event for an old one.
  else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value')?.set?.call(to, from.value);
  if (isTaken) return;
  for (const event of ['input', 'change']) to.dispatchEvent(new Event(event, { bubbles: true }));
}
