/** `<in-app-notice>` (InAppNotice.astro): shown while the link's key is in the address of a messenger's browser. */
import { readLinkKey } from '../domain/parcel/link-address.ts';
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
    const show = (copied: string) => {
      for (const text of this.querySelectorAll<HTMLElement>('[data-copied]')) {
        text.hidden = text.dataset.copied !== copied;
      }
      if (copied === 'no') link?.select();
    };
    this.querySelector('[data-do=copy]')?.addEventListener('click', () => {
      // Some of these browsers have no clipboard.
      const copying = navigator.clipboard?.writeText(location.href) ?? Promise.reject(new Error('no clipboard'));
      copying.then(
        () => show('yes'),
        () => show('no'),
      );
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
