/** Seconds that run down to nothing, by the clock: a laptop that slept is not behind. */
import { atom, type ReadableAtom } from 'nanostores';
import { ports } from './ports.ts';

export interface Countdown {
  /** Whole seconds left; 0 when there is nothing to wait for. */
  $left: ReadableAtom<number>;
  /** @param end milliseconds since the epoch */
  until: (end: number) => void;
  stop: () => void;
}

export function countdown(): Countdown {
  const $left = atom(0);
  let callOff = () => {};
  const until = (end: number) => {
    callOff();
    const left = Math.max(0, Math.ceil((end - ports.now()) / 1000));
    $left.set(left);
    if (left > 0) callOff = ports.after(1000, () => until(end));
  };
  const stop = () => {
    callOff();
    $left.set(0);
  };
  return { $left, until, stop };
}
