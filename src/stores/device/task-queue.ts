/** Runs one task at a time, each after those before it, also when one of them fails. */
export class TaskQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles with the last task. */
  get settled(): Promise<unknown> {
    return this.#last;
  }

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
