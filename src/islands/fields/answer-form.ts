/**
 * The answers of a part and their errors, by form path. Text boxes hold what is typed, so that a key renders nothing; only
 * components that read an answer or an error render when it changes (part-context.tsx).
 */
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import type { FormState } from '../../domain/application/form.ts';
import { valueAt, withValue } from '../../stores/device/form-values.ts';

type TextBox = HTMLInputElement | HTMLTextAreaElement;
/** @param path of the answer that was set; null when only errors changed */
type Listener = (path: string | null) => void;

export class AnswerForm {
  #values: FormState;
  #errors: FieldErrors = {};
  readonly #boxes = new Map<string, TextBox>();
  readonly #listeners = new Set<Listener>();

  constructor(initial: FormState) {
    this.#values = initial;
  }

  /** The same object until an answer changes. */
  get values(): FormState {
    return this.#values;
  }

  valueAt(path: string): unknown {
    return valueAt(this.#values, path);
  }

  /** Also shows the answer in its text box, and in the boxes of the answers that it consists of. */
  setValue(path: string, value: unknown): void {
    this.#values = withValue(this.#values, path, value);
    for (const [at, box] of this.#boxes) if (at === path || at.startsWith(`${path}.`)) this.#show(at, box);
    this.#notify(path);
  }

  /** The same object until an error changes. */
  get errors(): FieldErrors {
    return this.#errors;
  }

  /** The code of the first error at a path. */
  errorAt(path: string): string | undefined {
    return this.#errors[path]?.[0];
  }

  /** Replaces all errors. */
  setErrors(errors: FieldErrors): void {
    this.#errors = errors;
    this.#notify(null);
  }

  setError(path: string, code: string): void {
    this.setErrors({ ...this.#errors, [path]: [code] });
  }

  clearErrors(paths: readonly string[]): void {
    if (!paths.some((path) => path in this.#errors)) return;
    this.setErrors(Object.fromEntries(Object.entries(this.#errors).filter(([path]) => !paths.includes(path))));
  }

  /** @returns stops listening */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Shows an answer in a text box, now and whenever it is set. @returns releases the box */
  bindBox(path: string, box: TextBox): () => void {
    this.#boxes.set(path, box);
    this.#show(path, box);
    return () => {
      // When items of a list move up, another box may have taken over the path.
      if (this.#boxes.get(path) === box) this.#boxes.delete(path);
    };
  }

  /** Leaves an unchanged text alone: setting it would lose the caret and Undo. */
  #show(path: string, box: TextBox): void {
    const text = String(this.valueAt(path) ?? '');
    if (box.value !== text) box.value = text;
  }

  #notify(path: string | null): void {
    for (const listener of [...this.#listeners]) listener(path);
  }
}
