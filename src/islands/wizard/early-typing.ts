/**
 * What was typed and chosen in the prerendered form before it was hydrated. A script before it (layouts/early-form-script.ts)
 * takes note of it; here it is taken over into the form.
 */
import type { UseFormReturn } from 'react-hook-form';
import { fieldsOf } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { cleanName } from '../../domain/input/name.ts';
import { withValue } from '../../stores/device/form-values.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface EarlyForm {
  /** Controls that were changed, and what stood in them. */
  typed: Map<Control, string>;
  /** The form's button was pressed. */
  pressed: boolean;
}

/** Marks a part of the page that is prerendered and not hydrated yet. */
export const EARLY = 'data-early';

const noted = (): EarlyForm | undefined => (globalThis as { earlyForm?: EarlyForm }).earlyForm;
const isText = (control: Control) =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !['radio', 'checkbox', 'file'].includes(control.type));

/** The text of a control as its field keeps it. */
function keptText(type: ApplicationType, { name }: Control, text: string): string {
  const isName = fieldsOf(type).some((field) => field.name === name && field.kind === 'name');
  return isName ? cleanName(text).value : text;
}

/** A form's values with the texts that were typed early, so that nothing is taken out of a box that someone types in. */
export function withEarlyTexts(type: ApplicationType, values: FormState): FormState {
  if (typeof document === 'undefined') return values;
  const texts = [...(noted()?.typed ?? [])].filter(([control]) => control.isConnected && isText(control));
  return texts.reduce((form, [control, text]) => withValue(form, control.name, keptText(type, control, text)), values);
}

export interface HydratedForm {
  type: ApplicationType;
  form: UseFormReturn<FormState>;
  changed: (path: string) => void;
}

/** Takes over what was changed early in a place that is hydrated now; from here on nothing is noted there. */
export function takeEarlyTyping(place: HTMLElement, { type, form, changed }: HydratedForm): void {
  place.removeAttribute(EARLY);
  const early = noted();
  for (const [control, text] of [...(early?.typed ?? [])]) {
    if (!place.contains(control)) continue;
    early?.typed.delete(control);
    const { name } = control;
    // A region has its districts follow, and a file is read: their fields do it.
    if (control instanceof HTMLSelectElement || control.type === 'file') {
      control.dispatchEvent(new Event('change', { bubbles: true }));
      continue;
    }
    // Another answer was chosen after this one.
    if (control instanceof HTMLInputElement && control.type === 'radio' && !control.checked) continue;
    const value = isText(control) ? keptText(type, control, text) : earlyChoice(control);
    if (form.getValues(name) !== value) form.setValue(name, value);
    // The three boxes of a date are one field.
    changed(name.replace(/\.(day|month|year)$/, ''));
  }
}

function earlyChoice(control: Control): string {
  const isBox = control instanceof HTMLInputElement && control.type === 'checkbox';
  return isBox && !control.checked ? 'no' : isBox ? 'yes' : control.value;
}

/** True once, when the form's button was pressed before there was anything behind it. */
export function takeEarlyPress(): boolean {
  const early = noted();
  const pressed = early?.pressed ?? false;
  if (early) early.pressed = false;
  return pressed;
}
