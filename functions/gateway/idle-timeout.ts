/** An idle time-out. Activity only stores the time; the timer compares when it fires. */

export interface IdleTimeout {
  /** Rejects on silence, or by {@link fail}. */
  readonly failed: Promise<never>;
  throwIfFailed(): void;
  restart(): void;
  stop(): void;
  fail(reason: Error): void;
}

/** @param ms positive @param expired makes the error for silence */
export function createIdleTimeout(ms: number, expired: () => Error): IdleTimeout {
  if (!(ms > 0)) throw new RangeError('A time-out must be positive');
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // It may have no listener yet.
  failed.catch(() => undefined);
  let reason: Error | undefined;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fail = (error: Error) => {
    reason ??= error;
    reject(reason);
  };
  const check = () => {
    const left = since + ms - Date.now();
    timer = left > 0 ? setTimeout(check, left) : undefined;
    if (left <= 0) fail(expired());
  };
  return {
    failed,
    throwIfFailed() {
      if (reason) throw reason;
    },
    restart() {
      since = Date.now();
      timer ??= setTimeout(check, ms);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
    fail,
  };
}
