/** The terms that an applicant consents to, by version: the day from which they are in force, YYYY-MM-DD. */

/** Shown on the terms page and sent with the consent. Whoever changes what the terms say sets the day of the change. */
export const TERMS_VERSION = '2026-11-23';

/** The part of a body that says which version was consented to. Optional: a host that does not know it ignores it. */
export const TERMS_PART = 'terms_version';

/** The points of the consent, in the order in which form and terms page show them; their words are in `locales/terms`. */
export const TERMS_POINTS = ['purpose', 'data', 'who', 'device', 'rights', 'truth'] as const;

/** True for what may be a version, known here or not: the host and the pages may be of different days. */
export function isTermsVersion(value: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value);
}
