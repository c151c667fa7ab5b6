/** `<site-header>`: narrower once the page is scrolled (requirements: header-shrink), and the full-screen menu of small screens. */

/** Scroll offsets in pixels: past the first the header shrinks, under the second it grows again. */
const SHRINK_ABOVE = 20;
const GROW_BELOW = 4;
/** From this width on the links are in the header itself. */
const WIDE = '(min-width: 75em)';

class SiteHeader extends HTMLElement {
  /** Removes the listeners: pages that replace each other bring a new header each. */
  private disconnected: AbortController | undefined;

  connectedCallback(): void {
    this.disconnected = new AbortController();
    const { signal } = this.disconnected;
    const fit = () => {
      const shrinks = scrollY > SHRINK_ABOVE;
      if (shrinks || scrollY < GROW_BELOW) this.toggleAttribute('data-shrunk', shrinks);
    };
    addEventListener('scroll', fit, { passive: true, signal });
    // In the next frame: reading the scroll offset now would force a layout.
    requestAnimationFrame(fit);
    this.prepareMenu(signal);
  }

  disconnectedCallback(): void {
    this.disconnected?.abort();
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
    menu.addEventListener('keydown', (event) => trapFocus(menu, event), { signal });
    // The menu is for small screens; a larger one has its links in the header.
    matchMedia(WIDE).addEventListener('change', () => menu.close(), { signal });
  }
}

/** Wraps the keyboard focus from the last link to the first and back. */
function trapFocus(menu: HTMLElement, event: KeyboardEvent): void {
  const stops = [...menu.querySelectorAll<HTMLElement>('a,button')];
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)];
  if (event.key !== 'Tab' || document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

customElements.define('site-header', SiteHeader);
