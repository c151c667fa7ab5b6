/**
 * Turns the pictures of one carousel: fading, in a loop, every 2500 ms, not stopped by interaction (specification §2).
 * Rule: it stands still for who prefers reduced motion, for who paused it, and while the keyboard is inside it.
 */
import Swiper from 'swiper';
import { Autoplay, EffectFade } from 'swiper/modules';

const INTERVAL_MS = 2500;
const FADE_MS = 600;

/**
 * @param carousel holds `.swiper`, and as it needs them `[data-dot]`, `[data-prev]`, `[data-next]`, `[data-pause]`
 * @returns ends the carousel
 */
export function playCarousel(carousel: HTMLElement): () => void {
  const frame = carousel.querySelector<HTMLElement>('.swiper');
  if (!frame) return () => undefined;
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  const dots = [...carousel.querySelectorAll<HTMLElement>('[data-dot]')];
  const ended = new AbortController();

  const swiper = new Swiper(frame, {
    modules: [Autoplay, EffectFade],
    effect: 'fade',
    fadeEffect: { crossFade: true },
    loop: true,
    speed: reduced.matches ? 0 : FADE_MS,
    autoplay: { delay: INTERVAL_MS, disableOnInteraction: false },
    on: { init: showActive, slideChange: showActive },
  });

  function showActive({ slides, activeIndex, realIndex }: Swiper): void {
    // A link in a picture that is not seen must not be reached.
    for (const [index, slide] of slides.entries()) slide.inert = index !== activeIndex;
    for (const [index, dot] of dots.entries()) dot.ariaCurrent = index === realIndex ? 'true' : null;
  }

  const press = (selector: string, act: () => void) =>
    carousel.querySelector(selector)?.addEventListener('click', act, { signal: ended.signal });
  press('[data-prev]', () => swiper.slidePrev());
  press('[data-next]', () => swiper.slideNext());
  for (const [index, dot] of dots.entries()) {
    dot.addEventListener('click', () => swiper.slideToLoop(index), { signal: ended.signal });
  }
  addPause(swiper, carousel.querySelector<HTMLElement>('[data-pause]'), reduced, ended.signal);
  waitForKeyboard(swiper, frame, ended.signal);
  for (const bar of carousel.querySelectorAll<HTMLElement>('.carousel__bar')) delete bar.dataset.waiting;
  return () => {
    ended.abort();
    swiper.destroy();
  };
}

function addPause(swiper: Swiper, button: HTMLElement | null, reduced: MediaQueryList, signal: AbortSignal): void {
  const show = () => {
    for (const state of button?.querySelectorAll<HTMLElement>('[data-while]') ?? []) {
      state.hidden = (state.dataset.while === 'playing') !== swiper.autoplay.running;
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
  button?.addEventListener('click', toggle, { signal });
  reduced.addEventListener('change', follow, { signal });
  follow();
}

/** A picture must not change under the focus of someone who reads or follows its link by keyboard. */
function waitForKeyboard(swiper: Swiper, frame: HTMLElement, signal: AbortSignal): void {
  const hold = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(':focus-visible')) swiper.autoplay.pause();
  };
  const release = () => {
    if (swiper.autoplay.paused) swiper.autoplay.resume();
  };
  frame.addEventListener('focusin', hold, { signal });
  frame.addEventListener('focusout', release, { signal });
}
