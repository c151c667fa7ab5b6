/** Answers of an earlier visit that the browser restores in a form: after "back" and a reload, in a reopened tab or session. */
import { isTyped } from '../../stores/browser/typed-event.ts';
import type { Control } from './early-controls.ts';

/**
 * Keeps restored answers out of a hydrated form: its controls show the form's answers again.
 * @param answerAt returns the form's answer for a control, by name
 * @returns stops listening
 */
export function refuseRestored(place: HTMLElement, answerAt: (name: string) => unknown): () => void {
  const listening = new AbortController();
  const refuse = (event: Event) => {
    const control = event.target as Control;
    if (!place.contains(control) || isTyped(event)) return;
    event.stopImmediatePropagation();
    // The controls of one question share a name.
    for (const one of place.querySelectorAll<Control>(`[name="${CSS.escape(control.name)}"]`))
      showAnswer(one, answerAt(one.name));
  };
  // Runs before React, which listens on the island.
  for (const name of ['input', 'change'])
    document.addEventListener(name, refuse, { capture: true, signal: listening.signal });
  return () => listening.abort();
}

function showAnswer(control: Control, answer: unknown): void {
  if (control.type === 'radio') (control as HTMLInputElement).checked = control.value === answer;
  else if (control.type === 'checkbox') (control as HTMLInputElement).checked = answer === 'yes';
  else control.value = typeof answer === 'string' ? answer : '';
}

/**
 * Lets the browser fill in boxes while one of them has the focus. At other times their `autocomplete` is "off": browsers restore no
 * such box.
 * @param focused null for none
 */
export function enableAutofill(place: HTMLElement, focused: EventTarget | null): void {
  const isOffered = focused instanceof HTMLElement && focused.dataset.autofill !== undefined;
  for (const box of place.querySelectorAll<HTMLInputElement>('[data-autofill]'))
    box.setAttribute('autocomplete', (isOffered && box.dataset.autofill) || 'off');
}
