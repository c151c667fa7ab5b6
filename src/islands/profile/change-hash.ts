/** The part of the personal information's address that opens its form at once, also at one field. */

const OPEN = '#change';

/** @param field wire name of the field to begin at; without it the form opens at its beginning */
export function changeHash(field = ''): string {
  return field ? `${OPEN}:${field}` : OPEN;
}

/** The field to begin at, `''` for the form's beginning; null when the address does not open the form. */
export function readChangeHash(hash: string): string | null {
  const [open, field = ''] = hash.split(':');
  return open === OPEN ? field : null;
}
