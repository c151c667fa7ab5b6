/** An error for the operator, printed without a stack; the message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}
