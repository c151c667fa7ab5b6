/** `<print-button hidden>` holds a button that prints the page; it shows only where a script can do that. */
class PrintButton extends HTMLElement {
  connectedCallback(): void {
    this.hidden = false;
    this.querySelector('button')?.addEventListener('click', () => print());
  }
}

customElements.define('print-button', PrintButton);
