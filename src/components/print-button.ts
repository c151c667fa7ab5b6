/** `[data-printing]` holds a button that prints the page; it shows only where a script can do that. */
for (const place of document.querySelectorAll<HTMLElement>('[data-printing]')) {
  place.hidden = false;
  place.querySelector('button')?.addEventListener('click', () => print());
}
