/** Country names from the page's options (components/CountryOptions.astro): `Intl` would block a slow phone for 0.1 s. */

/** The id of the page's `<template>` with all countries as options. */
export const COUNTRY_OPTIONS = 'country-options';

/** A country's name in the page's language; `''` for an empty or unknown code. */
export function shownCountry(code: string): string {
  if (code === '') return '';
  const list = document.getElementById(COUNTRY_OPTIONS) as HTMLTemplateElement | null;
  return list?.content.querySelector<HTMLOptionElement>(`[value="${CSS.escape(code)}"]`)?.label ?? '';
}
