/**
 * Turns the pictures of one carousel: fading, in a loop, every 2500 ms, not stopped by interaction (requirements: carousel). It
 * pauses for reduced motion, by its button, while the keyboard focus is inside, and while the page is hidden (WCAG 2.2, 2.2.2).
 */
import Swiper from 'swiper';
import { Autoplay, EffectFade } from 'swiper/modules';

/** From one change to the next, including the fade. */
const INTERVAL_MS = 2500;
const FADE_MS = 600;

/** @param carousel has `.swiper`, optionally `[data-dot]`, `[data-prev]`, `[data-next]`, `[data-pause]` @returns stops it */
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
    // Otherwise a change during a fade is dropped, and all later ones with it.
    loopPreventsSliding: false,
    speed: reduced.matches ? 0 : FADE_MS,
    // Swiper would count from the end of a fade, and wait for one even where there is none.
    autoplay: { delay: INTERVAL_MS, disableOnInteraction: false, waitForTransition: false },
    on: { init: showActive, slideChange: showActive },
  });

  function showActive({ slides, activeIndex, realIndex }: Swiper): void {
    // A link in a hidden picture must not be focusable.
    for (const [index, slide] of slides.entries()) slide.inert = index !== activeIndex;
    for (const [index, dot] of dots.entries()) dot.ariaCurrent = index === realIndex ? 'true' : null;
  }

  const press = (selector: string, act: () => void) =>
    carousel.querySelector(selector)?.addEventListener('click', act, { signal: ended.signal });
  press('[data-prev]', () => swiper.slidePrev());
  press('[data-next]', () => swiper.slideNext());
  for (const [index, dot] of dots.entries()) {
    // `slideToLoop` finds the picture's place now but moves in the next frame, when another may be there.
    const place = () => swiper.slides.findIndex(({ dataset }) => dataset.swiperSlideIndex === String(index));
    dot.addEventListener('click', () => swiper.slideTo(place()), { signal: ended.signal });
  }
  pauseOnDemand(swiper, carousel, reduced, ended.signal);
  for (const bar of carousel.querySelectorAll<HTMLElement>('.carousel__bar')) delete bar.dataset.waiting;
  return () => {
    ended.abort();
    swiper.destroy();
  };
}

/** Pauses autoplay as long as anything requests it; the button shows the visitor's choice. */
function pauseOnDemand(swiper: Swiper, carousel: HTMLElement, reduced: MediaQueryList, signal: AbortSignal): void {
  let playing = true;
  /** A picture must not change while a keyboard user reads it or follows its link. */
  let keyboardInside = false;
  const button = carousel.querySelector<HTMLElement>('[data-pause]');
  const fit = () => {
    const turns = playing && !keyboardInside && !document.hidden;
    if (turns !== swiper.autoplay.running) swiper.autoplay[turns ? 'start' : 'stop']();
    for (const state of button?.querySelectorAll<HTMLElement>('[data-while]') ?? []) {
      state.hidden = (state.dataset.while === 'playing') !== playing;
    }
  };
  const listen = (target: EventTarget | null, events: string, change: (event: Event) => void) => {
    const heard = (event: Event) => {
      change(event);
      fit();
    };
    for (const event of events.split(' ')) target?.addEventListener(event, heard, { signal });
  };
  const followMotion = () => {
    swiper.params.speed = reduced.matches ? 0 : FADE_MS;
    if (reduced.matches) playing = false;
  };
  listen(button, 'click', () => {
    playing = !playing;
  });
  listen(swiper.el, 'focusin focusout', ({ type, target }) => {
    keyboardInside = type === 'focusin' && target instanceof Element && target.matches(':focus-visible');
  });
  listen(document, 'visibilitychange', () => undefined);
  listen(reduced, 'change', followMotion);
  followMotion();
  fit();
}
