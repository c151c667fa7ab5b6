/**
 * The list of countries with the other names by which people look for them. Used only by the build, which puts it into the pages.
 */
import type { Locale } from '../i18n/locales.ts';
import { ALIAS_SIGN, countryOptions } from './countries.ts';
import names from './country-aliases.json' with { type: 'json' };

const ALIASES: Record<Locale, Record<string, readonly string[]>> = names;

/**
 * {@link countryOptions} and "USA – United States" beside "United States", so that a select's own search by typed letters finds
 * it. The value of such an option is the code with {@link ALIAS_SIGN}: a select shows the first option of a value, which has to be
 * the country's name.
 */
export function countryOptionsWithAliases(locale: Locale): { value: string; label: string }[] {
  const options = countryOptions(locale);
  const known = new Set(options.map(({ label }) => label));
  const aliases = options.flatMap(({ value, label }) =>
    (ALIASES[locale][value] ?? [])
      .filter((alias) => !known.has(alias))
      .map((alias) => ({ value: value + ALIAS_SIGN, label: `${alias} – ${label}` })),
  );
  const order = new Intl.Collator(locale);
  return [...options, ...aliases].sort((a, b) => order.compare(a.label, b.label));
}
