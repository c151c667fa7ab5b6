/** The clock of Uzbekistan, without `Intl`. Imports nothing: public pages load it. */
/** UTC+5 all year. */
const AHEAD_MS = 5 * 60 * 60 * 1000;

export function dateInUzbekistan(instant: Date): string {
  return inUzbekistan(instant).slice(0, 10);
}

export function timeInUzbekistan(instant: Date): string {
  return inUzbekistan(instant).slice(11, 16);
}

const inUzbekistan = (instant: Date) => new Date(instant.getTime() + AHEAD_MS).toISOString();
