/**
 * Before a prerendered form: records typing until hydration, and asks before leaving while it cannot be saved. With a stored
 * draft the form is hidden until the draft is in it; one that persists in the other language stays visible. Records in the page
 * only; islands/fields/form/early-typing.ts takes over.
 */
import { DRAFT_MARKER_KEY } from '../../domain/application/steps.ts';

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

const note = ({ target }: Event) => {
  const control = target as HTMLInputElement;
  if (control.closest?.('[data-early]') && control.name && control.type !== 'password')
    early.typed.set(control, control.value);
};

on('input', note);
on('change', note);
addEventListener('beforeunload', (event) => {
  if ([...early.typed.keys()].some((control) => control.isConnected)) event.preventDefault();
});
on('astro:after-swap', () => document.querySelector('.draft-gate[data-phase=loading]') && markDraft());
markDraft();
