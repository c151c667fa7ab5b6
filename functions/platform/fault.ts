/**
 * What only the people who run the portal can mend: a setting, a backup, an older deployment. The message says what failed, the
 * value and what to do, has no personal data, and may be logged or printed without a stack.
 */
export class Fault extends Error {
  override readonly name = 'Fault';
}
