/** A time-out that counts silence: every sign of life starts it anew. */

export interface Watchdog {
  /** Aborts once there was silence for the whole time. */
  readonly signal: AbortSignal;
  /** A byte moved. */
  alive(): void;
  /** Aborts now, for another reason than silence. */
  abort(reason: Error): void;
  stop(): void;
}

/** @param ms how long silence may last; must be positive */
export function createWatchdog(ms: number): Watchdog {
  if (!(ms > 0)) throw new RangeError('A time-out must be positive');
  const controller = new AbortController();
  const bark = () => controller.abort(new DOMException('Silence', 'TimeoutError'));
  let timer = setTimeout(bark, ms);
  return {
    signal: controller.signal,
    alive() {
      clearTimeout(timer);
      if (!controller.signal.aborted) timer = setTimeout(bark, ms);
    },
    abort: (reason) => controller.abort(reason),
    stop: () => clearTimeout(timer),
  };
}
