/** Runs one task at a time, in the order they were added, even when one of them fails. */
export class TaskQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles when the last task ends. */
  get settled(): Promise<unknown> {
    return this.#last;
  }

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
