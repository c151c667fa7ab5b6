/** A time-out that counts silence: every byte starts it anew. */

export interface IdleTimeout {
  /** Aborts once there was silence for the whole time. */
  readonly signal: AbortSignal;
  /** Rejects with the signal's reason when it aborts. */
  readonly aborted: Promise<never>;
  /** A byte moved. Also starts a time-out that was stopped. */
  restart(): void;
  /** Aborts now, for another reason than silence. */
  abort(reason: Error): void;
  stop(): void;
}

/** @param ms how long silence may last; must be positive */
export function createIdleTimeout(ms: number): IdleTimeout {
  if (!(ms > 0)) throw new RangeError('A time-out must be positive');
  const controller = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  // Whoever waits for something races with it; nobody has to.
  aborted.catch(() => undefined);
  const abort = (reason: Error) => {
    controller.abort(reason);
    reject(reason);
  };
  const expire = () => abort(new DOMException('Silence', 'TimeoutError'));
  let timer = setTimeout(expire, ms);
  return {
    signal: controller.signal,
    aborted,
    restart() {
      clearTimeout(timer);
      if (!controller.signal.aborted) timer = setTimeout(expire, ms);
    },
    abort,
    stop: () => clearTimeout(timer),
  };
}
