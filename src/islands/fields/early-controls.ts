/** Which controls of a prerendered form were changed before hydration, as an inline script records it (layouts/inline-scripts.ts). */

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface EarlyForm {
  /** Controls that were changed → their values. */
  typed: Map<Control, string>;
  /** The form's button was pressed. */
  pressed: boolean;
}

/** Undefined on a page without such a form. */
export const earlyForm = (): EarlyForm | undefined => (globalThis as { earlyForm?: EarlyForm }).earlyForm;

/** Has an early change go to the control that stands in place of the changed one. @returns false when there was none */
export function moveEarlyChange(from: Control, to: Control): boolean {
  const { typed } = earlyForm() ?? {};
  const text = typed?.get(from);
  if (!typed || text === undefined) return false;
  typed.delete(from);
  typed.set(to, text);
  return true;
}
