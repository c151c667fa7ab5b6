/** `<picture-carousel>`: the first picture needs no script; play-carousel.ts loads when idle, visible and `data-media` matches. */
const whenIdle: (run: () => void) => void =
  typeof requestIdleCallback === 'function'
    ? (run) => requestIdleCallback(run, { timeout: 4000 })
    : (run) => setTimeout(run, 1500);

class PictureCarousel extends HTMLElement {
  private started = false;
  private stop: (() => void) | undefined;

  connectedCallback(): void {
    const media = matchMedia(this.dataset.media ?? 'all');
    const start = () => {
      if (this.started || !media.matches) return;
      this.started = true;
      void this.firstPicture().then(() => whenIdle(() => void this.play()));
    };
    media.addEventListener('change', start);
    if (document.readyState === 'complete') start();
    else addEventListener('load', start, { once: true });
  }

  disconnectedCallback(): void {
    this.stop?.();
    this.stop = undefined;
  }

  /** Resolves in the frame that shows the first picture, or when there is none. */
  private async firstPicture(): Promise<void> {
    // A picture that can't be loaded must not hide the buttons.
    await this.querySelector('img')
      ?.decode()
      .catch(() => undefined);
    await new Promise(requestAnimationFrame);
  }

  private async play(): Promise<void> {
    // If its script can't be loaded, as on a page that is being left, the first picture stays.
    const script = await import('./play-carousel.ts').catch(() => null);
    // In a task of its own: together with evaluating the script it would block a slow phone.
    await new Promise<void>(whenIdle);
    if (script && this.isConnected) this.stop = script.playCarousel(this);
  }
}

customElements.define('picture-carousel', PictureCarousel);
