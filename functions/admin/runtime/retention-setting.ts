/** The setting RETENTION_MONTHS, as the host and the check of a deployment read it. */

/** Fifty years. */
export const MAX_MONTHS = 600;

/** A whole number of months; null for an empty setting. @throws RangeError for any other */
export function readMonths(setting: unknown): number | null {
  // A number where wrangler.toml has no quotation marks.
  const text = String(setting ?? '');
  if (text === '') return null;
  if (!/^[1-9]\d{0,2}$/.test(text) || Number(text) > MAX_MONTHS)
    throw new RangeError(`RETENTION_MONTHS must be a whole number from 1 to ${MAX_MONTHS}, or empty`);
  return Number(text);
}
