/**
 * Turns the pictures of one carousel: fading, in a loop, every 2500 ms, not stopped by interaction (specification §2).
 * Rule: it stands still for who prefers reduced motion, for who paused it, and while the keyboard is inside it.
 */
import Swiper from 'swiper';
import { Autoplay, EffectFade, Navigation, Pagination } from 'swiper/modules';
import 'swiper/css';
import 'swiper/css/effect-fade';

const INTERVAL_MS = 2500;
const FADE_MS = 600;

/**
 * @param carousel holds `.swiper`, and as it needs them `[data-dots]`, `[data-prev]`, `[data-next]`, `[data-pause]`
 * @returns ends the carousel
 */
export function playCarousel(carousel: HTMLElement): () => void {
  const part = (selector: string) => carousel.querySelector<HTMLElement>(selector);
  const frame = part('.swiper');
  if (!frame) return () => undefined;
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  const dots = part('[data-dots]');
  const titles = [...carousel.querySelectorAll('[data-title]')].map((title) => title.textContent ?? '');

  const swiper = new Swiper(frame, {
    modules: [Autoplay, EffectFade, Navigation, Pagination],
    effect: 'fade',
    fadeEffect: { crossFade: true },
    loop: true,
    speed: reduced.matches ? 0 : FADE_MS,
    autoplay: { delay: INTERVAL_MS, disableOnInteraction: false },
    navigation: { prevEl: part('[data-prev]'), nextEl: part('[data-next]') },
    pagination: dots ? { el: dots, clickable: true, renderBullet: dot(titles) } : false,
    on: { init: showOnlyActive, slideChange: showOnlyActive, paginationUpdate: (_, element) => markDot(element) },
  });
  const forget = withPause(swiper, part('[data-pause]'), reduced);
  const hold = (event: FocusEvent) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) swiper.autoplay.pause();
  };
  const release = () => swiper.autoplay.resume();
  frame.addEventListener('focusin', hold);
  frame.addEventListener('focusout', release);
  for (const bar of carousel.querySelectorAll<HTMLElement>('.carousel__bar')) bar.hidden = false;
  return () => {
    forget();
    swiper.destroy();
  };
}

/** A link in a picture that is not seen must not be reached. */
function showOnlyActive(swiper: Swiper): void {
  for (const [index, slide] of swiper.slides.entries()) slide.inert = index !== swiper.activeIndex;
}

function dot(titles: readonly string[]) {
  return (index: number, className: string) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = className;
    button.ariaLabel = `${index + 1}. ${titles[index] ?? ''}`;
    return button.outerHTML;
  };
}

function markDot(element: HTMLElement): void {
  for (const button of element.children) {
    button.ariaCurrent = button.classList.contains('swiper-pagination-bullet-active') ? 'true' : null;
  }
}

/** The pause button; returns what undoes the listening. */
function withPause(swiper: Swiper, button: HTMLElement | null, reduced: MediaQueryList): () => void {
  const show = () => {
    for (const state of button?.querySelectorAll<HTMLElement>('[data-while]') ?? []) {
      state.hidden = (state.dataset['while'] === 'playing') !== swiper.autoplay.running;
    }
  };
  const follow = () => {
    swiper.params.speed = reduced.matches ? 0 : FADE_MS;
    if (reduced.matches) swiper.autoplay.stop();
    show();
  };
  const toggle = () => {
    if (swiper.autoplay.running) swiper.autoplay.stop();
    else swiper.autoplay.start();
    show();
  };
  button?.addEventListener('click', toggle);
  reduced.addEventListener('change', follow);
  follow();
  return () => reduced.removeEventListener('change', follow);
}
