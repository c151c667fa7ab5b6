/** A setting of a worker or a command is missing or invalid; the message names it and its form, and may be logged. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
