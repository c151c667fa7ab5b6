/** A time-out that counts silence. Each byte only notes the time; the timer looks at it when it fires, and waits on. */

export interface IdleTimeout {
  /** Rejects after the whole time in silence, or with what {@link fail} was given. */
  readonly failed: Promise<never>;
  throwIfFailed(): void;
  /** A byte moved, or is waited for from now on. */
  restart(): void;
  /** Nothing is waited for. */
  stop(): void;
  /** Ends the wait for another reason than silence. */
  fail(reason: Error): void;
}

/**
 * @param ms how long silence may last; must be positive
 * @param expired the error of a wait that was too long
 */
export function createIdleTimeout(ms: number, expired: () => Error): IdleTimeout {
  if (!(ms > 0)) throw new RangeError('A time-out must be positive');
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Whoever waits for something races with it; nobody has to.
  failed.catch(() => undefined);
  let reason: Error | undefined;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fail = (error: Error) => {
    reason ??= error;
    reject(reason);
  };
  const look = () => {
    const left = since + ms - Date.now();
    timer = left > 0 ? setTimeout(look, left) : undefined;
    if (left <= 0) fail(expired());
  };
  return {
    failed,
    throwIfFailed() {
      if (reason) throw reason;
    },
    restart() {
      since = Date.now();
      timer ??= setTimeout(look, ms);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
    fail,
  };
}
