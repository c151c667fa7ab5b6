/** Seeded random numbers, the same everywhere. */

export interface Random {
  /** From 0 up to 1. */
  share: () => number;
  between: (least: number, most: number) => number;
  /** An integer from `least` to `most`, both included. */
  whole: (least: number, most: number) => number;
  chance: (share: number) => boolean;
  pick: <T>(from: ArrayLike<T>) => T;
  /** Approximately normal, mean 0 and deviation 1. */
  normal: () => number;
}

/** Mulberry32 (Tommy Ettinger, public domain). */
export function seededRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const share = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + (most - least) * share();
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1));
  return {
    share,
    between,
    whole,
    chance: (limit) => share() < limit,
    pick: <T>(from: ArrayLike<T>) => from[whole(0, from.length - 1)] as T,
    normal: () => (share() + share() + share() - 1.5) * 2,
  };
}
