/** What an operator is told instead of a stack: nothing more is done, and the message says what to do. */
export class Refusal extends Error {
  override name = 'Refusal';
}
