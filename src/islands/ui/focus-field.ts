/** Focuses a field: its label scrolls into view, its first control takes the focus. */

const CONTROLS = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** Window event before a field is looked up, `detail` is its id or name. A component that hides it prevents it and focuses it. */
export const FIELD_REQUESTED = 'field-requested';

/** The control to focus for a field's id or name: the chosen answer of a group, otherwise its first box. */
function findControl(fieldId: string): HTMLElement | null {
  const element = document.getElementById(fieldId) ?? document.getElementsByName(fieldId).item(0);
  if (!element || element.matches(CONTROLS)) return element;
  // A disabled control depends on another one, as a district on its region: their group has both.
  const group = element.matches(':disabled') ? (element.closest('fieldset') ?? element) : element;
  return (
    group.querySelector<HTMLElement>('input[type="radio"]:checked') ??
    group.querySelector<HTMLElement>(CONTROLS) ??
    group
  );
}

/** @param fieldId id or name of the field @returns false if the page has no such field */
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
