/**
 * Moves what was typed into the prerendered form before hydration into the hydrated form. layouts/inline/early-form.ts collects
 * it.
 */
import { fieldsOf } from '../../../domain/application/fields.ts';
import type { FormState } from '../../../domain/application/form.ts';
import type { ApplicationType } from '../../../domain/application/types.ts';
import { cleanName } from '../../../domain/input/name.ts';
import { valueAt, withValue } from '../../../stores/device/form-values.ts';
import type { AnswerForm } from '../answer-form.ts';
import { type Control, earlyForm } from '../early-controls.ts';

/** Attribute of a form that is not hydrated yet. */
const ATTRIBUTE = 'data-early';

const isText = (control: Control) =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !['radio', 'checkbox', 'file'].includes(control.type));

function normalized(type: ApplicationType | null, { name }: Control, text: string): string {
  const kind = fieldsOf(type).find((field) => field.name === name)?.kind;
  return kind === 'name' || kind === 'nameWithInitials'
    ? cleanName(text, { withInitials: kind === 'nameWithInitials', keepsI: true }).value
    : text;
}

interface HydratedForm {
  type: ApplicationType | null;
  form: AnswerForm;
  /** Called for each change, except for the form's initial values ({@link withTexts}). */
  changed: (path: string) => void;
}

/** The three boxes of a date are one field. */
const pathOf = ({ name }: Control) => name.replace(/\.(day|month|year)$/, '');

/** @returns false when the form has the value already */
function applyValue(control: Control, text: string, { type, form }: Omit<HydratedForm, 'changed'>): boolean {
  // Another answer was chosen since.
  if (control instanceof HTMLInputElement && control.type === 'radio' && !control.checked) return true;
  const value = isText(control) ? normalized(type, control, text) : earlyChoice(control);
  if (form.valueAt(control.name) === value) return false;
  const path = pathOf(control);
  form.setValue(path, valueAt(withValue(form.values, control.name, value), path));
  return true;
}

/** False for a select whose options are still loading: it shows the placeholder in place of the form's value. */
const canShow = (control: Control, value: string) =>
  !(control instanceof HTMLSelectElement) || [...control.options].some((option) => option.value === value);

function earlyChoice(control: Control): string {
  const isBox = control instanceof HTMLInputElement && control.type === 'checkbox';
  return isBox && !control.checked ? 'no' : isBox ? 'yes' : control.value;
}

export const earlyTyping = {
  ATTRIBUTE,
  exists: (): boolean => (earlyForm()?.typed.size ?? 0) > 0,
  /** A form's values with the texts that were typed early, so that hydration does not change the boxes. */
  withTexts(type: ApplicationType | null, values: FormState): FormState {
    if (typeof document === 'undefined') return values;
    const texts = [...(earlyForm()?.typed ?? [])].filter(([control]) => control.isConnected && isText(control));
    return texts.reduce(
      (form, [control, text]) => withValue(form, control.name, normalized(type, control, text)),
      values,
    );
  },
  /** Applies early changes to a form that is now hydrated, and stops collecting them. */
  apply(place: HTMLElement, { type, form, changed }: HydratedForm): void {
    place.removeAttribute(ATTRIBUTE);
    const early = earlyForm();
    for (const [control, text] of [...(early?.typed ?? [])]) {
      if (!place.contains(control)) continue;
      early?.typed.delete(control);
      // Their components handle the event: a region empties the district, a file is read.
      if (control instanceof HTMLSelectElement || control.type === 'file') {
        control.dispatchEvent(new Event('change', { bubbles: true }));
        continue;
      }
      if (!applyValue(control, text, { type, form })) changed(pathOf(control));
    }
  },
  /** Reads values that were filled in without an event, by autofill or a password manager, before the form is validated. */
  readAutofilled(place: HTMLFormElement, form: Omit<HydratedForm, 'changed'>): void {
    for (const control of place.querySelectorAll<Control>('input, select, textarea')) {
      const isOwn = control.name !== '' && !/^(?:file|password)$/.test(control.type) && !control.disabled;
      const known: unknown = form.form.valueAt(control.name);
      if (isOwn && typeof known === 'string' && canShow(control, known)) applyValue(control, control.value, form);
    }
  },
};
