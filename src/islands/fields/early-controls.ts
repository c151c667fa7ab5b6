/** Controls of a prerendered form that were changed before hydration, as an inline script collects them. */

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface EarlyForm {
  /** Changed controls → their values. */
  typed: Map<Control, string>;
}

/** Undefined on a page without such a form. */
export const earlyForm = (): EarlyForm | undefined => (globalThis as { earlyForm?: EarlyForm }).earlyForm;

/** Moves an early change to the control that replaces the changed one. @returns false when there was none */
export function moveEarlyChange(from: Control, to: Control): boolean {
  const { typed } = earlyForm() ?? {};
  const text = typed?.get(from);
  if (!typed || text === undefined) return false;
  typed.delete(from);
  typed.set(to, text);
  return true;
}
