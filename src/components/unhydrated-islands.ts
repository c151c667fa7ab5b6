/**
 * Islands that are not hydrated yet when their page is replaced. Rule: such an island does not go on, as a hydrated one does,
 * since it is built in the language of its page; the next page brings its own. What was typed into it goes into that one.
 */
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Controls that were changed before their form was hydrated, and what stood in them (layouts/early-form-script.ts). */
const typedEarly = () => (globalThis as { earlyForm?: { typed: Map<Control, string> } }).earlyForm?.typed;

document.addEventListener('astro:before-swap', ({ newDocument }) => {
  const typed = typedEarly();
  for (const island of document.querySelectorAll<HTMLElement>('astro-island[ssr]')) {
    delete island.dataset.astroTransitionPersist;
    for (const [control, text] of [...(typed ?? [])]) {
      const next = island.contains(control) && counterpart(control, newDocument);
      if (!next) continue;
      carry(control, next);
      typed?.delete(control);
      typed?.set(next, text);
    }
  }
});

/** The same control in another page: by its name, and of a choice the same answer. */
function counterpart(control: Control, page: Document): Control | undefined {
  const namesakes = page.querySelectorAll<Control>(`[name="${CSS.escape(control.name)}"]`);
  return [...namesakes].find(({ type, value }) => type !== 'radio' || value === control.value);
}

function carry(from: Control, to: Control): void {
  if (!(from instanceof HTMLInputElement) || !('checked' in to)) to.value = from.value;
  else if (from.type === 'file') to.files = from.files;
  else if (from.type === 'radio' || from.type === 'checkbox') to.checked = from.checked;
  else to.value = from.value;
}
