/** How a check ends that does not hold. */

/** The host does it wrong; the message says what was seen, without passwords and tokens. */
export class Finding extends Error {
  override name = 'Finding';
}

/** The host has no such call, and may lack it. */
export class Missing extends Error {
  override name = 'Missing';
}

/** What the check builds on did not hold. */
export class NotChecked extends Error {
  override name = 'NotChecked';
}

/** @throws Finding with what was seen, unless it holds */
export function see(holds: boolean, seen: string): asserts holds {
  if (!holds) throw new Finding(seen);
}
