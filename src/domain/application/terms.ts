/** The version of the terms: the day they come into force. */

/** `YYYY-MM-DD`; updated with each change of the terms. */
export const TERMS_VERSION = '2026-11-26';

/** The body part with the accepted version; other hosts may ignore it. */
export const TERMS_PART = 'terms_version';

/** The points of the consent in form and terms page; words are in `locales/terms`. */
export const TERMS_POINTS = ['purpose', 'data', 'who', 'device', 'rights', 'truth'] as const;

/** True for the text of a version, known or not: host and pages may have different versions. */
export function isTermsVersion(value: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value);
}
