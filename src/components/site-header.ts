/** `<site-header>`: narrower once the page is scrolled (specification §9), and the full-screen menu of small screens. */

/** Scrolled further than this the header shrinks; under the other it grows again. Pixels. */
const SHRINKS_PAST = 20;
const GROWS_UNDER = 4;
/** From here on the links stand in the header itself. */
const WIDE = '(min-width: 75em)';

class SiteHeader extends HTMLElement {
  /** Ends what the header listens to; pages that replace each other bring a new one each time. */
  private gone: AbortController | undefined;

  connectedCallback(): void {
    this.gone = new AbortController();
    const { signal } = this.gone;
    const fit = () => {
      const shrinks = scrollY > SHRINKS_PAST;
      if (shrinks || scrollY < GROWS_UNDER) this.toggleAttribute('data-shrunk', shrinks);
    };
    addEventListener('scroll', fit, { passive: true, signal });
    // In the next frame, since asking for the place now would lay out the page twice.
    requestAnimationFrame(fit);
    this.prepareMenu(signal);
  }

  disconnectedCallback(): void {
    this.gone?.abort();
  }

  private prepareMenu(signal: AbortSignal): void {
    const menu = this.querySelector('dialog');
    const open = this.querySelector<HTMLButtonElement>('[data-open]');
    if (!menu || !open) return;
    open.disabled = false;
    open.addEventListener('click', () => menu.showModal(), { signal });
    menu.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.closest('a,[data-close]')) menu.close();
      },
      { signal },
    );
    menu.addEventListener('keydown', (event) => keepInside(menu, event), { signal });
    // The menu belongs to small screens; one that grew has its links in the header.
    matchMedia(WIDE).addEventListener('change', () => menu.close(), { signal });
  }
}

/** After the last link comes the first again, and the other way round. */
function keepInside(menu: HTMLElement, event: KeyboardEvent): void {
  const stops = [...menu.querySelectorAll<HTMLElement>('a,button')];
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)];
  if (event.key !== 'Tab' || document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

customElements.define('site-header', SiteHeader);
