/**
 * Hydrates the islands in place of @astrojs/react's script. If a password manager or translator has changed the prerendered page,
 * React renders the island again, and this script transfers input, choices and focus to the new controls.
 */
import { type ComponentType, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { type Control, moveEarlyChange } from './fields/early-controls.ts';
import './ui/focus.ts';
import type { Elements } from './ui/elements.ts';
import { useHydrated } from './ui/hooks.ts';

/** Event on the window when React could not use a prerendered island. Tests check that only other programs cause it. */
const REBUILT = 'island-rebuilt';

/** The number of React's error for a page that differs from the prerendered one. */
const MISMATCH = /#418\b/;

/**
 * Buttons that were pressed before their islands were hydrated, collected by an inline script (layouts/inline/routed-head.ts).
 */
const early = globalThis as { earlyPresses?: HTMLButtonElement[] };

const buttonsOf = (element: HTMLElement) => [...element.querySelectorAll('button')];

const roots = new WeakMap<HTMLElement, Root>();

/** @param element the `astro-island`, which has no children or slots in this portal */
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

/** Mounted as already hydrated only when React has discarded the prerendered island, which is still on the page then. */
function StateKeeper({ element, children }: { element: HTMLElement; children: Elements }) {
  const isHydrated = useHydrated();
  const [before] = useState(() => (isHydrated ? readControls(element) : []));
  const [presses] = useState(() => earlyPresses(element));
  useLayoutEffect(() => restoreControls(element, before), [element, before]);
  useEffect(fetchFont, []);
  useEffect(() => {
    if (isHydrated) for (const press of presses) pressNow(element, press);
  }, [element, isHydrated, presses]);
  return children;
}

/** Fetches the font for the next page, if this page does without it (layouts/inline/routed-head.ts). */
function fetchFont(): void {
  document.fonts.load('1em "Golos Text Variable"').catch(() => undefined);
}

interface EarlyPress {
  button: HTMLButtonElement;
  /** Its position among the island's buttons, in case React replaces it. */
  at: number;
}

function earlyPresses(element: HTMLElement): EarlyPress[] {
  const buttons = buttonsOf(element);
  return (early.earlyPresses ?? []).flatMap((button) => {
    const at = buttons.indexOf(button);
    return at < 0 ? [] : [{ button, at }];
  });
}

function pressNow(element: HTMLElement, { button, at }: EarlyPress): void {
  const recorded = early.earlyPresses?.indexOf(button) ?? -1;
  if (recorded < 0) return;
  early.earlyPresses?.splice(recorded, 1);
  const current = button.isConnected ? button : buttonsOf(element)[at];
  current?.removeAttribute('data-busy');
  current?.click();
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
/** Choices of one question share a name, so that their values are needed too. */
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

/** A form that collects early changes reads them from its controls; other islands get the event of typing. */
function giveState(from: Control, to: Control): void {
  const isTaken = moveEarlyChange(from, to);
  if (isChoice(from) && isChoice(to)) {
    if (isTaken) to.checked = from.checked;
    else if (to.checked !== from.checked) to.click();
    return;
  }
  if (from.type === 'file') (to as HTMLInputElement).files = (from as HTMLInputElement).files;
  // Uses the platform's setter: React's own setter on the element would make it ignore the event as a duplicate.
  else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value')?.set?.call(to, from.value);
  if (isTaken) return;
  for (const event of ['input', 'change']) to.dispatchEvent(new Event(event, { bubbles: true }));
}
