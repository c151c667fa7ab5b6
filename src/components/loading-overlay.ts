/** `<loading-overlay>`: shows while the page that replaces this one is fetched. The one that comes brings its own, hidden. */
class LoadingOverlay extends HTMLElement {
  private gone = new AbortController();

  connectedCallback(): void {
    this.gone = new AbortController();
    const { signal } = this.gone;
    document.addEventListener('astro:before-preparation', () => this.show(true), { signal });
    // Also a way that leads nowhere ends: the browser then loads the page by itself, or stays.
    document.addEventListener('astro:after-preparation', () => this.show(false), { signal });
    addEventListener('pageshow', () => this.show(false), { signal });
  }

  disconnectedCallback(): void {
    this.gone.abort();
  }

  private show(shown: boolean): void {
    this.hidden = !shown;
  }
}

customElements.define('loading-overlay', LoadingOverlay);
