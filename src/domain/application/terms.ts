/** The terms that an applicant consents to, by version: the day from which they are in force. */

/** `YYYY-MM-DD`; set anew by whoever changes the terms. */
export const TERMS_VERSION = '2026-11-26';

/** The part of a body with the version consented to; a host that does not know it ignores it. */
export const TERMS_PART = 'terms_version';

/** The points of the consent as form and terms page show them; words are in `locales/terms`. */
export const TERMS_POINTS = ['purpose', 'data', 'who', 'device', 'rights', 'truth'] as const;

/** True for a version, known here or not: host and pages may be of different days. */
export function isTermsVersion(value: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value);
}
