/** `<in-app-notice>` (InAppNotice.astro): shown while the link's key is in the address of a messenger's browser. */
import { readLinkKey } from '../domain/parcel/link-address.ts';
import { copyFrom } from '../stores/browser/copy-text.ts';
import { isInApp, takeLinkKey } from '../stores/browser/link-key.ts';

class InAppNotice extends HTMLElement {
  connectedCallback(): void {
    const { dataset } = document.documentElement;
    const isShown = isInApp() && readLinkKey(location.hash) !== null;
    this.hidden = !isShown;
    if (!isShown) {
      delete dataset.inApp;
      return;
    }
    dataset.inApp = '';
    const link = this.querySelector('input');
    if (link) link.value = location.href;
    this.querySelector('[data-do=copy]')?.addEventListener('click', async () => {
      const isCopied = link !== null && (await copyFrom(link));
      const status = this.querySelector<HTMLElement>('[role=status]');
      // A new element each time, so that the same words are spoken again.
      const said = document.createElement('span');
      said.textContent = status?.dataset[isCopied ? 'copied' : 'notCopied'] ?? '';
      status?.replaceChildren(said);
    });
    this.querySelector('[data-do=stay]')?.addEventListener('click', () => {
      takeLinkKey(false);
      delete dataset.inApp;
      this.hidden = true;
      document.querySelector<HTMLElement>('main')?.focus();
    });
    // The page in the other language needs the key too.
    for (const other of document.querySelectorAll<HTMLAnchorElement>('language-switch a')) other.hash = location.hash;
  }
}

customElements.define('in-app-notice', InAppNotice);
