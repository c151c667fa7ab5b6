/** An error for the operator, printed without a stack; the message says what to do. */
export class Refusal extends Error {
  override name = 'Refusal';
}
