/**
 * The pictures of both carousels, in the order they are shown. Files: public/images/{welcome,auth}-{name}.svg;
 * their words: locales/home, `slides.{name}` and `pictures.{name}`.
 */
export const WELCOME_SLIDES = ['registan', 'kalyan', 'khiva', 'tashkent', 'chimgan', 'work'] as const;
export const AUTH_PICTURES = ['gur-emir', 'ark', 'kalta-minor', 'metro', 'ikat', 'tower', 'steppe', 'team'] as const;
