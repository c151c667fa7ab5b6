/**
 * Names of countries, from the options in the page (components/CountryOptions.astro): the first use of `Intl` takes a
 * throttled phone 0.1 s in one task.
 */

/** The id of the page's `<template>` with all countries as options. */
export const COUNTRY_OPTIONS = 'country-options';

/** A country's name in the page's language; `''` for none, and for what the list does not know. */
export function shownCountry(code: string): string {
  if (code === '') return '';
  const list = document.getElementById(COUNTRY_OPTIONS) as HTMLTemplateElement | null;
  return list?.content.querySelector<HTMLOptionElement>(`[value="${CSS.escape(code)}"]`)?.label ?? '';
}
