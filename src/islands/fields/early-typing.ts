/**
 * What was typed and chosen in the prerendered form before hydration: recorded by an inline script
 * (layouts/inline/early-form.ts), put into the form here.
 */

import type { UseFormReturn } from 'react-hook-form';
import { fieldsOf } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { cleanName } from '../../domain/input/name.ts';
import { KINDS } from '../../domain/kinds/index.ts';
import { valueAt, withValue } from '../../stores/device/form-values.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface EarlyForm {
  /** Controls that were changed → their values. */
  typed: Map<Control, string>;
  /** The form's button was pressed. */
  pressed: boolean;
}

/** Attribute of a form that is not hydrated yet. */
export const EARLY = 'data-early';

const noted = (): EarlyForm | undefined => (globalThis as { earlyForm?: EarlyForm }).earlyForm;
const isText = (control: Control) =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !['radio', 'checkbox', 'file'].includes(control.type));

/** The text as its field would have it. */
function normalized(type: ApplicationType | null, { name }: Control, text: string): string {
  const isName = fieldsOf(type).some((field) => field.name === name && KINDS[field.kind] === KINDS.name);
  return isName ? cleanName(text).value : text;
}

/** A form's values with the texts that were typed early: hydration with them leaves the boxes as they are. */
export function withEarlyTexts(type: ApplicationType | null, values: FormState): FormState {
  if (typeof document === 'undefined') return values;
  const texts = [...(noted()?.typed ?? [])].filter(([control]) => control.isConnected && isText(control));
  return texts.reduce(
    (form, [control, text]) => withValue(form, control.name, normalized(type, control, text)),
    values,
  );
}

export interface HydratedForm {
  type: ApplicationType | null;
  form: UseFormReturn<FormState>;
  /** For values that the form was created with ({@link withEarlyTexts}), which are no changes to it. */
  changed: (path: string) => void;
}

/** Puts early changes into a form that is hydrated now, and ends their recording there. */
export function takeEarlyTyping(place: HTMLElement, { type, form, changed }: HydratedForm): void {
  place.removeAttribute(EARLY);
  const early = noted();
  for (const [control, text] of [...(early?.typed ?? [])]) {
    if (!place.contains(control)) continue;
    early?.typed.delete(control);
    const { name } = control;
    // Their fields handle the event: a region empties the district, a file is read.
    if (control instanceof HTMLSelectElement || control.type === 'file') {
      control.dispatchEvent(new Event('change', { bubbles: true }));
      continue;
    }
    // Another answer was chosen since.
    if (control instanceof HTMLInputElement && control.type === 'radio' && !control.checked) continue;
    const value = isText(control) ? normalized(type, control, text) : earlyChoice(control);
    // The three boxes of a date are one field.
    const path = name.replace(/\.(day|month|year)$/, '');
    if (form.getValues(name) === value) changed(path);
    else form.setValue(path, valueAt(withValue(form.getValues(), name, value), path));
  }
}

function earlyChoice(control: Control): string {
  const isBox = control instanceof HTMLInputElement && control.type === 'checkbox';
  return isBox && !control.checked ? 'no' : isBox ? 'yes' : control.value;
}

/** True once, if the form's button was pressed before hydration. */
export function takeEarlyPress(): boolean {
  const early = noted();
  const pressed = early?.pressed ?? false;
  if (early) early.pressed = false;
  return pressed;
}
