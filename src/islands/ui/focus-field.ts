/** Brings someone to a field: its question scrolls into view, its first control takes the focus. */

const CONTROLS = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * Asked of the window before a field is looked for, with its id or name as `detail`: whoever keeps the field closed prevents
 * the event, opens it and brings the focus there.
 */
export const FIELD_SOUGHT = 'field-sought';

/** The control to focus for a field's id or name: the chosen answer of a group, otherwise its first box. */
function findControl(fieldId: string): HTMLElement | null {
  const element = document.getElementById(fieldId) ?? document.getElementsByName(fieldId).item(0);
  if (!element || element.matches(CONTROLS)) return element;
  return (
    element.querySelector<HTMLElement>('input[type="radio"]:checked') ??
    element.querySelector<HTMLElement>(CONTROLS) ??
    element
  );
}

/**
 * @param fieldId id or name of the field
 * @returns false when the page has no such field
 */
export function focusField(fieldId: string): boolean {
  if (!dispatchEvent(new CustomEvent(FIELD_SOUGHT, { detail: fieldId, cancelable: true }))) return true;
  const control = findControl(fieldId);
  if (!control) return false;
  control.focus({ preventScroll: true });
  (control.closest('.field') ?? control).scrollIntoView({ block: 'start' });
  return true;
}

/** True as long as nobody has put the focus into anything since the page began (components/page-change.ts). */
export function isFocusFree(): boolean {
  return document.activeElement?.matches('body, main, h1') ?? true;
}
