/**
 * What was typed and chosen in the prerendered form before it came to life. A script before it
 * (layouts/early-form-script.ts) takes note of it; here each change is made once more, so that it goes the way of any other.
 */
import type { FormState } from '../../domain/application/form.ts';
import { $draft } from '../../stores/application/draft.ts';
import { withValue } from '../../stores/application/draft-form.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface EarlyForm {
  /** Controls that were changed, and what stood in them. */
  typed: Map<Control, string>;
  /** Controls into which the draft was put (layouts/early-draft-script.ts), and what of it. */
  shown: Map<Control, string>;
  /** The form is alive: nothing is put into it from outside any more. */
  alive?: boolean;
  /** The control into which an input method is writing. */
  composing: Control | null;
  /** The form's button was pressed. */
  pressed: boolean;
  /** Has a form come into sight in a few frames, of which the first may be over. */
  show: (after?: 'none') => void;
}

/** Marks a part of the page that is prerendered and not alive yet. */
export const EARLY = 'data-early';

const noted = (): EarlyForm | undefined => (globalThis as { earlyForm?: EarlyForm }).earlyForm;
const isText = (control: Control) =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !['radio', 'checkbox', 'file'].includes(control.type));

/**
 * The values with which the page was built, and what was put into it since: hydration has to find both. From now on nothing
 * else is put into it.
 */
export function asShownEarly(values: FormState): FormState {
  const early = noted();
  if (!early) return values;
  early.alive = true;
  const shown = [...early.shown].filter(([control]) => control.isConnected);
  // A form that comes to life without its draft is out of sight again until it has it.
  if (shown.length > 0 && $draft.get().phase === 'loading') document.documentElement.dataset.draft = 'opening';
  return shown.reduce((form, [control, value]) => withValue(form, control.name, value), values);
}

/** A form's values with the texts that were typed early, so that nothing is taken out of a box that someone types in. */
export function withEarlyTexts(values: FormState): FormState {
  if (typeof document === 'undefined') return values;
  const texts = [...(noted()?.typed ?? [])].filter(([control]) => control.isConnected && isText(control));
  return texts.reduce((form, [control, text]) => withValue(form, control.name, text), values);
}

/** Makes the early changes of a part of the form once more, now that it answers to them. */
export function repeatEarlyTyping(part: HTMLElement): void {
  const early = noted();
  // A copy: what is done once more is noted once more.
  for (const [control, text] of [...(early?.typed ?? [])]) {
    if (!part.contains(control)) continue;
    // A word that an input method is writing is not touched; its end is a change of its own.
    if (early?.composing === control) {
      control.addEventListener('compositionend', () => repeat(control, control.value), { once: true });
    } else repeat(control, text);
    early?.typed.delete(control);
  }
}

/** True once, when the form's button was pressed before there was anything behind it. */
export function takeEarlyPress(): boolean {
  const early = noted();
  const pressed = early?.pressed ?? false;
  if (early) early.pressed = false;
  return pressed;
}

function repeat(control: Control, text: string): void {
  if (control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type)) {
    // Another answer was chosen after this one. A consent may have been taken back.
    if (control.type === 'radio' && !control.checked) return;
    control.checked = !control.checked;
    control.click();
  } else if (isText(control)) retype(control as HTMLInputElement | HTMLTextAreaElement, text);
  else control.dispatchEvent(new Event('change', { bubbles: true }));
}

/** React hears of a text only when it differs from the last one that was set through the element itself. */
function retype(box: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const focused = document.activeElement === box;
  const caret = focused ? box.selectionStart : null;
  box.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, text);
  if (caret !== null) box.setSelectionRange(caret, caret);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Has what is about to appear come into sight in a few frames: the sections of a review, or a form that is alive. */
export function showInTurn(what: 'review' | 'form'): void {
  const { draft } = document.documentElement.dataset;
  if (what === 'review') noted()?.show();
  // In every other form all is in sight, or soon will be.
  else if (draft === 'opening') noted()?.show('none');
}

/** Runs `action` when the page is painted next, the place of a field is alive, and all of the form is in sight. */
export function whenAlive(path: string, action: () => void): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(path) ?? document.getElementsByName(path).item(0);
    const { draft } = document.documentElement.dataset;
    const comesIntoSight = draft !== undefined && draft !== 'opening';
    if (field?.closest(`[${EARLY}]`) || comesIntoSight) whenAlive(path, action);
    else action();
  });
}
