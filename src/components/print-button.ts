/** `<print-button>`: prints the page under its own file name; hidden without scripts. */
import { printPage } from '../islands/ui/print-page.ts';
import { namePrints } from '../stores/browser/print-name.ts';

class PrintButton extends HTMLElement {
  private readonly disconnected = new AbortController();

  connectedCallback(): void {
    this.hidden = false;
    this.querySelector('button')?.addEventListener('click', () => printPage(this.dataset.route));
    namePrints(() => this.dataset.name, this.disconnected.signal);
  }

  disconnectedCallback(): void {
    this.disconnected.abort();
  }
}

customElements.define('print-button', PrintButton);
