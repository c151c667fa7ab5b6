/**
 * Runs before a prerendered form: collects what is typed until hydration, removes what the browser restores, and asks before
 * leaving while edits cannot be saved. With a stored draft the form is hidden until the draft is in it; one that persists in the
 * other language stays visible. Collects only in the page; islands/fields/form/early-typing.ts takes over.
 */
import { DRAFT_MARKER_KEY } from '../../domain/application/steps.ts';
import { isTyped } from '../../stores/browser/typed-event.ts';

const early = { typed: new Map<Element, string>() };
window.earlyForm = early;

const on = (event: string, act: (event: Event) => void) => document.addEventListener(event, act, true);

const markDraft = () => {
  try {
    if (localStorage.getItem(DRAFT_MARKER_KEY)) document.documentElement.dataset.draft = 'opening';
  } catch {
    // Storage is blocked: there is no draft.
  }
};

const note = (event: Event) => {
  const control = event.target as HTMLInputElement;
  const form = control.closest?.('[data-early]');
  if (!form || !control.name || control.type === 'password') return;
  if (isTyped(event)) return void early.typed.set(control, control.value);
  for (const one of form.querySelectorAll<HTMLInputElement>(`[name="${control.name}"]`)) {
    // A select has neither property.
    one.value = one.defaultValue ?? '';
    one.checked = one.defaultChecked;
  }
};

on('input', note);
on('change', note);
addEventListener('beforeunload', (event) => {
  if ([...early.typed.keys()].some((control) => control.isConnected)) event.preventDefault();
});
on('astro:after-swap', () => document.querySelector('.draft-gate[data-phase=loading]') && markDraft());
markDraft();
